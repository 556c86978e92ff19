import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Candidate, fuse, semanticShare } from './fuse-scores.ts';
import type { ScoredRow } from './top-k.ts';

const hits = (...scores: number[]): ScoredRow[] => scores.map((score, at) => ({ id: at + 1, score }));

describe('fuse', () => {
  it('is the weighted mean of the scores of both modes', () => {
    assert.deepEqual(
      fuse(
        [
          { id: 1, relevance: 5, cosine: 0.5 },
          { id: 2, relevance: 0, cosine: 1 },
          { id: 3, relevance: 15, cosine: -0.2 },
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
      relevance: fc.double({ min: 0, max: 100, noNaN: true }),
      cosine: fc.double({ min: -1, max: 1.001, noNaN: true }),
    });
    const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
    fc.assert(
      fc.property(candidates, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const fused = fuse(all, share);
        const scores = fused.map(({ score }) => score);
        assert.ok(scores.every((score) => score >= 0 && score <= 1));
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        );
        const some = new Set(all.slice(0, all.length / 2).map(({ id }) => id));
        const alone = fuse(
          all.filter(({ id }) => some.has(id)),
          share,
        );
        assert.deepEqual(
          alone,
          fused.filter(({ id }) => some.has(id)),
        );
      }),
    );
  });
});

describe('the share of the semantic score', () => {
  const rule = { semanticWeight: 0.8, agreementHits: 10 };
  const semantic = hits(0.9, 0.8, 0.7, 0.6);
  const strangers = (count: number) => Array.from({ length: count }, (_, at) => ({ id: 90 + at, score: 1 }));
  const cases: [name: string, semantic: ScoredRow[], keyword: ScoredRow[], known: number, share: number][] = [
    ['is whole where the two rankings agree', semantic, hits(9, 8, 7, 6), 1, 0.8],
    ['falls with what the keyword ranking does not confirm', semantic, hits(9, 8), 1, 0.4],
    ['is none where the keyword ranking has none of its hits', semantic, strangers(5), 1, 0],
    ['falls with what the model does not know of the query', semantic, hits(9, 8, 7, 6), 0.25, 0.2],
    ['is whole where there is no keyword ranking', semantic, [], 0.25, 0.8],
    ['is none where it found nothing', [], hits(9), 1, 0],
    [
      'rises where the first hits of the keyword ranking are less confirmed than its own: by twice the difference',
      semantic,
      [...strangers(2), ...hits(9, 8, 7, 6)],
      1,
      0.8 / (0.8 + 0.2 * (1 - 2 * (1 - 4 / 6))),
    ],
  ];
  for (const [name, ofSemantic, ofKeyword, known, share] of cases)
    it(name, () => {
      const given = semanticShare(ofSemantic, ofKeyword, known, rule);
      assert.ok(Math.abs(given - share) < 1e-12, `${given} is not ${share}`);
    });
});
