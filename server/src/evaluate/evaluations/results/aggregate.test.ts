import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';

test('epochs are averaged within an item, over those that were scored', () => {
  const plan = planOf([3], 1, 3);
  const scores: (number | null)[][] = [
    [1, 0, 1],
    [1, null, 1],
    [null, null, null],
  ];
  const [[cell]] = aggregateOf(plan, ({ item, epoch }) => scores[item]?.[epoch] ?? FAILED).cells as [
    [Cell],
    ...Cell[][],
  ];
  assert.deepEqual([...cell.scores], [2 / 3, 1, Number.NaN]);
  assert.deepEqual([...cell.repeats], [3, 2, 0]);
});

type Cell = ReturnType<typeof aggregateOf>['cells'][number][number];

test('pass, fail, error, unscored, truncated and pending are kept apart', () => {
  const plan = planOf([8], 1, 1);
  const { cells, done, units } = aggregateOf(plan, ({ item }) => {
    if (item === 0) return 1;
    if (item === 1) return { score: 0, extraction: 'none', reason: 'only_reasoning' };
    if (item === 2) return { extraction: 'flexible', finish_reason: 'length' };
    if (item === 3) return FAILED;
    if (item === 4) return { ...FAILED, reason: 'timeout' };
    if (item === 5) return FAILED;
    if (item === 6) return { state: 'unscored', score: null, extraction: null };
    return null;
  });
  assert.deepEqual(cells[0]?.[0]?.counts, {
    units: 8,
    scored: 3,
    failed: 3,
    unscored: 1,
    truncated: 1,
    extraction: { strict: 1, flexible: 1, none: 1 },
    only_reasoning: 1,
    failures: { transient: 2, timeout: 1 },
  });
  assert.deepEqual([done, units], [7, 8]);
  assert.ok(Number.isNaN(cells[0]?.[0]?.scores[6]));
});

test('calls are counted by target over all benchmarks; failures have no latency and no cost', () => {
  const plan = planOf([2, 2], 2, 1);
  const { calls } = aggregateOf(plan, ({ target, benchmark, item }) => {
    if (target === 1) return FAILED;
    return { cost: 1000, latency_ms: 100 * benchmark + 10 * item, input_tokens: item === 0 ? null : 7 };
  });
  const { latencies, ...counted } = calls[0] ?? assert.fail();
  assert.deepEqual(
    [250, 500, 750, 1000].map((perMille) => latencies.nearestRank(perMille)),
    [0, 10, 100, 110],
  );
  assert.deepEqual(counted, {
    inputTokens: 14,
    outputTokens: 10,
    counted: 2,
    own: { answers: 0, inputTokens: 0, outputTokens: 0, cached: { inputTokens: 0, cachedTokens: 0 } },
    cost: 4000n,
    priced: 4,
    unpriced: 0,
    shared: 0,
    paid: 4000n,
    attempted: 4,
    answered: 4,
    models: { '': 4 },
    fingerprints: { '': 4 },
    routes: { '': 4 },
    tiers: { '': 4 },
  });
  assert.deepEqual([calls[1]?.latencies.count, calls[1]?.unpriced, calls[1]?.priced], [0, 0, 0]);
});
