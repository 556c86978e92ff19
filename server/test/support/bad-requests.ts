import { type JsonSchema, type Operation, sampleOf, typesOf, wrongOf } from './schema-walk.ts';

/** A request that must be answered with a problem. */
export interface BadRequest {
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Sent in chunks, without Content-Length. */
  chunked?: boolean;
  expect: {
    status: number | number[];
    code?: string | string[];
    /** Among the places that the answer names. */
    pointer?: string | null;
  };
}

const FOREIGN = '0189ABCD-0000-7000-8000-00000000ABCD';
const MERGE_PATCH = 'application/merge-patch+json';
const JSON_TYPE = { 'content-type': 'application/json' };

/** What is the same for every operation, filled in: its address with ids that are UUIDs, and a body that fits. */
function baseOf({ method, path, body }: Operation, workspaceId: string): BadRequest {
  const filled = path.replace('{workspace_id}', workspaceId).replaceAll(/\{\w+\}/g, FOREIGN.toLowerCase());
  const json = body === undefined ? null : JSON.stringify(sampleOf(body));
  return {
    what: '',
    method,
    path: filled,
    headers: body === undefined ? {} : JSON_TYPE,
    body: json,
    expect: { status: 400 },
  };
}

export function badRequestsOf(operation: Operation, workspaceId: string, bodyLimit: number): BadRequest[] {
  const base = baseOf(operation, workspaceId);
  return [
    ...(operation.body ? badBodies(base, operation.body) : []),
    ...(operation.body ? badTexts(base) : unwantedBodies(base, operation)),
    ...(operation.method === 'GET' ? [] : badTypesAndSizes(base, operation, bodyLimit)),
    ...badIds(base, operation),
    ...badQueries(base, operation),
    ...badHeaders(base, operation),
  ];
}

function badBodies(base: BadRequest, schema: JsonSchema): BadRequest[] {
  return wrongOf(schema).map(({ what, value, pointer }) => ({
    ...base,
    what: `${pointer}: ${what}`,
    body: JSON.stringify(value),
    expect: { status: 400, code: 'invalid_request', pointer },
  }));
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Bodies that are wrong before any schema is asked. */
const TEXTS: [what: string, text: string | Buffer, code: string, pointer?: string][] = [
  ['nothing where a body is needed', '', 'invalid_request', ''],
  ['a list', '[]', 'invalid_request', ''],
  ['null', 'null', 'invalid_request', ''],
  ['cut short', '{"name":', 'invalid_json'],
  ['two values', '{} {}', 'invalid_json'],
  ['a trailing comma', '{"name":"x",}', 'invalid_json'],
  ['a comment', '{/**/"name":"x"}', 'invalid_json'],
  ['single quotes', "{'name':'x'}", 'invalid_json'],
  ['no number', '{"name":NaN}', 'invalid_json'],
  ['an unclosed string', '{"name":"x}', 'invalid_json'],
  ['a raw newline in a string', '{"name":"a\nb"}', 'invalid_json'],
  ['raw NUL', '{"name":"a\0b"}', 'invalid_json'],
  ['closing only', ']]]}}}', 'invalid_json'],
  ['colons only', ':::::', 'invalid_json'],
  ['nesting 33 deep', nested(33), 'nesting_too_deep'],
  ['nesting 10,000 deep', nested(10_000), 'nesting_too_deep'],
  ['10,000 opened and not closed', '{"a":'.repeat(10_000), 'nesting_too_deep'],
  ['a key twice', '{"name":"x","name":"y"}', 'duplicate_key', '/name'],
  ['a key twice, once escaped', '{"name":"x","na\\u006de":"y"}', 'duplicate_key', '/name'],
  ['a key twice, inside', '{"a":[{},{"b":{"c":1,"c":2}}]}', 'duplicate_key', '/a/1/b/c'],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate_key', '/__proto__'],
  ['escaped NUL in a value', '{"name":"a\\u0000b"}', 'invalid_string', '/name'],
  ['escaped NUL in a key', '{"a\\u0000":1}', 'invalid_string', '/a\0'],
  ['a lone high surrogate', '{"name":"\\ud800"}', 'invalid_string', '/name'],
  ['a lone low surrogate in a list', '{"name":["x","\\udc00x"]}', 'invalid_string', '/name/1'],
  ['surrogates the wrong way round', '{"name":"\\udc00\\ud800"}', 'invalid_string', '/name'],
  ['a lone surrogate in a key', '{"\\ud800":1}', 'invalid_string', '/\ufffd'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'invalid_json'],
  ['a raw surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'invalid_json'],
  ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), 'invalid_json'],
  ['a UTF-8 sequence cut short', Buffer.from([0x22, 0xe2, 0x82, 0x22]), 'invalid_json'],
];

const SESSION_BYTES = 4_000;

function badTexts(base: BadRequest): BadRequest[] {
  // What is too large for a route is refused unread.
  const taken = TEXTS.filter(([, { length }]) => base.path !== '/session' || length <= SESSION_BYTES);
  return taken.map(([what, body, code, pointer]) => ({
    ...base,
    what,
    body,
    expect: { status: 400, code, ...(pointer !== undefined && { pointer }) },
  }));
}

function unwantedBodies(base: BadRequest, { mediaTypes }: Operation): BadRequest[] {
  if (base.method === 'GET') return [];
  const sent = { ...base, headers: JSON_TYPE };
  if (mediaTypes.includes('multipart/form-data'))
    return [{ ...sent, what: 'JSON where a form is taken', body: '{"x":1}', expect: { status: 415 } }];
  return [
    {
      ...sent,
      what: 'a body that is not taken',
      body: '{"x":1}',
      expect: { status: 400, code: 'invalid_request' },
    },
    {
      ...sent,
      what: 'broken JSON that is not taken',
      body: '{',
      expect: { status: 400, code: 'invalid_json' },
    },
  ];
}

const TYPES = [
  'text/html',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'nonsense',
  ';',
  'application/json/x',
  'image/png; q="',
];

function badTypesAndSizes(base: BadRequest, { mediaTypes }: Operation, bodyLimit: number): BadRequest[] {
  const open = mediaTypes.some((type) => type.startsWith('text/'));
  const body = base.body ?? '{}';
  const isTaken = (type: string) => mediaTypes.some((taken) => type.startsWith(`${taken};`));
  const typed = TYPES.filter((type) => !isTaken(type) && !(open && type.startsWith('text/'))).map((type) => ({
    ...base,
    what: `Content-Type: ${type}`,
    headers: { 'content-type': type },
    body,
    expect: { status: 415, code: 'unsupported_media_type' },
  }));
  const untyped = { ...base, what: 'no Content-Type', headers: {}, body, expect: { status: 415 } };
  const large = JSON.stringify({ name: 'x'.repeat(bodyLimit) });
  const tooLarge = {
    ...base,
    headers: JSON_TYPE,
    body: large,
    expect: { status: 413, code: 'body_too_large' },
  };
  return [
    ...typed,
    untyped,
    { ...tooLarge, what: 'too large' },
    { ...tooLarge, what: 'too large, in chunks', chunked: true },
    { ...tooLarge, what: 'far too large, in chunks', chunked: true, body: large.repeat(20) },
    ...(mediaTypes.includes(MERGE_PATCH)
      ? [{ ...tooLarge, what: 'too large as a merge patch', headers: { 'content-type': MERGE_PATCH } }]
      : []),
  ];
}

const IDS = [
  '1',
  'null',
  '-',
  'not-a-uuid',
  '0189abcd-0000-7000-8000-00000000abc',
  '0189abcd00007000800000000000abcd',
  '{0189abcd-0000-7000-8000-00000000abcd}',
  '0189abcd-0000-7000-8000-00000000abcg',
  '%F0%9F%9A%80',
  '%20',
  "'%20or%20'1'='1",
  '..%2F..',
  'a%2Fb',
];

/** The parameters without which an operation is refused, filled in. */
function neededQuery({ parameters }: Operation): string {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const pairs = needed.map(({ name, schema }) => [name, String(sampleOf(schema))]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function badIds(base: BadRequest, operation: Operation): BadRequest[] {
  const { path, method } = operation;
  const names = operation.parameters
    .filter((parameter) => parameter.in === 'path' && parameter.schema.format === 'uuid')
    .map(({ name }) => name);
  const without = { ...base, expect: { status: 400, code: 'invalid_id' } };
  return names.flatMap((name) => {
    const withId = (id: string) =>
      path
        .replace(`{${name}}`, id)
        .replaceAll(/\{\w+\}/g, (each) =>
          each === '{workspace_id}' ? (base.path.split('/')[2] ?? '') : FOREIGN.toLowerCase(),
        ) + neededQuery(operation);
    const notUuids = IDS.map((id) => ({
      ...without,
      what: `${name} ${id}`,
      path: withId(id),
      expect: { ...without.expect, pointer: `/${name}` },
    }));
    // A foreign id is well-formed: 404, in either case; a query or body may still be refused first.
    const foreign = [FOREIGN, FOREIGN.toLowerCase()].map((id) => ({
      ...base,
      what: `${name} of nothing here`,
      path: withId(id),
      expect: { status: method === 'GET' || method === 'DELETE' ? 404 : [404, 400, 422] },
    }));
    const broken: [string, number[], string[]][] = [
      ['%', [400], ['malformed_request']],
      ['%zz', [400], ['malformed_request']],
      ['%ff', [400], ['malformed_request']],
      ['%ed%a0%80', [400], ['malformed_request']],
      ['%00', [400], ['invalid_string']],
      [`${FOREIGN.toLowerCase()}%00`, [400], ['invalid_string']],
      ['x'.repeat(300), [400], ['invalid_id']],
      ['x'.repeat(20_000), [431], ['headers_too_large']],
    ];
    return [
      ...notUuids,
      ...foreign,
      ...broken.map(([id, status, code]) => ({
        ...base,
        what: `${name} ${id.slice(0, 40)}`,
        path: withId(id),
        expect: { status, code },
      })),
    ];
  });
}

function badQueries(base: BadRequest, { parameters }: Operation): BadRequest[] {
  const ask = (query: string, code: string | string[], pointer?: string): BadRequest => ({
    ...base,
    what: `?${query.slice(0, 60)}`,
    path: `${base.path}?${query}`,
    expect: { status: 400, code, ...(pointer !== undefined && { pointer }) },
  });
  const found = [
    ask('no_such_parameter=1', 'invalid_request', '/no_such_parameter'),
    ask('no_such_parameter', 'invalid_request', '/no_such_parameter'),
    ask('__proto__=1', 'invalid_request', '/__proto__'),
    ask('%00=1', 'invalid_string'),
    ask('x=%00', 'invalid_string', '/x'),
    ask('x=%ED%A0%80', 'malformed_request', '/x'),
    ask('x=%', 'malformed_request', '/x'),
    ask('x=%C3', 'malformed_request', '/x'),
    ask('%E0%A4=x', 'malformed_request'),
  ];
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query') continue;
    const at = `/${name}`;
    found.push(ask(`${name}=a%00b`, 'invalid_string', at), ask(`${name}=%ff`, 'malformed_request', at));
    found.push(ask(`${name}=1&${name}=2`, 'invalid_request', at));
    const types = typesOf(schema);
    if (types.includes('integer')) {
      const values = [
        'x',
        '',
        '1.5',
        '1e2',
        '0x10',
        '%2B1',
        '%201',
        '-1',
        '9007199254740993',
        '1e400',
        'NaN',
        'true',
      ];
      for (const value of values) found.push(ask(`${name}=${value}`, 'invalid_request', at));
    }
    if (types.includes('boolean')) {
      for (const value of ['x', '', '2', 'TRUE']) found.push(ask(`${name}=${value}`, 'invalid_request', at));
    }
    if (schema.enum) found.push(ask(`${name}=no_such_word`, 'invalid_request', at));
    if (name === 'cursor') {
      // Where nothing has the id that the address names, 404 may come first.
      const expect = { status: [400, 404], code: ['invalid_cursor', 'invalid_request', 'not_found'] };
      for (const value of ['x', '%F0%9F%9A%80', 'AAAAAAAAAAAAAAAAAAAAAAA'])
        found.push({ ...ask(`cursor=${value}`, 'invalid_cursor'), expect });
    }
    if (schema.maxLength !== undefined && schema.maxLength < 10_000)
      found.push(ask(`${name}=${'x'.repeat(schema.maxLength + 1)}`, 'invalid_request', at));
  }
  return found;
}

function badHeaders(base: BadRequest, { parameters }: Operation): BadRequest[] {
  const send = (name: string, value: string): BadRequest => ({
    ...base,
    what: `${name}: ${value.slice(0, 40)}`,
    headers: { ...base.headers, [name]: value },
    expect: { status: 400, code: 'invalid_header', pointer: `/${name}` },
  });
  const takes = (name: string) => parameters.some((each) => each.in === 'header' && each.name === name);
  const found: BadRequest[] = [];
  const changes = base.method !== 'GET';
  const notTaken = (name: string) => changes && !takes(name);
  if (takes('If-Match')) {
    for (const value of ['1', '"1', 'x', '""1""', '"1" "2"', ','])
      found.push({
        ...send('if-match', value),
        expect: { status: [400, 404], code: ['invalid_header', 'not_found'] },
      });
  }
  if (takes('Idempotency-Key')) {
    for (const value of ['', 'a b', 'x'.repeat(256), 'ü', 'a,\tb'])
      found.push(send('idempotency-key', value));
  }
  if (notTaken('If-Match')) found.push(send('if-match', '"1"'));
  if (notTaken('Idempotency-Key')) found.push(send('idempotency-key', 'once'));
  return found;
}
