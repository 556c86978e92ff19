import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import { buildResults } from '../pipeline/build-results.ts';
import { meanQuality } from './quality.ts';

/** Of two benchmarks of 100 items the first target is right on 80; what the second one gets is `came`. */
async function qualities(came: (benchmark: number, item: number) => number | typeof FAILED) {
  const plan = planOf([100, 100], 2, 1);
  const aggregate = aggregateOf(plan, ({ benchmark, item, target }) =>
    target === 0 ? Number(item < 80) : came(benchmark, item),
  );
  const { intervals, coverage } = await buildResults(plan, aggregate, { final: true });
  const [first, second] = ['t0', 't1'].map((label) => meanQuality(plan, intervals, coverage, label));
  return { first: first?.score, second: second?.score };
}

test('units without a score may have been wrong: who failed on the hard ones is not better for it', async () => {
  const { first, second } = await qualities((_, item) => (item < 80 ? 1 : FAILED));
  assert.ok(first && second);
  assert.equal(second.value, 0.8);
  assert.ok(second.low < first.high, `${second.low} to ${second.high}`);
  assert.ok(second.low < 0.8 && second.high === 1);
});

test('a benchmark without any score counts as nothing, and could be anything', async () => {
  const { first, second } = await qualities((benchmark) => (benchmark === 0 ? 1 : FAILED));
  assert.ok(first && second);
  assert.equal(second.value, 0.5);
  assert.ok(second.low < 0.5 && second.high === 1);
});

test('with every unit scored the range is that of the scores, and without any there is no quality', async () => {
  const { first, second } = await qualities(() => FAILED);
  assert.equal(second, undefined);
  assert.ok(first && first.low > 0.7 && first.low < 0.8 && first.high > 0.8 && first.high < 0.88);
});
