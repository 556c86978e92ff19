import { hasRevision, takesIdempotencyKey, takesIfMatch } from '../requests/header-rules.ts';

/** A JSON value, such as the OpenAPI document. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/**
 * Completes the document that is generated from the route schemas: a schema with a title becomes a component that is
 * referenced, the headers that all routes share are named, and paths and components are sorted, so that a diff shows
 * only changes.
 *
 * Only the document changes: validation and serialisation use the schemas of the routes. Throws if two different
 * schemas have the same title.
 */
export function finishOpenApiDocument(published: object): JsonObject {
  const document = JSON.parse(JSON.stringify(published)) as JsonObject;
  const components = object(document.components);
  const named = new Map(Object.entries(object(components.schemas)));
  const paths = object(nameSchemas(document.paths ?? {}, named));
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(object(methods))) {
      nameBody(object(operation), named);
      describeCursor(object(operation));
      addHeaders(path, method, object(operation));
    }
  }
  const tags = Object.values(paths).flatMap((methods) =>
    Object.values(object(methods)).flatMap((operation) => object(operation).tags as string[]),
  );
  const { openapi = null, info = null, servers = null, security = null } = document;
  return {
    openapi,
    info,
    servers,
    security,
    tags: [...new Set(tags)].sort().map((name) => ({ name })),
    paths: sortKeys(paths),
    components: {
      ...components,
      schemas: sortKeys(Object.fromEntries(named)),
      headers: HEADERS,
      parameters: PARAMETERS,
    },
  };
}

const object = (value: Json | undefined) => (value ?? {}) as JsonObject;

function sortKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Replaces every titled schema inside `value` by a reference and collects it in `named`. */
function nameSchemas(value: Json, named: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => nameSchemas(item, named));
  if (value === null || typeof value !== 'object') return value;
  const inner: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, nameSchemas(member, named)]),
  );
  const { title, type, ...rest } = inner;
  if (typeof title !== 'string' || !/^[A-Z]\w*$/.test(title) || type === undefined) return inner;
  const types = [type].flat().filter((each) => each !== 'null');
  keep(title, { type: types.length === 1 ? (types[0] as Json) : types, ...rest }, named);
  const reference = { $ref: `#/components/schemas/${title}` };
  return types.length === [type].flat().length ? reference : { anyOf: [reference, { type: 'null' }] };
}

function keep(title: string, schema: Json, named: Map<string, Json>): void {
  const known = named.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two different schemas carry the title ${title}; give one of them another.`);
  }
  named.set(title, schema);
}

/** Base64url. Requests are not validated against it: every invalid cursor returns `invalid_cursor`. */
const CURSOR = '^[A-Za-z0-9_-]+$';

function describeCursor({ parameters }: JsonObject): void {
  for (const parameter of (parameters as JsonObject[] | undefined) ?? [])
    if (parameter.in === 'query' && parameter.name === 'cursor') object(parameter.schema).pattern = CURSOR;
}

/** A body without a title is named after its operation: `createStack` takes `NewStack`. */
function nameBody(operation: JsonObject, named: Map<string, Json>): void {
  const json = object(object(object(operation.requestBody).content)['application/json']);
  const schema = json.schema;
  if (schema === undefined || '$ref' in object(schema)) return;
  const same = [...named].find(([, known]) => JSON.stringify(known) === JSON.stringify(schema));
  const id = String(operation.operationId);
  const title =
    same?.[0] ??
    id
      .replace(/^create(.+)$/, 'New$1')
      .replace(/^update(.+)$/, '$1Patch')
      .replace(/^[a-z].*$/, request);
  keep(title, schema, named);
  json.schema = { $ref: `#/components/schemas/${title}` };
}

const request = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;

const text = (description: string, extra: JsonObject = {}): JsonObject => ({
  description,
  schema: { type: 'string' },
  ...extra,
});

const HEADERS: JsonObject = {
  ETag: text('The revision of the resource, which edits increment. Send it as `If-Match` to update.'),
  IdempotencyReplayed: text('`true` if this response repeats that of an earlier request with the same key.'),
  Location: text('The address of the created resource.'),
  RequestId: text('The id of this request in logs and errors.'),
  RetryAfter: text('Number of seconds to wait before retrying.'),
};

/** `*`, or entity tags separated by commas (RFC 9110, 13.1.1). */
const ENTITY_TAGS = '^ *(\\*|(W/)?"[^"]*"( *, *(W/)?"[^"]*")*) *$';

const PARAMETERS: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    ...text(
      'A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response.',
      {
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      },
    ),
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    ...text('The ETag of an earlier response. Returns 412 if the resource has changed since.', {
      schema: { type: 'string', pattern: ENTITY_TAGS },
    }),
  },
};

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** The plugin's text for responses that a route does not describe. */
const UNDESCRIBED = 'Default Response';
const STATUS_MEANINGS: Record<string, string> = {
  200: 'Success.',
  201: 'The created resource.',
  202: 'For an agent’s key: the approval that a person must give first. An Idempotency-Key applies to it.',
  204: 'Success without a body.',
};

/** Adds the headers that an operation accepts and returns. */
function addHeaders(path: string, method: string, operation: JsonObject): void {
  const responses = object(operation.responses);
  const asked = { method: method.toUpperCase(), path, makes: '201' in responses };
  const idempotent = takesIdempotencyKey(asked);
  const tagged = hasRevision(path);
  const takes = [...(idempotent ? ['IdempotencyKey'] : []), ...(takesIfMatch(asked) ? ['IfMatch'] : [])];
  if (takes.length > 0) {
    operation.parameters = [...((operation.parameters as Json[] | undefined) ?? []), ...takes.map(parameter)];
  }
  for (const [status, response] of Object.entries(responses)) {
    const answers: JsonObject = { 'X-Request-Id': header('RequestId') };
    if (tagged && status === '200') answers.ETag = header('ETag');
    if (idempotent && status === '201') {
      answers.ETag = header('ETag');
      answers.Location = header('Location');
      answers['Idempotency-Replayed'] = header('IdempotencyReplayed');
    }
    if (status === '202') {
      answers.Location = header('Location');
      answers['Idempotency-Replayed'] = header('IdempotencyReplayed');
    }
    if (/^[45]/.test(status)) answers['Retry-After'] = header('RetryAfter');
    const described = object(response);
    if (described.description === UNDESCRIBED) described.description = STATUS_MEANINGS[status] ?? 'Success.';
    described.headers = { ...object(described.headers), ...answers };
  }
  if (method === 'patch') acceptMergePatch(operation);
}

/** RFC 7396 defines a media type of its own; both are parsed alike. */
function acceptMergePatch(operation: JsonObject): void {
  const content = object(object(operation.requestBody).content);
  const json = content['application/json'];
  if (json !== undefined) content['application/merge-patch+json'] = json;
}
