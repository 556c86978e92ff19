import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_OUTPUT_CHARACTERS, shortenOutput } from './shortened.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is left of an output is what a test asserts.
type Left = any;
const sizeOf = (value: unknown) => JSON.stringify(value).length;

test('what fits stays as it is', () => {
  const output = { data: [1, 2, 3], warnings: ['w'] };
  assert.equal(shortenOutput(output), output);
});

test('long texts are cut before rows are left out, and a sentence says so', () => {
  const output = {
    data: Array.from({ length: 20 }, () => ({ text: 'x'.repeat(5000), n: 1 })),
    warnings: ['own'],
  };
  const left: Left = shortenOutput(output);
  assert.ok(sizeOf(left) <= MAX_OUTPUT_CHARACTERS);
  assert.equal(left.data.length, 20);
  assert.match(left.data[0].text, /^x{1000} … \(cut; 5000 characters in all\)$/);
  assert.deepEqual(left.warnings, ['own', 'Texts longer than 1000 characters are cut.']);
});

test('of rows that are too many the first are left, and the others are counted', () => {
  const left: Left = shortenOutput({ few: ['kept'], many: Array.from({ length: 5000 }, (_, n) => ({ n })) });
  assert.ok(sizeOf(left) <= MAX_OUTPUT_CHARACTERS);
  assert.deepEqual(left.few, ['kept']);
  assert.ok(left.many.length > 1000);
  assert.deepEqual(left.many.at(0), { n: 0 });
  assert.match(left.warnings.at(-1), new RegExp(`many has the first ${left.many.length} of 5000`));
});

test('a pair of surrogates is never parted', () => {
  const left: Left = shortenOutput({ text: '😀'.repeat(40_000), odd: `a${'😀'.repeat(40_000)}` });
  for (const text of [left.text, left.odd]) assert.ok(text.isWellFormed());
});
