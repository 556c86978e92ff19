import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import type { MeasuredWindows } from '../kinds/load/aggregate.ts';
import { createMeasuredByKind, NOTHING_MEASURED } from '../kinds/registry.ts';
import type { MeasuredTasks } from '../kinds/tasks/aggregate.ts';
import type { Plan } from '../plan/plan.ts';
import { decideNoWorseOfPlan } from './no-worse.ts';

type Margins = NonNullable<Plan['methodology']['no_worse_margins']>;

function asking(plan: Plan, no_worse_margins: Margins, more: Partial<Plan['methodology']> = {}): Plan {
  const question = { question: 'no_worse' as const, baseline: 't0', no_worse_margins };
  return { ...plan, methodology: { ...plan.methodology, ...question, ...more } };
}

/** The baseline is right on the first 140 of 200 items, each candidate on as many more or fewer. */
async function compared(
  more: readonly number[],
  margin = 0.1,
  change: (plan: Plan) => Plan = (plan) => plan,
) {
  const plan = change(asking(planOf([200], more.length + 1, 1), { score: margin }));
  const right = [0, ...more].map((one) => 140 + one);
  const aggregate = aggregateOf(plan, ({ item, target }) => Number(item < (right[target] ?? 0)));
  const found = await decideNoWorseOfPlan(plan, aggregate, NOTHING_MEASURED);
  assert.ok(found);
  return found;
}

test('a candidate is no worse, worse or undecided by where its bounds lie about the margin', async () => {
  const { baseline, candidates, measures } = await compared([3, -60, -14]);
  assert.equal(baseline, 't0');
  assert.deepEqual(
    candidates.map(({ outcome }) => outcome),
    ['no_worse', 'worse', 'undecided'],
  );
  const [same, far, near] = measures;
  assert.ok(same && far && near);
  assert.deepEqual(
    [same.reason, far.reason, near.reason],
    ['above_margin', 'below_margin', 'interval_too_wide'],
  );
  assert.ok((same.ci_low ?? -1) > -0.1 && (far.ci_high ?? 0) < -0.1);
  assert.ok((near.ci_low ?? 0) < -0.1 && (near.ci_high ?? -1) > -0.1 && (near.n_needed ?? 0) > 200);
  assert.deepEqual(
    [same.sentence, near.sentence.replace(/between .*?points, /, '')],
    [
      't1 is no worse than t0 in the score on b0: +1.5 points (71.5 % against 70.0 %), shown to be above −0.7 points, and the margin is 10 points.',
      `Whether t3 is no worse than t0 in the score on b0 is undecided: the interval contains the margin; −7.0 points (63 % against 70 %), and the margin is 10 points. About ${near.n_needed} items would decide.`,
    ],
  );
});

test('the more candidates, the lower the level of the first', async () => {
  const [alone] = (await compared([0])).measures;
  const among = (await compared([0, -60, -60])).measures;
  assert.ok(Math.abs((alone?.level ?? 0) - 0.05) < 1e-12);
  // The two that are worse are not shown to be no worse, so that the first has a third of the level and stays there.
  assert.ok(Math.abs((among[0]?.level ?? 0) - 0.05 / 3) < 1e-12, String(among[0]?.level));
  assert.ok(among.slice(1).every(({ level }) => Math.abs(level - 0.025) < 1e-12));
  const plain = await compared([0, -60, -60], 0.1, (plan) =>
    asking(plan, { score: 0.1 }, { correction: 'none' }),
  );
  assert.ok(plain.measures.every(({ level }) => Math.abs(level - 0.05) < 1e-12));
});

test('a candidate is no worse only in all that is asked about, at one level', async () => {
  const plan = asking(planOf([200, 200], 2, 1), { score: 0.1 });
  const aggregate = aggregateOf(plan, ({ benchmark, item, target }) =>
    Number(item < (benchmark === 1 && target === 1 ? 126 : 140)),
  );
  const found = await decideNoWorseOfPlan(plan, aggregate, NOTHING_MEASURED);
  assert.deepEqual(
    found?.measures.map(({ outcome }) => outcome),
    ['no_worse', 'undecided'],
  );
  assert.match(
    found?.candidates[0]?.sentence ?? '',
    /^t1 is undecided in the score on b1 \(about [\d,]+ items would decide\), and no worse in the score on b0\.$/,
  );
});

test('what is missing counts against no worse and against worse', async () => {
  const found = async (missing: number) => {
    const plan = asking(planOf([200], 2, 1), { score: 0.1 });
    const aggregate = aggregateOf(plan, ({ item, target }) =>
      target === 1 && item < missing ? FAILED : Number(item < 140),
    );
    return (await decideNoWorseOfPlan(plan, aggregate, NOTHING_MEASURED))?.measures[0];
  };
  assert.equal((await found(0))?.outcome, 'no_worse');
  // 4 of 200 are 2 points of the 10; more bar it by their coverage.
  const few = await found(4);
  assert.ok((few?.p_no_worse ?? 0) > ((await found(0))?.p_no_worse ?? 1));
  assert.deepEqual([(await found(5))?.outcome, (await found(5))?.reason], ['undecided', 'coverage_differs']);
  const narrow = asking(planOf([200], 2, 1), { score: 0.025 });
  const aggregate = aggregateOf(narrow, ({ item, target }) =>
    target === 1 && item < 4 ? FAILED : Number(item < 140),
  );
  const [barred] = (await decideNoWorseOfPlan(narrow, aggregate, NOTHING_MEASURED))?.measures ?? [];
  assert.deepEqual(
    [barred?.outcome, barred?.reason, barred?.n_needed],
    ['undecided', 'missing_answers', null],
  );
});

test('items of one cluster count together', async () => {
  const clusters = Array.from({ length: 200 }, (_, item) => String(Math.floor(item / 20)));
  const few = await compared([0], 0.1, (plan) => ({
    ...plan,
    benchmarks: plan.benchmarks.map((one) => ({ ...one, clusters })),
  }));
  assert.deepEqual([few.measures[0]?.reason, few.measures[0]?.clusters], ['too_few_clusters', 10]);
});

/** Each target with latencies of `times` of 100 to 699 ms, of which the last ones had no answer. */
async function underLoad(targets: readonly { times: number; failed?: number }[]) {
  const drafted = planOf([], targets.length, 1);
  const load = { kind: 'load', key: 'load/Peak', type: 'load', version: '1', items: 1, chanceLevel: null };
  const plan = asking({ ...drafted, benchmarks: [load as never] }, { latency_ratio: 1.25 });
  const measured = targets.map(({ times, failed = 0 }, target) => {
    // In an order in which none tells of the next.
    const latencies = Float64Array.from({ length: 600 }, (_, i) => {
      const at = (i * 157) % 600;
      return at >= 600 - failed ? Infinity : times * (100 + at);
    });
    return { benchmark: 'load/Peak', target, windows: [{ latencies }] } as unknown as MeasuredWindows;
  });
  return decideNoWorseOfPlan(
    plan,
    aggregateOf(plan, () => null),
    createMeasuredByKind(new Map([['load', measured]])),
  );
}

test('latencies are compared percentile by percentile, and failing is never quicker', async () => {
  const found = await underLoad([{ times: 1 }, { times: 1 }, { times: 2 }, { times: 0.5, failed: 60 }]);
  const outcomes = (target: string) =>
    Object.fromEntries(
      found?.measures.flatMap((one) => (one.target_label === target ? [[one.measure, one.outcome]] : [])) ??
        [],
    );
  assert.deepEqual(outcomes('t1'), {
    latency_p50: 'no_worse',
    latency_p95: 'no_worse',
    latency_p99: 'no_worse',
  });
  assert.equal(outcomes('t2').latency_p50, 'worse');
  assert.equal(outcomes('t3').latency_p50, 'no_worse');
  assert.notEqual(outcomes('t3').latency_p95, 'no_worse');
  const [first] = found?.measures ?? [];
  assert.match(
    first?.sentence ?? '',
    /^t1 is no worse than t0 in p50 latency under the load of Peak: 1\.00 times \(399 ms against 399 ms\), shown to be below 1\.\d+ times, and the margin is 1\.25 times\.$/,
  );
});

test('the cost of a solved task is a ratio, and needs prices and something solved', async () => {
  const cost = async (
    paid: number,
    solved: (target: number, item: number) => number,
    { isWhole = true, missing = -1 } = {},
  ) => {
    const drafted = planOf([60], 2, 1);
    const tasks = drafted.benchmarks.map((one) => ({ ...one, kind: 'tasks' as const, key: 'tasks/t' }));
    const plan = asking({ ...drafted, benchmarks: tasks }, { cost_ratio: 1.3, success: 0.2 });
    const isThere = (target: number, item: number) => Number(target === 0 || item !== missing);
    const measured = [0, 1].map((target) => ({
      ...{ at: 0, target, runs: Uint16Array.from({ length: 60 }, (_, item) => isThere(target, item)) },
      solved: Uint16Array.from({ length: 60 }, (_, item) => isThere(target, item) * solved(target, item)),
      costs: Float64Array.from(
        { length: 60 },
        (_, item) => isThere(target, item) * 1e9 * (3 + (item % 5)) * (target === 1 ? paid : 1),
      ),
      graded: { cost: { sum: 1, isWhole } },
    }));
    const all = measured as unknown as MeasuredTasks[];
    const aggregate = aggregateOf(plan, ({ target, item }) => solved(target, item));
    const found = await decideNoWorseOfPlan(plan, aggregate, createMeasuredByKind(new Map([['tasks', all]])));
    return found?.measures.find(({ measure }) => measure === 'cost_per_solved');
  };
  const mostly = (target: number, item: number) => Number((item + target) % 6 > 0);
  const same = await cost(1, mostly);
  assert.deepEqual([same?.outcome, same?.scale, same?.test], ['no_worse', 'ratio', 'ratio_t']);
  assert.ok(Math.abs((same?.candidate ?? 0) - 0.006) < 1e-9, String(same?.candidate));
  assert.equal((await cost(2, mostly))?.outcome, 'worse');
  assert.equal((await cost(1, mostly, { isWhole: false }))?.reason, 'no_cost');
  assert.equal((await cost(1, (target) => target))?.reason, 'nothing_solved');
  // One task of 60 without a grade could have cost the most and solved nothing.
  assert.equal((await cost(1.1, mostly))?.outcome, 'no_worse');
  assert.equal((await cost(1.1, mostly, { missing: 7 }))?.reason, 'missing_answers');
  assert.equal((await cost(1, mostly, { missing: 7 }))?.outcome, 'no_worse');
});

test('where both have nothing right, the answer says so', async () => {
  const plan = asking(planOf([60], 2, 1), { score: 0.1 });
  const answered = async (right: (target: number, item: number) => number) =>
    (
      await decideNoWorseOfPlan(
        plan,
        aggregateOf(plan, ({ target, item }) => right(target, item)),
        NOTHING_MEASURED,
      )
    )?.candidates[0];
  const none = await answered(() => 0);
  assert.equal(none?.outcome, 'no_worse');
  assert.match(
    none?.sentence ?? '',
    /no worse than t0 in the score on .*, but both have no right response on /,
  );
  const one = await answered((_, item) => Number(item === 0));
  assert.doesNotMatch(one?.sentence ?? '', /nothing right/);
});

test('nothing is said where another question was asked', async () => {
  const plan = planOf([20], 2, 1);
  assert.equal(
    await decideNoWorseOfPlan(
      plan,
      aggregateOf(plan, () => 1),
      NOTHING_MEASURED,
    ),
    undefined,
  );
});

test('what a lenient reading of the responses decides otherwise is undecided', async () => {
  const rows: [right: number, lenient: number, leniently: number, outcome: string, reason: string][] = [
    [143, 0, 0, 'no_worse', 'above_margin'],
    [143, 0, 20, 'no_worse', 'above_margin'],
    [143, 60, 0, 'undecided', 'depends_on_grader'],
    [80, 0, 60, 'undecided', 'depends_on_grader'],
    [80, 0, 5, 'worse', 'below_margin'],
    [126, 0, 60, 'undecided', 'depends_on_grader'],
  ];
  for (const [right, ofBaseline, ofCandidate, outcome, reason] of rows) {
    const plan = asking(planOf([200], 2, 1), { score: 0.1 });
    const aggregate = aggregateOf(plan, ({ item, target }) => {
      const [from, more] = target === 0 ? [140, ofBaseline] : [right, ofCandidate];
      if (item < from) return { score: 1 };
      return { score: 0, ...(item < from + more && { details_json: '{"lenient":1}' }) };
    });
    const [measure] = (await decideNoWorseOfPlan(plan, aggregate, NOTHING_MEASURED))?.measures ?? [];
    assert.deepEqual(
      [measure?.outcome, measure?.reason],
      [outcome, reason],
      `${right} ${ofBaseline} ${ofCandidate}`,
    );
    if (reason === 'depends_on_grader') assert.equal(measure?.n_needed, null);
  }
});
