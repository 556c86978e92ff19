import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import { wilsonInterval } from '../../../measure/statistics/statistics.ts';
import { buildResults } from './build-results.ts';

const percent = (score: number) => (100 * score).toFixed(1);

/** `right` of n items are right, by target. */
async function results(n: number, right: number[], final = true) {
  const plan = planOf([n], right.length, 1);
  const aggregate = aggregateOf(plan, ({ item, target }) => (item < (right[target] ?? 0) ? 1 : 0));
  return buildResults(plan, aggregate, { final });
}

test('scores have a Wilson interval, and the summary names the best with its score', async () => {
  const { target_results, intervals, overall_summary } = await results(100, [60, 90]);
  assert.deepEqual(target_results[0]?.benchmark_scores, { b0: 0.6 });
  const interval = wilsonInterval(60, 100, 0.95);
  assert.deepEqual([intervals[0]?.ci_low, intervals[0]?.ci_high], [interval.low, interval.high]);
  assert.equal(overall_summary, 'On b0, t1 is best with 90 %.');
});

const sentenceOf = async (n: number, right: number[]) =>
  (await results(n, right)).comparisons[0]?.sentence ?? '';

test('the sentence of a winner turns difference and interval to its side', async () => {
  const [c] = (await results(100, [90, 60])).comparisons;
  assert.ok(c && c.ci_low !== null && c.ci_high !== null);
  const figures = `by 30.0 points (interval ${percent(c.ci_low)} to ${percent(c.ci_high)}, adjusted p < 0.0001).`;
  assert.equal(await sentenceOf(100, [90, 60]), `t0 is better than t1 ${figures}`);
  assert.equal(await sentenceOf(100, [60, 90]), `t1 is better than t0 ${figures}`);
});

test('a tie, and what is undecided and how many items would decide it, are said', async () => {
  assert.match(
    await sentenceOf(2000, [1500, 1500]),
    /t0 and t1 are tied within ±5 points \(difference 0\.0 points, tie interval -?0\.\d to 0\.\d, interval -?0\.\d to 0\.\d\)/,
  );
  const { comparisons, overall_summary } = await results(40, [30, 28]);
  const [compared] = comparisons;
  assert.ok(compared);
  const { sentence, explanation, n_needed, smallest_detectable_difference } = compared;
  const needed = (n_needed ?? 0).toLocaleString('en-US');
  const why = `the interval is too wide; about ${needed} items would decide`;
  assert.equal(explanation, why);
  assert.ok(sentence.includes(`t0 against t1 is undecided: ${why} (difference 5.0 points, `), sentence);
  assert.equal(
    overall_summary,
    `On b0, t0 (75 %) and t1 (70 %) cannot be distinguished, and about ${needed} items would decide.`,
  );
  const smallest = percent(smallest_detectable_difference ?? 0);
  assert.ok(sentence.includes(`A difference of about ${smallest} points would likely have been detected.`));
  assert.match(await sentenceOf(14, [14, 0]), /undecided: fewer than 15 items were compared/);
  assert.match(await sentenceOf(20, [20, 0]), /This is only a hint, from fewer than 30 items\./);
  assert.match(
    (await results(20, [20, 0])).overall_summary,
    /t0 is best with 100 %, as a hint from few items/,
  );
});

test('a comparison that rests on shared answers says on how many', async () => {
  const plan = planOf([40], 2, 1);
  const alike = aggregateOf(plan, ({ item }) => ({
    score: item % 2,
    answer_of: item < 30 ? `of ${item}` : null,
  }));
  const { comparisons } = await buildResults(plan, alike, { final: true });
  assert.equal(comparisons[0]?.shared_answers, 30);
  assert.match(comparisons[0]?.sentence ?? '', /30 pairs of answers are the same response, shared because/);
});

test('where items share passages, sentences speak of clusters', async () => {
  const summary = async (n: number, size: number, right: number[]) => {
    const plan = planOf([n], right.length, 1);
    const [benchmark] = plan.benchmarks;
    if (benchmark)
      benchmark.clusters = Array.from({ length: n }, (_, i) => `passage ${Math.floor(i / size)}`);
    const scored = aggregateOf(plan, ({ item, target }) => (item % 160 < (right[target] ?? 0) ? 1 : 0));
    const [found] = (await buildResults(plan, scored, { final: true })).comparisons;
    assert.ok(found);
    return found;
  };
  const few = (await summary(160, 16, [120, 80])).sentence;
  assert.match(few, /undecided: they were compared on fewer than 15 clusters of items \(/);
  assert.doesNotMatch(few, /would decide/);
  assert.match(
    (await summary(160, 8, [150, 10])).sentence,
    /This is only a hint, from fewer than 30 clusters of items\./,
  );
  const { n_needed, clusters, sentence } = await summary(160, 4, [120, 110]);
  assert.equal(clusters, 40);
  assert.ok(n_needed !== null);
  const [items, groups] = [n_needed, Math.ceil(n_needed / 4)].map((n) => n.toLocaleString('en-US'));
  assert.ok(sentence.includes(`about ${items} items in ${groups} clusters would decide`), sentence);
});

test('until all is measured, results are provisional and compare nothing', async () => {
  const { provisional, comparisons, overall_summary } = await results(100, [90, 60], false);
  assert.equal(provisional, true);
  assert.deepEqual(comparisons, []);
  assert.match(
    overall_summary,
    /^Provisional: measurements are missing, so no winner is named\. On b0, .* so far\.$/,
  );
  assert.doesNotMatch(overall_summary, /better/);
});

test('failures and pending units are shown as coverage and said as a warning, not counted as wrong', async () => {
  const plan = planOf([10], 1, 1);
  const { coverage, target_results, intervals, warnings } = await buildResults(
    plan,
    aggregateOf(plan, ({ item }) => (item < 6 ? 1 : item < 8 ? FAILED : null)),
    { final: true },
  );
  assert.equal(coverage[0]?.pending, 2);
  assert.deepEqual(target_results[0]?.benchmark_scores, { b0: 1 });
  assert.equal(target_results[0]?.metrics['run/coverage'], 0.6);
  assert.equal(intervals[0]?.n, 6);
  assert.deepEqual(warnings, [
    'On b0, calls failed for 2 of 10 questions of t0 (2 transient); they count as missing, not as wrong.',
  ]);
});

test('a warning names a benchmark as people call it, once, with all whom it is about', async () => {
  const plan = planOf([10], 3, 1);
  plan.benchmarks = plan.benchmarks.map((one) => ({
    ...one,
    key: 'dataset/Our questions',
    chanceLevel: 0.25,
  }));
  const failures = [1, 0, 2];
  const { warnings } = await buildResults(
    plan,
    aggregateOf(plan, ({ item, target }) => (item < (failures[target] ?? 0) ? FAILED : 1)),
    { final: true },
  );
  assert.deepEqual(warnings, [
    'On Our questions, calls failed for 2 of 10 questions of t2 (2 transient) and 1 of 10 questions of t0 (1 transient); they count as missing, not as wrong.',
    'On Our questions, guessing scores 25.0 %.',
  ]);
});

test('a target without a score has none, and the sentence says so', async () => {
  const plan = planOf([10], 2, 1);
  const { target_results, intervals, overall_summary } = await buildResults(
    plan,
    aggregateOf(plan, ({ target }) => (target === 0 ? FAILED : 1)),
    { final: true },
  );
  assert.deepEqual(target_results[0]?.benchmark_scores, {});
  assert.equal(intervals[0]?.score, null);
  assert.equal(
    overall_summary,
    't0 was not measured: none of its calls was answered. On b0, t1 scores 100 % and t0 has no score.',
  );
});

test('among several a target without a score is neither best nor tied, and is named', async () => {
  const summary = async (right: readonly (number | null)[]) => {
    const plan = planOf([100], right.length, 1);
    const aggregate = aggregateOf(plan, ({ item, target }) => {
      const most = right[target] ?? null;
      return most === null ? null : Number(item < most);
    });
    const { overall_summary } = await buildResults(plan, aggregate, { final: true });
    return overall_summary.replace(/^t2 was not measured: none of its calls was sent\. /, 'Silent: t2. ');
  };
  assert.equal(await summary([90, 60, null]), 'Silent: t2. On b0, t0 is best with 90 %; t2 has no score.');
  assert.equal(
    await summary([80, 80, null]),
    'Silent: t2. On b0, t0 (80 %) and t1 (80 %) are tied within ±5 points; t2 has no score.',
  );
});

test('where several pairs are open, the items that the first of them needs are said to decide one', async () => {
  const plan = planOf([100], 3, 1);
  const aggregate = aggregateOf(plan, ({ item, target }) =>
    Number((item * (target + 3) * 7919 + target * 31) % 100 < ([80, 75, 71][target] ?? 0)),
  );
  const { comparisons, overall_summary } = await buildResults(plan, aggregate, { final: true });
  const needed = comparisons.flatMap(({ metric, n_needed }) => (metric === 'b0' ? [n_needed ?? 0] : []));
  assert.equal(needed.length, 3);
  assert.match(
    overall_summary,
    new RegExp(
      `cannot be distinguished, and about ${Math.min(...needed)} items would decide a pair of them\\.$`,
    ),
  );
});

test('the cost is the sum of what is known, and how many calls are not known is said', async () => {
  const plan = planOf([4], 2, 1);
  const { cost, overall_summary } = await buildResults(
    plan,
    aggregateOf(plan, ({ target }) => ({ cost: target === 0 ? 2_500_000_000 : null })),
    { final: true },
  );
  assert.deepEqual(cost, { usd: 0.01, unknown_calls: 4 });
  assert.match(overall_summary, /The run cost \$0\.01 for the candidates; the cost of 4 calls is unknown\.$/);
  assert.equal((await results(4, [1])).cost.usd, null);
  assert.doesNotMatch((await results(4, [1])).overall_summary, /cost/);
});
