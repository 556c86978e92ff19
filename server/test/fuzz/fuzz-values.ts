import fc, { type Arbitrary } from 'fast-check';
import { type JsonSchema, typesOf } from '../support/schema-walk.ts';

/** The values that a session has seen under a field's name; undefined where there are none. */
export type PickWord = (name: string, at: number) => unknown;

export const HOSTILE_STRINGS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202etxt.exe',
  '\ufeff',
  '\u200b',
  '\ud800',
  'x\udfff\ud800',
  'e\u0301',
  '🚀',
  'ﷺ'.repeat(60),
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE workspaces;--",
  '<script>alert(1)</script>',
  '{{constructor}}',
  '%s%n',
  '=1+1',
  'null',
  'NaN',
  '__proto__',
  'constructor',
  '-0',
  '1e400',
  '٠١٢',
  'a\r\nX-Injected: 1',
  'a\u2028b',
  'x'.repeat(201),
  'y'.repeat(10_000),
  '(a+)+$'.repeat(20),
  '"unclosed AND (NOT',
];

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e-7,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  1e21,
  1.7976931348623157e308,
];

const text = fc.oneof(
  fc.constantFrom('a', 'Support chat', 'Größe', 'x y z', '数据'),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

/** A JSON value of no type in particular, made to be mishandled. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE_STRINGS),
  fc.constantFrom<unknown>(...HOSTILE_NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { __proto__: null, constructor: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.uuid({ version: 7 }),
);

/** A value that should fit the schema; where it is sure only a validator says whether it does. */
export function fitting(schema: JsonSchema, name: string, pick: PickWord): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((each) => fitting(each, name, pick)));
  const types = typesOf(schema);
  const made = types.map((type) => ofType(type, schema, name, pick));
  if (made.length === 0) return fc.jsonValue({ maxDepth: 1 });
  return made.length === 1 ? (made[0] as Arbitrary<unknown>) : fc.oneof(...made);
}

function ofType(type: string, schema: JsonSchema, name: string, pick: PickWord): Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(schema, name, pick);
    case 'array':
      return arrays(schema, name, pick);
    case 'string':
      return strings(schema, name, pick);
    case 'integer':
      return known(name, pick, 'number', integers(schema));
    case 'number':
      return known(name, pick, 'number', numbers(schema));
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  name: string,
  pick: PickWord,
) {
  // What may be anything is read-only in a patch, and ignored.
  const told = Object.entries(properties).filter(
    ([field, inner]) => Object.keys(inner).length > 0 || required.includes(field),
  );
  const made = fc.record(
    Object.fromEntries(told.map(([field, inner]) => [field, fitting(inner, field, pick)])),
    { requiredKeys: required.filter((field) => field in properties), noNullPrototype: true },
  );
  if (typeof additionalProperties !== 'object') return made;
  return fc.dictionary(fc.constantFrom('a', 'topic', 'n1'), fitting(additionalProperties, name, pick), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

function arrays({ items = {}, minItems = 0, maxItems = 5 }: JsonSchema, name: string, pick: PickWord) {
  const item = fitting(items, name, pick);
  const few = fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(4, maxItems)) });
  const full = item.map((each) => Array.from({ length: maxItems }, () => each));
  return maxItems > 1000 ? few : fc.oneof({ weight: 30, arbitrary: few }, { weight: 1, arbitrary: full });
}

function strings(schema: JsonSchema, name: string, pick: PickWord): Arbitrary<unknown> {
  const { minLength = 0, maxLength = 100_000, format, pattern } = schema;
  if (format === 'uuid') return known(name, pick, 'string', fc.uuid({ version: 7 }));
  const bounds = [minLength, maxLength].filter((length) => length <= 10_000);
  const sized = text.map((value) => value.slice(0, maxLength).padEnd(minLength, 'x'));
  const plain = fc.oneof(
    { weight: 8, arbitrary: sized },
    { weight: 1, arbitrary: fc.constantFrom(...bounds, 1).map((length) => 'x'.repeat(length)) },
  );
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return known(
    name,
    pick,
    'string',
    plain.map((value) => (expression === undefined || expression.test(value) ? value : 'plain')),
  );
}

/** Now and then what has been seen under this name, where it has the right type. */
function known(name: string, pick: PickWord, type: string, other: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(fc.nat(255), other).map(([at, value]) => {
    const seen = at < 160 ? pick(name, at) : undefined;
    return typeof seen === type ? seen : value;
  });
}

function integers({ minimum = -1000, maximum = 2 ** 53 - 1 }: JsonSchema): Arbitrary<number> {
  const low = Math.ceil(minimum);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: low, max: Math.min(maximum, low + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(low, maximum, Math.min(maximum, low + 1)) },
  );
}

function numbers(schema: JsonSchema): Arbitrary<number> {
  const { exclusiveMinimum, minimum = exclusiveMinimum ?? -1000, maximum = 1e9 } = schema;
  const inner = fc.double({ min: minimum, max: Math.min(maximum, minimum + 100), noNaN: true });
  const bounds = exclusiveMinimum === undefined ? [minimum, maximum] : [minimum + 1e-9, maximum];
  return fc.oneof({ weight: 6, arbitrary: inner }, { weight: 1, arbitrary: fc.constantFrom(...bounds) });
}

type Change = 'replace' | 'drop' | 'add' | 'repeat' | 'nest';
const change = fc.constantFrom<Change>('replace', 'replace', 'replace', 'drop', 'add', 'repeat', 'nest');

/** The same with one place altered. */
export function altered(base: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(base, fc.nat(1000), change, hostile, fc.constantFrom(2, 21, 60))
    .map(([value, at, how, bad, times]) => {
      const root = { root: structuredClone(value) };
      const places = placesIn(root);
      const [holder, key] = places[at % places.length] ?? [root, 'root'];
      alter(holder, key, how, bad, times);
      return root.root;
    });
}

type Holder = Record<string, unknown>;

function placesIn(value: unknown): [Holder, string][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]): [Holder, string][] => [
    [value as Holder, key],
    ...placesIn(inner),
  ]);
}

function alter(holder: Holder, key: string, how: Change, bad: unknown, times: number): void {
  const value = holder[key];
  const isObject = value !== null && typeof value === 'object';
  if (how === 'drop' && !Array.isArray(holder)) delete holder[key];
  else if (how === 'add' && isObject && !Array.isArray(value)) (value as Holder).no_such_field = bad;
  else if (how === 'repeat' && Array.isArray(value))
    holder[key] = Array.from(
      { length: times * Math.max(1, value.length) },
      (_, i) => value[i % value.length],
    );
  else if (how === 'nest') holder[key] = nested(value, times);
  else holder[key] = bad;
}

function nested(value: unknown, depth: number): unknown {
  let made = value;
  for (let i = 0; i < depth; i++) made = i % 2 === 0 ? [made] : { a: made };
  return made;
}
