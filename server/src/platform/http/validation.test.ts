import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../../kernel/errors.ts';
import { REFUSAL_MESSAGE } from './schemas.ts';
import { compileValidator } from './validation.ts';

const closed = { type: 'object', additionalProperties: false };

function check(schema: object, httpPart: string, value: unknown): { value?: unknown; pointers?: string[] } {
  const validate = compileValidator({ schema, httpPart, method: 'POST', url: '/' } as never);
  const result = validate(value) as { value?: unknown; error?: AppError };
  if (!result.error) return { value: result.value };
  assert.equal(result.error.code, 'invalid_request');
  return { pointers: result.error.errors.map(({ pointer }) => pointer) };
}

test('a schema may say itself what is wrong with a value', () => {
  const schema = {
    ...closed,
    properties: { n: { type: 'integer', minimum: 1, [REFUSAL_MESSAGE]: 'must be whole' } },
  };
  const validate = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' } as never);
  for (const n of [0.5, 0, 'x']) {
    const { error } = validate({ n }) as { error?: AppError };
    assert.deepEqual(error?.errors, [{ pointer: '/n', detail: 'must be whole' }], `${n}`);
  }
  assert.doesNotMatch(JSON.stringify(schema), /must be whole/);
});

const query = {
  ...closed,
  properties: {
    n: { type: 'integer', minimum: 1 },
    x: { type: ['number', 'null'] },
    yes: { type: 'boolean' },
    s: { type: 'string' },
  },
};

const READ: [text: Record<string, string>, value: object][] = [
  [{ n: '12' }, { n: 12 }],
  [{ n: '007' }, { n: 7 }],
  [{ x: '-1.50' }, { x: -1.5 }],
  [{ yes: 'true' }, { yes: true }],
  [{ yes: 'false' }, { yes: false }],
  [{ s: '12' }, { s: '12' }],
  [{ s: 'true' }, { s: 'true' }],
];
for (const [text, value] of READ) {
  test(`reads ${JSON.stringify(text)} as ${JSON.stringify(value)}`, () =>
    assert.deepEqual(check(query, 'querystring', { ...text }), { value }));
}

for (const text of [
  '',
  ' 1',
  '1 ',
  '+1',
  '1e2',
  '0x10',
  '1.5',
  '1.',
  '.5',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1_000',
  '١',
  'null',
]) {
  test(`does not take ${JSON.stringify(text)} for a positive integer`, () =>
    assert.deepEqual(check(query, 'querystring', { n: text }), { pointers: ['/n'] }));
}
for (const text of ['', '1', 'TRUE', 'yes']) {
  test(`does not take ${JSON.stringify(text)} for a boolean`, () =>
    assert.deepEqual(check(query, 'querystring', { yes: text }), { pointers: ['/yes'] }));
}

test('nothing in a body is coerced, and every wrong place is named', () => {
  const body = { ...query, required: ['s'] };
  assert.deepEqual(check(body, 'body', { n: '1', x: '2', yes: 'true', more: 1, 'a/b~c': 1 }), {
    pointers: ['/s', '/more', '/a~1b~0c', '/n', '/x', '/yes'],
  });
});

test('a body with more wrong places than can be told is refused at its first', () => {
  const numbers = { type: 'array', items: { type: 'number' } };
  assert.equal(check(numbers, 'body', Array(100_000).fill('x')).pointers?.length, 1);
  assert.equal(check(numbers, 'body', Array(200).fill('x')).pointers?.length, 200);
});
