/** As much of JSON Schema as the published document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Absent where the operation takes no body. */
  body: JsonSchema | undefined;
  mediaTypes: string[];
}

interface Published {
  paths: Record<string, Record<string, PublishedOperation>>;
  components: { schemas: Record<string, JsonSchema>; parameters: Record<string, Parameter> };
}

interface PublishedOperation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** The operations of an OpenAPI document, references followed. */
export function operationsOf(document: unknown): Operation[] {
  const { paths, components } = document as Published;
  const follow = (ref: string): unknown =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], document);
  const resolve = (schema: JsonSchema): JsonSchema => {
    const target = schema.$ref === undefined ? schema : (follow(schema.$ref) as JsonSchema);
    return mapSchemas(target, resolve);
  };
  void components;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {};
      const json = content['application/json']?.schema;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map((each) =>
          '$ref' in each ? (follow(each.$ref) as Parameter) : each,
        ),
        body: json && resolve(json),
        mediaTypes: Object.keys(content),
      };
    }),
  );
}

function mapSchemas(schema: JsonSchema, each: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const mapped: JsonSchema = { ...schema };
  if (schema.properties) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, each(inner)]),
    );
  }
  if (schema.items) mapped.items = each(schema.items);
  if (schema.anyOf) mapped.anyOf = schema.anyOf.map(each);
  if (schema.oneOf) mapped.oneOf = schema.oneOf.map(each);
  return mapped;
}

export const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat());

/** The pattern of a SHA-256 in hex. */
const HASH = '^[0-9a-f]{64}$';
/** The beginning of the patterns of days. */
const YEAR = '^20\\d\\d';

/** A value that fits the schema, with every field set that the schema says something of. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (branch) return sampleOf(branch);
  switch (typesOf(schema).find((type) => type !== 'null')) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([name, inner]) =>
              schema.required?.includes(name) ||
              (inner.type ?? inner.enum ?? inner.const ?? inner.anyOf ?? inner.oneOf),
          )
          .map(([name, inner]) => [name, sampleOf(inner)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(schema.items ?? {}));
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'number':
      return Math.min(
        schema.maximum ?? Number.POSITIVE_INFINITY,
        Math.max(schema.minimum ?? 0.5, (schema.exclusiveMinimum ?? 0) + 0.5),
      );
    case 'boolean':
      return true;
    case 'string':
      if (schema.pattern === HASH) return 'a'.repeat(64);
      if (schema.pattern?.startsWith(YEAR)) return '2027-01-31';
      return schema.format === 'uuid'
        ? '01890000-0000-7000-8000-000000000000'
        : 'x'.repeat(schema.minLength ?? 1);
    default:
      return 'x';
  }
}

/** A value that is wrong in one place. */
export interface Wrong {
  what: string;
  value: unknown;
  /** Where it is wrong; null where alternatives make it unclear which place is blamed. */
  pointer: string | null;
}

const OF_TYPES: [type: string, value: unknown][] = [
  ['null', null],
  ['boolean', true],
  ['number', 12.5],
  ['string', 'text'],
  ['array', []],
  ['object', {}],
];

/** Every way of being wrong in one place that the schema speaks of. */
export function wrongOf(schema: JsonSchema, sample: unknown = sampleOf(schema), pointer = ''): Wrong[] {
  const wrong = (what: string, value: unknown, at = pointer): Wrong => ({ what, value, pointer: at });
  if (schema.anyOf || schema.oneOf) return [];
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const found = OF_TYPES.filter(([type]) => !types.includes(type)).map(([type, value]) =>
    wrong(`${type} instead of ${types}`, value),
  );
  if (types.includes('object')) found.push(...wrongObjects(schema, sample, pointer));
  if (types.includes('array')) found.push(...wrongArrays(schema, sample, pointer));
  if (types.includes('string'))
    found.push(...wrongStrings(schema).map(([what, value]) => wrong(what, value)));
  if (types.includes('integer') || types.includes('number'))
    found.push(...wrongNumbers(schema).map(([what, value]) => wrong(what, value)));
  return found;
}

function wrongObjects(schema: JsonSchema, sample: unknown, pointer: string): Wrong[] {
  const fields = sample as Record<string, unknown>;
  const found: Wrong[] = [];
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = fields;
    found.push({ what: 'missing', value: rest, pointer: `${pointer}/${name}` });
  }
  if (schema.additionalProperties === false) {
    for (const name of ['no_such_field', 'a/b~c', '__proto__']) {
      const value = Object.defineProperty({ ...fields }, name, { value: 1, enumerable: true });
      const at = name.replaceAll('~', '~0').replaceAll('/', '~1');
      found.push({ what: 'unknown field', value, pointer: `${pointer}/${at}` });
    }
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const each of wrongOf(inner, fields[name], `${pointer}/${name}`)) {
      found.push({ ...each, value: { ...fields, [name]: each.value } });
    }
  }
  return found;
}

function wrongArrays(
  { items = {}, minItems, maxItems }: JsonSchema,
  sample: unknown,
  pointer: string,
): Wrong[] {
  const [item, ...rest] = sample as unknown[];
  const found: Wrong[] = wrongOf(items, item, `${pointer}/0`).map((each) => ({
    ...each,
    value: [each.value, ...rest],
  }));
  if (minItems !== undefined && minItems > 0) found.push({ what: 'too few', value: [], pointer });
  if (maxItems !== undefined && maxItems < 5000)
    found.push({ what: 'too many', value: Array(maxItems + 1).fill(item), pointer });
  return found;
}

function wrongStrings({ minLength, maxLength, enum: words }: JsonSchema): [string, unknown][] {
  const found: [string, unknown][] = [];
  if (minLength !== undefined && minLength > 0) found.push(['too short', '']);
  if (maxLength !== undefined && maxLength < 200_000) found.push(['too long', 'x'.repeat(maxLength + 1)]);
  if (words) found.push(['not one of the words', 'no_such_word']);
  return found;
}

function wrongNumbers(schema: JsonSchema): [string, unknown][] {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const found: [string, unknown][] = [];
  if (typesOf(schema).includes('integer')) found.push(['a fraction', 1.5], ['beyond all', 1e300]);
  if (minimum !== undefined) found.push(['below', minimum - 1]);
  if (exclusiveMinimum !== undefined) found.push(['at the bound', exclusiveMinimum]);
  // Above 2^53 the next number is two further on.
  if (maximum !== undefined) found.push(['above', maximum + 2]);
  return found;
}
