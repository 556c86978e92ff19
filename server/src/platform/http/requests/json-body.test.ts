import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../kernel/errors.ts';
import { isUnstorableText, MAX_JSON_NESTING, parseJsonBody } from './json-body.ts';

const MOST_VALUES = 100_000;
const parse = (text: string) => parseJsonBody(Buffer.from(text), MOST_VALUES);

function refusal(body: string | Buffer): { code: string; pointers: string[] } {
  try {
    parseJsonBody(Buffer.from(body), MOST_VALUES);
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return { code: error.code, pointers: error.errors.map(({ pointer }) => pointer) };
  }
  return { code: 'accepted', pointers: [] };
}

const ACCEPTED: [what: string, text: string][] = [
  ['an object', '{"a":{"b":[1,true,null,"x"]}}'],
  ['white space everywhere', ' {\t"a" :\r\n[ 1 , 2 ] } '],
  ['the same key in different objects', '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}'],
  ['keys that differ in case and in form', '{"a":1,"A":2,"é":3,"e\u0301":4}'],
  ['colons, braces and quotes inside strings', '{"a":":{}[]\\":\\"","b:c":"\\\\"}'],
  ['a string of backslashes', '{"a":"\\\\\\\\","b":1}'],
  ['an escaped quote after backslashes', '{"a":"\\\\\\"","b":1}'],
  ['an empty key', '{"":1}'],
  ['__proto__ as any other key', '{"__proto__":{"x":1},"constructor":1}'],
  ['a surrogate pair, raw and escaped', '{"a":"🚀\\ud83d\\ude80"}'],
  ['a scalar', '17'],
  ['nesting at the limit', '['.repeat(MAX_JSON_NESTING) + ']'.repeat(MAX_JSON_NESTING)],
  ['brackets in strings that do not nest', JSON.stringify({ a: '['.repeat(10_000) })],
  ['as many values as are allowed', JSON.stringify(Array(MOST_VALUES - 2).fill(0))],
  ['commas in strings that count for nothing', JSON.stringify([','.repeat(MOST_VALUES)])],
  ['wide, not deep', JSON.stringify(Array(10_000).fill([[]]))],
];

for (const [what, text] of ACCEPTED) {
  test(`accepts ${what}`, () => assert.deepEqual(parse(text), JSON.parse(text)));
}

const REFUSED: [what: string, body: string | Buffer, code: string, pointers?: string[]][] = [
  ['a key twice', '{"a":1,"a":1}', 'duplicate_key', ['/a']],
  ['a key three times', '{"a":1,"a":1,"a":1}', 'duplicate_key', ['/a', '/a']],
  ['a key twice, escaped', '{"a":1,"\\u0061":1}', 'duplicate_key', ['/a']],
  [
    'keys twice in two places',
    '{"x":[0,{"a":1,"a":2}],"y":{"b":1,"b":2}}',
    'duplicate_key',
    ['/x/1/a', '/y/b'],
  ],
  ['a key twice, with colons around', '{":":{"a":":"},":":1}', 'duplicate_key', ['/:']],
  ['an empty key twice', '{"":1,"":2}', 'duplicate_key', ['/']],
  ['a key of slash and tilde twice', '{"a/~":1,"a/~":2}', 'duplicate_key', ['/a~1~0']],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'duplicate_key', ['/__proto__']],
  ['numbers as keys twice', '{"1":1,"2":2,"1":3}', 'duplicate_key', ['/1']],
  ['NUL in a value', '{"a":["x","\\u0000"]}', 'invalid_string', ['/a/1']],
  ['NUL in a key', '{"a":{"b\\u0000":1}}', 'invalid_string', ['/a/b\0']],
  ['lone surrogates in several places', '{"a":"\\ud800","b":"\\udc00x"}', 'invalid_string', ['/a', '/b']],
  ['more values than are allowed', JSON.stringify(Array(MOST_VALUES).fill(0)), 'too_many_values', []],
  ['more members than are allowed', `{${'"":0,'.repeat(MOST_VALUES)}"":0}`, 'too_many_values', []],
  ['more empty arrays than are allowed', `[${'[],'.repeat(MOST_VALUES)}0]`, 'too_many_values', []],
  [
    'one level too deep',
    '['.repeat(MAX_JSON_NESTING + 1) + ']'.repeat(MAX_JSON_NESTING + 1),
    'nesting_too_deep',
    [],
  ],
  ['numbers that are too large', '{"a":[1,1e999],"b":-1e400}', 'invalid_json', ['/a/1', '/b']],
  ['many levels', '['.repeat(50_000), 'nesting_too_deep', []],
  ['nothing but space', '  ', 'invalid_json', []],
  ['an unclosed string', '{"a":"x', 'invalid_json', []],
  ['a string that ends in a backslash', '"\\', 'invalid_json', []],
  ['a lone quote', '"', 'invalid_json', []],
  ['an overlong encoding of a slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'invalid_json', []],
];

for (const [what, body, code, pointers = []] of REFUSED) {
  test(`refuses ${what}`, () => assert.deepEqual(refusal(body), { code, pointers }));
}

test('names a hundred places at most, of a body with millions', () => {
  assert.equal(refusal(`{${'"a":1,'.repeat(50_000)}"b":1}`).pointers.length, 100);
  assert.equal(refusal(JSON.stringify(Array(50_000).fill('\0'))).pointers.length, 100);
});

const text = fc.string({ unit: 'binary' }).filter((each) => !isUnstorableText(each));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}));

test('any value without bad strings comes back as JSON.parse reads it', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (any, indent) => {
      const json = JSON.stringify(any, null, indent);
      assert.deepEqual(parse(json), JSON.parse(json));
    }),
    { numRuns: 300 },
  );
});

test('any object that is given one of its own keys again is refused at that key', () => {
  fc.assert(
    fc.property(fc.dictionary(text, value, { minKeys: 1, maxKeys: 4 }), value, (object, again) => {
      const key = Object.keys(object)[0] ?? '';
      const twice = `{${JSON.stringify(key)}:${JSON.stringify(again)},${JSON.stringify(object).slice(1)}`;
      const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      assert.deepEqual(refusal(twice), { code: 'duplicate_key', pointers: [pointer] });
    }),
    { numRuns: 300 },
  );
});

test('any bytes are either read as JSON.parse reads them or refused with a problem', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom('', '{"a":"', '["'), (bytes, prefix) => {
      refusal(Buffer.concat([Buffer.from(prefix), bytes]));
    }),
    { numRuns: 500 },
  );
});
