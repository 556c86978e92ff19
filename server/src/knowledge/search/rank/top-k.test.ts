import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { topScores } from './top-k.ts';

describe('topScores', () => {
  it('is the head of the sorted list', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat({ max: 12 }), (scores, count) => {
        const entries = scores.map((score, id): [number, number] => [id, score]);
        const sorted = entries.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, count);
        assert.deepEqual(topScores(new Map(entries), count), sorted);
      }),
    );
  });
});
