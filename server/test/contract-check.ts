import type { GivenFields, GivenOperation } from './given-contract.ts';

/** As much of an OpenAPI schema as is compared. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What the published document breaks of the given operations: one sentence each, none when all is kept. */
export function brokenPromises(document: OpenApi, given: readonly GivenOperation[]): string[] {
  return given.flatMap((promise) => {
    const name = `${promise.method.toUpperCase()} ${promise.path}`;
    const operation = document.paths[promise.path]?.[promise.method];
    if (!operation) return [`${name} is not there`];
    const found = new Comparison(document, name);
    found.query(operation, promise.query ?? []);
    if (promise.body) found.body(operation, promise.body, promise.required ?? []);
    found.answer(operation, promise);
    return found.broken;
  });
}

class Comparison {
  readonly broken: string[] = [];
  readonly #document: OpenApi;
  readonly #name: string;

  constructor(document: OpenApi, name: string) {
    this.#document = document;
    this.#name = name;
  }

  query({ parameters = [] }: Operation, names: readonly string[]): void {
    const known = parameters.filter((parameter) => parameter.in === 'query');
    for (const name of names) {
      if (!known.some((parameter) => parameter.name === name)) this.#say(`no longer takes ?${name}`);
    }
    for (const { name, required } of known) if (required) this.#say(`now demands ?${name}`);
  }

  body({ requestBody }: Operation, fields: GivenFields, required: readonly string[]): void {
    const schema = this.#resolve(requestBody?.content['application/json']?.schema ?? {});
    for (const name of schema.required ?? []) {
      if (!required.includes(name)) this.#say(`now demands /${name}`);
    }
    for (const name of required) {
      if (!schema.required?.includes(name)) this.#say(`no longer demands /${name}`);
    }
    this.#takes(schema, fields, '');
  }

  /** A request may carry these; taking more types than were given breaks nobody. */
  #takes(schema: Schema, fields: GivenFields, at: string): void {
    for (const [name, given] of Object.entries(fields)) {
      const property = schema.properties?.[name];
      const where = `${at}/${name}`;
      if (!property) this.#say(`no longer takes ${where}`);
      else if (typeof given === 'string') this.#takesType(property, given.replace('?', ''), where);
      else this.#takes(this.#resolve(property), given, where);
    }
  }

  #takesType(property: Schema, given: string, where: string): void {
    const types = this.#types(property);
    const isTaken = types.includes(given) || (given === 'integer' && types.includes('number'));
    if (!isTaken) this.#say(`takes ${where} as ${types.join(' or ')}, not as ${given}`);
  }

  answer({ responses }: Operation, { status, answer, listed }: GivenOperation): void {
    const content = responses[status]?.content?.['application/json'];
    if (!content) {
      this.#say(`no longer answers ${status} with JSON`);
      return;
    }
    const whole = this.#resolve(content.schema);
    if (!listed) this.#gives(whole, answer, '', true);
    else {
      const items = this.#resolve(whole.properties?.[listed] ?? {}).items;
      if (items) this.#gives(this.#resolve(items), answer, `/${listed}/0`, true);
      else this.#say(`no longer answers a list under /${listed}`);
    }
  }

  /** An answer carries these in these types and no others; all of them where `always`. */
  #gives(schema: Schema, fields: GivenFields, at: string, always: boolean): void {
    for (const [key, given] of Object.entries(fields)) {
      const name = key.replace(/\W+$/, '');
      const where = `${at}/${name}`;
      const property = schema.properties?.[name];
      if (always && !schema.required?.includes(name)) this.#say(`may leave out ${where}`);
      if (!property) this.#say(`no longer answers ${where}`);
      else if (typeof given === 'string') this.#givesType(property, given, where);
      else this.#givesFields(property, given, key.slice(name.length), where);
    }
  }

  /** An object of fields, in a list where `mark` is `[]`, perhaps null where it is `?`. */
  #givesFields(property: Schema, given: GivenFields, mark: string, where: string): void {
    this.#givesType(property, `object${mark}`, where);
    const schema = this.#resolve(property);
    const inner = mark === '[]' ? (schema.items ?? {}) : schema;
    // What a client sent is answered as it was sent, parts left out; what the service makes is whole.
    const isMade = where.startsWith('/results');
    this.#gives(this.#notNull(inner), given, mark === '[]' ? `${where}/0` : where, isMade);
  }

  #givesType(property: Schema, given: string, where: string): void {
    const nullable = given.endsWith('?');
    const type = given.replace('?', '');
    for (const found of this.#types(property)) {
      const fits =
        found === type || (found === 'null' && nullable) || (found === 'integer' && type === 'number');
      if (!fits) this.#say(`may answer ${where} as ${found}, not as ${type}`);
    }
    if (nullable && !this.#types(property).includes('null'))
      this.#say(`can no longer answer ${where} as null`);
  }

  #notNull(schema: Schema): Schema {
    const resolved = this.#resolve(schema);
    const branch = resolved.anyOf?.find((each) => !this.#types(each).includes('null'));
    return branch ? this.#resolve(branch) : resolved;
  }

  /** The JSON types a schema allows; arrays as `string[]`. */
  #types(schema: Schema): string[] {
    const { type, anyOf, items } = this.#resolve(schema);
    if (anyOf) return anyOf.flatMap((each) => this.#types(each));
    return [type ?? 'anything'].flat().flatMap((each) => {
      if (each !== 'array') return [each];
      return items ? this.#types(items).map((item) => `${item}[]`) : ['anything[]'];
    });
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? schema : this.#resolve(this.#document.components.schemas[name] ?? {});
  }

  #say(what: string): void {
    this.broken.push(`${this.#name} ${what}`);
  }
}
