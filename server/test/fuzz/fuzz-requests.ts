import fc, { type Arbitrary } from 'fast-check';
import { type JsonSchema, type Operation, type Parameter, typesOf } from '../support/schema-walk.ts';
import type { Known, Place } from './fuzz-known.ts';
import { altered, fitting, HOSTILE_STRINGS, hostile } from './fuzz-values.ts';

/** A request before its ids are known: plain data, which fast-check makes and makes smaller. */
export interface Draft {
  /** Where among the places that are known; and what is wrong with it. */
  at: number;
  path: 'alive' | 'gone' | 'foreign' | 'upper' | 'hostile';
  pathValue: string;
  query: [name: string, value: string][];
  headers: HeaderDraft[];
  body: BodyDraft | undefined;
  method: string | undefined;
  /** Whose key is sent. */
  who: 'admin' | 'viewer' | 'limited' | 'revoked' | 'nobody';
}

type HeaderDraft = { name: string; value: string };

type BodyDraft = { value: unknown; spoil: Spoil | undefined; type: string | undefined; chunked: boolean };

/** A way of spoiling JSON text; `sure` is refused whatever the text was. */
export interface Spoil {
  what: string;
  sure: boolean;
  apply(json: string): string | Buffer;
}

const insert = (json: string, piece: string) =>
  json.startsWith('{') ? `{${piece}${json.length > 2 ? ',' : ''}${json.slice(1)}` : `[${json},{${piece}}]`;

const SPOILS: Spoil[] = [
  { what: 'cut short', sure: true, apply: (json) => json.slice(0, -1) || '{' },
  { what: 'a trailing comma', sure: true, apply: (json) => `${json},` },
  { what: 'a key twice', sure: true, apply: (json) => insert(json, '"name":"a","name":"b"') },
  { what: 'a lone surrogate', sure: true, apply: (json) => insert(json, '"x":"\\ud800"') },
  { what: 'NUL', sure: true, apply: (json) => insert(json, '"x":"\\u0000"') },
  { what: '1e400', sure: true, apply: (json) => insert(json, '"x":1e400') },
  { what: 'a number of 400 digits', sure: true, apply: (json) => insert(json, `"x":${'9'.repeat(400)}`) },
  { what: 'nesting', sure: true, apply: () => '['.repeat(5000) + ']'.repeat(5000) },
  { what: 'a byte order mark', sure: false, apply: (json) => `\ufeff${json}` },
  { what: 'a comment', sure: true, apply: (json) => `/**/${json}` },
  { what: 'white space', sure: false, apply: (json) => ` \n\t${json}\r\n` },
  { what: 'not UTF-8', sure: true, apply: (json) => Buffer.concat([Buffer.from(json), Buffer.from([0xff])]) },
  { what: 'UTF-16', sure: true, apply: (json) => Buffer.from(json, 'utf16le') },
  { what: '__proto__', sure: false, apply: (json) => insert(json, '"__proto__":{"admin":true}') },
  { what: 'nothing', sure: false, apply: () => '' },
];

/** Headers that alter nothing, may be refused, or conflict. */
const HEADERS: HeaderDraft[] = [
  { name: 'accept', value: 'application/xml' },
  { name: 'accept', value: 'text/html;q=0.1, */*;q=0' },
  { name: 'accept-encoding', value: 'gzip, br, zstd' },
  { name: 'range', value: 'bytes=0-5' },
  { name: 'range', value: 'bytes=9-2,-1,garbage' },
  { name: 'if-none-match', value: '*' },
  { name: 'if-none-match', value: '"1"' },
  { name: 'if-modified-since', value: 'Sat, 29 Oct 2044 19:43:31 GMT' },
  { name: 'if-match', value: '"999999"' },
  { name: 'if-match', value: '*' },
  { name: 'if-match', value: 'no quotes' },
  { name: 'idempotency-key', value: 'a b' },
  { name: 'x-request-id', value: 'x'.repeat(300) },
  { name: 'x-forwarded-for', value: '203.0.113.9' },
  { name: 'x-http-method-override', value: 'DELETE' },
  { name: 'origin', value: 'http://evil.example' },
  { name: 'sec-fetch-site', value: 'cross-site' },
  { name: 'cookie', value: 'touchstone_session=x; touchstone_session=y; =;;,' },
  { name: 'content-encoding', value: 'gzip' },
  { name: 'authorization', value: 'Bearer ts_wrong' },
  { name: 'authorization', value: 'Basic YTpi' },
  { name: 'last-event-id', value: '-1' },
];

/** Without DELETE: what it deletes would not be noticed. */
const METHODS = ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PATCH', 'POST', 'HEAD'];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'nonsense',
  'multipart/form-data',
];

/** One in so many. */
const seldom = <T>(every: number, value: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: every - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

/** Requests of one operation: most fit, some nearly, some are made to be mishandled. */
export function draftOf(operation: Operation, known: Known, examples: readonly unknown[]): Arbitrary<Draft> {
  const { parameters, body } = operation;
  const query = parameters.filter((each) => each.in === 'query');
  const maySkew = fc.constantFrom<Draft['path']>(
    ...Array<'alive'>(36).fill('alive'),
    'gone',
    'foreign',
    'upper',
    'hostile',
  );
  return fc.record({
    at: fc.nat(1000),
    path: maySkew,
    pathValue: fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string({ maxLength: 20 }), fc.uuid()),
    query: queries(operation.path, query, known),
    headers: headersOf(operation),
    body: body === undefined ? seldomBody() : bodyOf(body, operation, known, examples),
    method: seldom(60, fc.constantFrom(...METHODS)),
    who: fc.constantFrom<Draft['who']>(
      ...Array<'admin'>(36).fill('admin'),
      'viewer',
      'limited',
      'revoked',
      'nobody',
    ),
  });
}

function queries(path: string, parameters: Parameter[], known: Known): Arbitrary<[string, string][]> {
  const one = (parameter: Parameter): Arbitrary<[string, string] | undefined> => {
    const { name, schema, required } = parameter;
    const value =
      name === 'cursor'
        ? fc.tuple(fc.nat(50), fc.nat(7)).map(([at, how]) => mutated(known.cursor(path, at), how))
        : fitting(schema, name, known.pick).map(queryText);
    const said = fc
      .oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: hostile.map(queryText) })
      .map((each): [string, string] => [name, each]);
    return required ? said : seldom(2, said);
  };
  const stray = seldom(
    25,
    fc.tuple(
      fc.constantFrom('no_such', '__proto__', 'limit', 'limit[]', ''),
      fc.constantFrom('1', '\0', 'x'),
    ),
  );
  return fc
    .tuple(fc.tuple(...parameters.map(one)), stray)
    .map(([given, extra]) => [...given, extra].filter((each) => each !== undefined));
}

const queryText = (value: unknown): string => (typeof value === 'string' ? value : textOf(value));

/** A cursor as it was answered, or not quite. */
function mutated(cursor: string | undefined, how: number): string {
  if (cursor === undefined) return 'AAAA';
  if (how === 0) return cursor.slice(0, -1);
  if (how === 1) return cursor.slice(0, 4) + (cursor[4] === 'A' ? 'B' : 'A') + cursor.slice(5);
  return cursor;
}

function headersOf({ parameters }: Operation): Arbitrary<HeaderDraft[]> {
  const takes = (name: string) => parameters.some((each) => each.in === 'header' && each.name === name);
  const own: Arbitrary<HeaderDraft | undefined>[] = [seldom(12, fc.constantFrom(...HEADERS))];
  if (takes('Idempotency-Key'))
    own.push(
      seldom(
        4,
        fc.nat(30).map((n) => ({ name: 'idempotency-key', value: `key-${n}` })),
      ),
    );
  if (takes('If-Match')) own.push(seldom(4, fc.constant({ name: 'if-match', value: '(its)' })));
  return fc.tuple(...own).map((all) => all.filter((each) => each !== undefined));
}

const seldomBody = () =>
  seldom(
    40,
    fc.record({
      value: hostile,
      spoil: fc.constant(undefined),
      type: fc.constantFrom(undefined, ...TYPES),
      chunked: fc.boolean(),
    }),
  );

function bodyOf(
  schema: JsonSchema,
  operation: Operation,
  known: Known,
  examples: readonly unknown[],
): Arbitrary<BodyDraft> {
  const made = fitting(schema, '', known.pick);
  const base =
    examples.length === 0
      ? made
      : fc.oneof({ weight: 3, arbitrary: made }, { weight: 4, arbitrary: fc.constantFrom(...examples) });
  const others = operation.mediaTypes.filter((type) => type !== 'application/json');
  return fc.record({
    value: fc.oneof(
      { weight: 12, arbitrary: base },
      { weight: 10, arbitrary: altered(base) },
      { weight: 1, arbitrary: hostile },
    ),
    spoil: seldom(14, fc.constantFrom(...SPOILS)),
    type: seldom(12, fc.constantFrom(...TYPES, ...others, ...others)),
    chunked: fc.constantFrom(false, false, false, true),
  });
}

/** A request that can be sent, and what is known of it. */
export interface Call {
  method: string;
  path: string;
  place: Place;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  chunked: boolean;
  /** The body as JSON, where it is that and unspoilt. */
  json: unknown;
  /** That the text of the body must be refused. */
  spoilt: boolean;
  /** Its path names something that is there. */
  aim: Draft['path'];
  /** The values of the query, as the schema has them. */
  query: [name: string, value: string][];
  /** Headers besides those that the operation takes. */
  odd: boolean;
  mediaType: string | undefined;
}

/** What a session does not delete, and a place in the workspace beside it. */
export interface Surroundings {
  session: number;
  foreign: Place;
  kept: ReadonlySet<string>;
}

/** Fills in what the session knows now; undefined where nothing is there to ask for. */
export function callOf(
  operation: Operation,
  draft: Draft,
  known: Known,
  { session, foreign, kept }: Surroundings,
): Call | undefined {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const last = names.at(-1);
  const deletes = operation.method === 'DELETE' && operation.path.endsWith('}');
  const filled =
    last === undefined ? {} : placeFor(last, names, draft, known, foreign, deletes ? kept : new Set());
  if (filled === undefined) return undefined;
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(filled[name] ?? 'x'));
  const search = draft.query.map((pair) => pair.map(encode).join('=')).join('&');
  const headers: Record<string, string> = {};
  let odd = false;
  for (const { name, value } of draft.headers) {
    if (HEADERS.some((each) => each.name === name && each.value === value)) odd = true;
    headers[name] = filledHeader(name, value, known.etag(address), session);
  }
  const { body } = draft;
  const said = body === undefined ? undefined : textOf(body.value);
  const text = body?.spoil === undefined || said === undefined ? said : body.spoil.apply(said);
  const mediaType = body === undefined ? undefined : (body.type ?? 'application/json');
  if (mediaType !== undefined) headers['content-type'] = mediaType;
  const method = draft.method ?? operation.method;
  const bare = method === 'GET' || method === 'HEAD';
  return {
    method,
    path: search === '' ? address : `${address}?${search}`,
    place: filled,
    headers,
    body: bare ? undefined : text,
    chunked: body?.chunked === true,
    json: body?.spoil === undefined ? body?.value : undefined,
    spoilt: body?.spoil?.sure === true && /json/i.test(mediaType ?? ''),
    aim: last === undefined ? 'alive' : draft.path,
    query: draft.query,
    odd: odd || text === '' || draft.method !== undefined || (body?.spoil !== undefined && !body.spoil.sure),
    mediaType,
  };
}

/** The ETag that is known; and a key that no other session sends. */
function filledHeader(name: string, value: string, etag: string | undefined, session: number): string {
  if (value === '(its)') return etag ?? '"1"';
  return name === 'idempotency-key' && value.startsWith('key-') ? `${session}-${value}` : value;
}

const encode = (value: string) => encodeURIComponent(value.toWellFormed());

/** JSON keeps −0 as 0: it is written here. */
const textOf = (value: unknown): string => (Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? ''));

function placeFor(
  last: string,
  names: string[],
  { at, path, pathValue }: Draft,
  known: Known,
  foreign: Place,
  kept: ReadonlySet<string>,
): Place | undefined {
  if (!last.endsWith('_id')) {
    const word = known.pick(last, at);
    return { [last]: path === 'hostile' || word === undefined ? pathValue || 'x' : String(word) };
  }
  const all = path === 'gone' ? known.gone(last) : known.alive(last);
  const list = kept.size === 0 ? all : all.filter((each) => !kept.has(each[last] ?? ''));
  // The first of a kind is the example that is whole; a third of the requests goes there.
  const place = at % 3 === 0 ? list[0] : list[Math.floor(at / 3) % list.length];
  if (place === undefined) return undefined;
  const name = names[at % names.length] ?? last;
  switch (path) {
    case 'upper':
      return { ...place, [last]: (place[last] ?? '').toUpperCase() };
    case 'hostile':
      return { ...place, [name]: pathValue || 'x' };
    case 'foreign':
      return foreign[last] === undefined || last === 'workspace_id'
        ? undefined
        : { ...place, [last]: foreign[last] };
    default:
      return place;
  }
}

/** A query value as its schema would have it, to be validated. */
export function queryValue(schema: JsonSchema, value: string): unknown {
  const types = typesOf(schema);
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+$/.test(value)) return Number(value);
  if (types.includes('number') && /^-?\d+\.\d+$/.test(value)) return Number(value);
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
