import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINIMUM_DESIGNS, simulateMinimum } from '../../../../test/simulations/minimum-quality.ts';
import { aggregateOf, FACTS, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import { inFull, isInFull } from '../../../../test/support/in-full.ts';
import { testScenario } from '../../../../test/support/scenario-example.ts';
import { UNREAD_DETAIL } from '../../../measure/graders/graders.ts';
import { buildResults } from '../pipeline/build-results.ts';

/** How a target with these scores on 100 items stands against a minimum. */
async function judged(
  score: (item: number, epoch: number) => ReturnType<Parameters<typeof aggregateOf>[1]>,
  minimum: { benchmark?: string; metric?: string; min: number },
  { items = 100, clusters, epochs = 1 }: { items?: number; clusters?: string[]; epochs?: number } = {},
) {
  const { slo_requirements: _, ...scenario } = testScenario('s');
  const drafted = planOf([items], 1, epochs);
  const plan = {
    ...drafted,
    benchmarks: drafted.benchmarks.map((one) => ({ ...one, ...(clusters && { clusters }) })),
    scenarios: [{ ...scenario, slo_requirements: {}, quality: [{ benchmark: 'b0', ...minimum }] }],
  };
  const aggregate = aggregateOf(plan, ({ item, epoch }) => score(item, epoch));
  const results = await buildResults(plan, aggregate, { final: true, facts: FACTS });
  const [requirement] = results.requirements ?? [];
  assert.ok(requirement);
  return { requirement, verdict: results.verdict?.[0], comparisons: results.comparisons };
}

test('a minimum that a lenient reading of the responses decides otherwise is undecided, and says so', async () => {
  const rows: [right: number, lenient: number, min: number, status: string][] = [
    [80, 0, 0.5, 'pass'],
    [80, 15, 0.5, 'pass'],
    [20, 5, 0.5, 'fail'],
    [20, 60, 0.5, 'inconclusive'],
    [50, 40, 0.5, 'inconclusive'],
  ];
  for (const [of, lenient, min, status] of rows) {
    const { requirement } = await judged(
      (item) => (item < of ? 1 : { score: 0, ...(item < of + lenient && { details_json: '{"lenient":1}' }) }),
      { min },
    );
    assert.equal(requirement.status, status, `${of} ${lenient}`);
    const says = /the outcome depends on the grader: a lenient reading gives (\d+)(?:\.0)? %/.exec(
      requirement.reason,
    )?.[1];
    assert.equal(says, status === 'inconclusive' ? String(of + lenient) : undefined);
    if (says !== undefined) assert.equal(requirement.samples_needed, null);
  }
});

test('a minimum stays inconclusive while unrecognised responses could meet it, whatever the other targets are', async () => {
  const { slo_requirements: _, ...scenario } = testScenario('s');
  const minimum = { benchmark: 'b0', min: 0.5 };
  for (const targets of [1, 2]) {
    const plan = {
      ...planOf([100], targets, 1),
      scenarios: [{ ...scenario, slo_requirements: {}, quality: [minimum] }],
    };
    const aggregate = aggregateOf(plan, ({ item, target }) => {
      if (item < 20 || target > 0) return { score: 1 };
      return { score: 0, details_json: JSON.stringify({ [UNREAD_DETAIL]: 1 }) };
    });
    const results = await buildResults(plan, aggregate, { final: true, facts: FACTS });
    const own = results.requirements?.find(({ target_label }) => target_label === 't0');
    assert.equal(own?.status, 'inconclusive', `${own?.reason}`);
    assert.equal(results.intervals[0]?.lenient_score, 1);
    assert.equal(results.grader_fit?.[0]?.targets[0]?.unread, 80);
  }
});

const right = (of: number) => (item: number) => Number(item < of);
const byFives = Array.from({ length: 100 }, (_, item) => String(Math.floor(item / 5)));

type Case = readonly [sentence: string, given: Parameters<typeof judged>, status: string, reason: RegExp];
const CASES: readonly Case[] = [
  ['87 of 100 show 80 %', [right(87), { min: 0.8 }], 'pass', /^87.0 % of 100 items \(80.1 % to 92.1 %/],
  [
    '86 of 100 do not, and the reason says how many more would',
    [right(86), { min: 0.8 }],
    'inconclusive',
    /^86.0 % of 100 items .*at least 80.0 % is required; about \d+ more items would decide$/,
  ],
  ['72 of 100 show less', [right(72), { min: 0.8 }], 'fail', /^72.0 % of 100 items/],
  ['none right is less than any minimum', [right(0), { min: 0.05 }], 'fail', /^0.0 % of 100 items/],
  [
    'the same answers in clusters of copies show less',
    [right(87), { min: 0.8 }, { clusters: byFives }],
    'inconclusive',
    /^87.0 % of 100 items, worth \d\d independent ones \(/,
  ],
  [
    'in fewer than 15 clusters nothing is decided',
    [right(100), { min: 0.5 }, { clusters: byFives.map((one) => String(Number(one) % 14)) }],
    'inconclusive',
    /too few for a decision; about \d+ more items would decide$/,
  ],
  [
    'of fewer than 30 graded items nothing is decided',
    [(item) => 0.9 + item / 1000, { min: 0.5 }, { items: 29 }],
    'inconclusive',
    /^91.4 % of 29 items .*; too few for a decision; about \d more items would decide$/,
  ],
  [
    '30 graded items show what is far away',
    [(item) => 0.9 + item / 1000, { min: 0.5 }, { items: 30 }],
    'pass',
    /^91/,
  ],
  [
    'a score of exactly the minimum is decided by no number of items',
    [right(80), { min: 0.8 }],
    'inconclusive',
    /too close to the minimum for any number of items/,
  ],
  [
    'what has no score is wrong for the one side',
    [(item) => (item < 90 ? 1 : FAILED), { min: 0.9 }],
    'inconclusive',
    /^100.0 % of 90 items .*; 10 responses without a score may be right or wrong; the missing scores decide/,
  ],
  [
    'and right for the other',
    [(item) => (item < 80 ? 0 : FAILED), { min: 0.15 }],
    'inconclusive',
    /^0.0 % of 80 items/,
  ],
  [
    'where nothing could be scored the score is not known',
    [() => FAILED, { min: 0.3 }],
    'unknown',
    /^the score on b0 is unknown: none of 100 items has a score/,
  ],
  [
    'of pass^2 an item counts that is right in both epochs, whatever the mean',
    [(item, epoch) => Number(item < 87 || epoch === 0), { metric: 'pass^2', min: 0.8 }, { epochs: 2 }],
    'pass',
    /^87.0 % of 100 items \(80.1 % to 92.1 %/,
  ],
  [
    'and one that is right in two of three epochs counts for a third of its pairs',
    [(_, epoch) => Number(epoch < 2), { metric: 'pass^2', min: 0.4 }, { epochs: 3 }],
    'fail',
    /^33.3 % of 100 items/,
  ],
  [
    'pass^2 with an epoch missing may be so or so',
    [(_, epoch) => (epoch === 0 ? 1 : FAILED), { metric: 'pass^2', min: 0.5 }, { epochs: 2 }],
    'unknown',
    /none of 100 items has a score/,
  ],
  [
    'pass^3 of two epochs is not measured, and says how many it takes',
    [right(100), { metric: 'pass^3', min: 0.5 }, { epochs: 2 }],
    'unknown',
    /^the score on b0 pass\^3 was not measured/,
  ],
  [
    'what the plan does not measure is unknown, and says how it is measured',
    [right(100), { benchmark: 'gsm8k', min: 0.3 }],
    'unknown',
    /^the score on gsm8k was not measured/,
  ],
];

describe('a minimum quality:', () => {
  for (const [sentence, given, status, reason] of CASES)
    test(sentence, async () => {
      const { requirement } = await judged(...given);
      assert.equal(requirement.status, status, requirement.reason);
      assert.match(requirement.reason, reason);
    });

  test('who misses it is rejected, however cheap; who may miss it cannot win', async () => {
    const { verdict: failed } = await judged(right(0), { min: 0.8 });
    assert.deepEqual(failed?.eligible, []);
    assert.match(
      failed?.answer ?? '',
      /^No candidate meets every requirement\. The nearest is t0, 100\.0 % beyond/,
    );
    assert.match(failed?.change ?? '', /with at least 80 % on b0\.$/);
    const { verdict: open } = await judged(right(86), { min: 0.8 });
    assert.deepEqual([open?.eligible, open?.needs_data.length], [[], 1]);
    assert.match(open?.change ?? '', /^About \d+ more items would decide t0\.$/);
    const { verdict: passed } = await judged(right(87), { min: 0.8 });
    assert.equal(passed?.winner, 't0');
  });

  test('the missing measurement is named with what to run', async () => {
    const { requirement, verdict } = await judged(right(1), { benchmark: 'custom', min: 0.8 });
    assert.deepEqual(requirement.missing, [{ fact: 'the score on overall', add: 'run a custom evaluation' }]);
    assert.equal(verdict?.not_known, 'Unknown for t0: the score on overall.');
  });

  test('so many more items as it says, with the same share right, decide it', async () => {
    for (const percent of [83, 84, 86]) {
      const { requirement } = await judged(right(percent), { min: 0.8 });
      // About so many: whole answers need not have quite the same share right.
      const items = Math.ceil(1.03 * (100 + (requirement.samples_needed ?? Number.NaN)));
      const more = await judged(right(Math.round((percent / 100) * items)), { min: 0.8 }, { items });
      assert.equal(more.requirement.status, 'pass', `${percent}: ${items}`);
    }
  });

  test('the candidate is compared with the scenario on it, beside its scores', async () => {
    const { comparisons } = await judged(right(87), { min: 0.8 });
    const found = comparisons.find(({ metric }) => metric === 'quality/s/b0');
    assert.deepEqual([found?.target_b, found?.winner, found?.reason], ['s', 't0', 'requirement_pass']);
    assert.match(found?.sentence ?? '', /^Quality on b0: t0 is 7\.0 points above the limit of s; /);
    const { comparisons: more } = await judged(right(86), { min: 0.8 });
    const open = more.find(({ metric }) => metric === 'quality/s/b0');
    assert.match(open?.sentence ?? '', /about \d+ more items would decide/);
  });
});

describe('a target whose true score is exactly the minimum is called pass, and fail, in at most 5 % of runs:', () => {
  const runs = inFull(200, 2000);
  /** 5 % and three standard errors of as many runs. */
  const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs);
  const [independent, , clusters, , copies] = MINIMUM_DESIGNS;
  assert.ok(independent && clusters && copies);
  for (const design of isInFull() ? MINIMUM_DESIGNS : [independent, clusters])
    test(design.name, async () => {
      for (const truth of isInFull() ? [0.5, 0.8, 0.9] : [0.8]) {
        const asked = { truth, least: truth, items: 100, runs };
        const { pass, fail, covered } = await simulateMinimum(design, asked);
        assert.ok(pass <= most && fail <= most && covered >= 1 - 2 * most, `${pass} ${fail} ${covered}`);
      }
    });

  test('a rule without the clusters would be seen: their items taken for independent pass too often', async () => {
    const alone = { ...copies, clusterSize: 1 };
    const { pass } = await simulateMinimum(alone, { truth: 0.5, least: 0.5, items: 100, runs: 200 });
    assert.ok(pass > most, String(pass));
  });
});
