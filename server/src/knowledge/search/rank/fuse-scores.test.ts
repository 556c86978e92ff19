import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Candidate, fuseScores, semanticWeight } from './fuse-scores.ts';

describe('fuse', () => {
  it('is the weighted mean of the keyword score and the cosine', () => {
    assert.deepEqual(
      fuseScores(
        [
          { id: 1, words: 0.5, cosine: 0.5 },
          { id: 2, words: 0, cosine: 1 },
          { id: 3, words: 0.75, cosine: -0.2 },
        ],
        0.5,
      ),
      [
        { id: 1, score: 0.5 },
        { id: 2, score: 0.5 },
        { id: 3, score: 0.375 },
      ],
    );
  });

  it('gives scores in [0, 1], best first, that do not depend on the other candidates', () => {
    const candidate: fc.Arbitrary<Candidate> = fc.record({
      id: fc.nat(20),
      words: fc.double({ min: 0, max: 1, noNaN: true }),
      cosine: fc.double({ min: -1, max: 1.001, noNaN: true }),
    });
    const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
    fc.assert(
      fc.property(candidates, fc.double({ min: 0, max: 1, noNaN: true }), (all, weight) => {
        const fused = fuseScores(all, weight);
        const scores = fused.map(({ score }) => score);
        assert.ok(scores.every((score) => score >= 0 && score <= 1));
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        );
        const some = new Set(all.slice(0, all.length / 2).map(({ id }) => id));
        const alone = fuseScores(
          all.filter(({ id }) => some.has(id)),
          weight,
        );
        assert.deepEqual(
          alone,
          fused.filter(({ id }) => some.has(id)),
        );
      }),
    );
  });
});

describe('the weight of the meaning', () => {
  const rule = { from: 1, slope: 2, least: 0.1, most: 0.8, half: 0.5 };
  const whole = { lead: 1.2, known: 1, unseen: 0 };
  const cases: [name: string, given: Partial<typeof whole> | { lead: null }, weight: number][] = [
    ['grows with the lead of the meaning', {}, 0.5],
    ['is small where the words find more', { lead: 0.5 }, 0.1],
    ['leaves a part to the words where the meaning finds all', { lead: 2.5 }, 0.8],
    ['falls with what the model does not know of the query', { known: 0.5 }, 0.25],
    ['falls with the share of the chunks that it has not seen', { unseen: 0.4 }, 0.3],
    ['is a half for an embedding model', { lead: null }, 0.5],
  ];
  for (const [name, given, weight] of cases)
    it(name, () => {
      const found = semanticWeight({ ...whole, ...given }, rule);
      assert.ok(Math.abs(found - weight) < 1e-12, `${found} is not ${weight}`);
    });
});
