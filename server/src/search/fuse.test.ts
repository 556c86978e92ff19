import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fuse, type SideHit, trustIn } from './fuse.ts';

const hits = (...scores: number[]): SideHit[] => scores.map((score, at) => ({ id: at + 1, score }));
const idsOf = (list: readonly SideHit[]) => list.map(({ id }) => id);

describe('fuse', () => {
  it('gives 1 to what is first on both sides and 0 to what is last on one and absent from the other', () => {
    assert.deepEqual(fuse(hits(9, 5, 1), hits(0.9, 0.1), 0.8), [
      { id: 1, score: 1 },
      { id: 2, score: 0.09999999999999998 },
      { id: 3, score: 0 },
    ]);
  });

  it('is one side when the share is 0 or 1', () => {
    const keyword = hits(9, 5, 4);
    const semantic = [...hits(0.9, 0.5, 0.4)].map(({ score }, at) => ({ id: 3 - at, score }));
    assert.deepEqual(idsOf(fuse(keyword, semantic, 0)), [1, 2, 3]);
    assert.deepEqual(idsOf(fuse(keyword, semantic, 1)), [3, 2, 1]);
  });

  it('takes several hits of one score, or one alone, for the best of their side', () => {
    assert.deepEqual(fuse(hits(3, 3), [], 0.25), [
      { id: 1, score: 0.75 },
      { id: 2, score: 0.75 },
    ]);
    assert.deepEqual(fuse([], hits(0.2), 0.5), [{ id: 1, score: 0.5 }]);
    assert.deepEqual(fuse([], [], 0.5), []);
  });

  it('has scores in [0, 1], best first, each id once', () => {
    const side = fc
      .uniqueArray(fc.record({ id: fc.nat(20), score: fc.double({ min: 0, max: 100, noNaN: true }) }), {
        selector: ({ id }) => id,
      })
      .map((list) => list.sort((a, b) => b.score - a.score));
    fc.assert(
      fc.property(side, side, fc.double({ min: 0, max: 1, noNaN: true }), (keyword, semantic, share) => {
        const fused = fuse(keyword, semantic, share);
        const scores = fused.map(({ score }) => score);
        assert.ok(scores.every((score) => score >= 0 && score <= 1));
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        );
        assert.equal(new Set(idsOf(fused)).size, fused.length);
      }),
    );
  });
});

describe('trust in the semantic side', () => {
  const semantic = hits(0.9, 0.8, 0.7, 0.6);
  const trusts: [name: string, keyword: SideHit[], known: number, trust: number][] = [
    ['is whole where the keyword side has all its first hits', hits(9, 8, 7, 6, 5), 1, 1],
    ['is the share of its first hits that the keyword side has', hits(9, 8), 1, 0.5],
    ['is none where the keyword side has none of them', [{ id: 99, score: 9 }], 1, 0],
    ['is lessened by what the model does not know of the query', hits(9, 8, 7, 6), 0.25, 0.25],
    ['is whole where the keyword side found nothing', [], 0.25, 1],
  ];
  for (const [name, keyword, known, trust] of trusts)
    it(name, () => assert.equal(trustIn(semantic, keyword, known), trust));
  it('is none in a side that found nothing', () => assert.equal(trustIn([], hits(9), 1), 0));
});
