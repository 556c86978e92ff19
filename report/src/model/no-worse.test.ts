import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { noWorsePowerSentence, noWorseSection } from './no-worse.ts';
import { openQuestions } from './open-questions.ts';

type Results = Schemas['Results'];
type Measure = NonNullable<Results['no_worse']>['measures'][number];

const measure = (more: Partial<Measure>): Measure =>
  ({
    target_label: 'new',
    benchmark: 'gsm8k',
    measure: 'score',
    scale: 'difference',
    margin: 0.05,
    observed: -0.01,
    ci_low: -0.03,
    ci_high: 0.01,
    p_no_worse: 0.002,
    n: 200,
    outcome: 'no_worse',
    n_needed: null,
    sentence: 'So it is.',
    ...more,
  }) as Measure;

const LATE = measure({
  ...{ benchmark: 'load/Peak', measure: 'latency_p95', scale: 'ratio', margin: 1.2, n: 400 },
  ...{ observed: 1.2, ci_low: 1 / 1.2, ci_high: null, outcome: 'undecided', n_needed: 1200 },
});

const resultsOf = (measures: readonly Measure[]) =>
  ({
    target_results: ['old', 'new'].map((target_label) => ({
      target_label,
      metrics: target_label === 'old' ? { 'run/cost_usd': 1 } : { 'run/cost_usd': 3 },
    })),
    coverage: ['old', 'new'].map((target_label) => ({ target_label, scored: 200, unscored: 0 })),
    intervals: [],
    comparisons: [],
    provisional: false,
    no_worse: {
      baseline: 'old',
      candidates: [{ target_label: 'new', outcome: 'undecided', sentence: 'It is open.' }],
      measures,
    },
  }) as unknown as Results;

test('measures stand on one scale, on which the baseline is 0 and the margin −1', () => {
  const found = noWorseSection(resultsOf([measure({}), LATE]));
  assert.deepEqual(found?.answers, ['It is open.']);
  const rounded = found?.marks.map(({ at, low, high }) =>
    [at, low, high].map((end) => (end === null ? null : Math.round(100 * end) / 100)),
  );
  assert.deepEqual(rounded, [
    [-0.2, -0.6, 0.2],
    [-1, null, 1],
  ]);
  assert.deepEqual(
    found?.section.rows.map((row) => row.slice(1)),
    [
      ['score, GSM8K', '-1.0 points', '-3.0 to 1.0', '5 points', '0.0020', ['no worse']],
      [
        'p95 latency, under the load of Peak',
        '1.2 times',
        '0.833 to none',
        '1.2 times',
        '0.0020',
        ['undecided', 'about 1,200 requests each would decide'],
      ],
    ],
  );
  const { no_worse: _, ...other } = resultsOf([]);
  assert.equal(noWorseSection(other as Results), null);
});

test('what is open of it is asked in place of comparisons: the most that a benchmark needs, with its cost', () => {
  const open = measure({ outcome: 'undecided', n_needed: 300 });
  const questions = openQuestions(
    resultsOf([open, LATE, measure({ ...LATE, measure: 'latency_p50', n_needed: 900 })]),
  );
  assert.deepEqual(
    questions.map(({ kind, scenario, about, decide, cost, wanted }) => [
      kind,
      scenario,
      about,
      decide,
      cost,
      wanted,
    ]),
    [
      ['items', null, 'gsm8k', 'About 300 items instead of 200', '$2', 300],
      ['requests', 'Peak', 'load/Peak', 'About 1,200 requests for each instead of 400', null, 1200],
    ],
  );
});

test('a plan says how likely an equally good candidate is found', () => {
  const planned = { benchmark: 'gsm8k', measure: 'score', margin: 0.05, level: 0.05, n: 200, n_needed: 644 };
  assert.equal(
    noWorsePowerSentence({ ...planned, power: 0.27 }),
    'With 200 items, a candidate as good as the baseline is shown to be no worse in score, GSM8K, with a probability of 27 %. 644 items reach 80 %.',
  );
  assert.match(
    noWorsePowerSentence({ ...planned, power: 0.1, power_if_independent: 0.5, n_needed: null }),
    /10 % if the responses within a cluster agree, 50 % if they are independent\. No number of items reaches 80 %\.$/,
  );
});
