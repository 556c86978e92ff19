import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createWordCounter, decodeBag, encodeBag, termHash } from './bag-of-words.ts';

const bagOf = createWordCounter();
const countOf = (text: string, word: string) => {
  const { hashes, counts } = bagOf(text);
  return counts[hashes.indexOf(termHash(word))] ?? 0;
};

describe('a bag of terms', () => {
  const finds: [text: string, word: string, count: number][] = [
    ['Runs, running and RUN', 'run', 3],
    ['Un café, deux cafés', 'cafe', 2],
    ['call getUserById(42)', 'user', 1],
    ['call getUserById(42)', '42', 1],
    ['我们使用机器学习方法', '机器', 1],
    ['The e\uFB03cient one', 'efficient', 1],
  ];
  for (const [text, word, count] of finds)
    it(`holds ${word} ${count} times for ${text}`, () => assert.equal(countOf(text, word), count));

  it('holds neither stop words nor single letters nor punctuation nor overlong words', () => {
    assert.equal(bagOf(`The a of x 7 -- ?! 🚀 ${'z'.repeat(100)}`).hashes.length, 0);
  });

  it('counts up to 255', () => assert.equal(countOf('wing '.repeat(300), 'wing'), 255));

  it('is the same after it was stored, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const bag = bagOf(text);
        assert.deepEqual(decodeBag(encodeBag(bag)), bag);
        assert.deepEqual(bag.hashes, bag.hashes.toSorted());
      }),
    );
  });
});
