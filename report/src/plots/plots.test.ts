import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  breakEvenPlot,
  capacityLatency,
  capacityThroughput,
  ecdfPlot,
  forestPlot,
  latencyOverTime,
  paretoPlot,
  rateOverTime,
} from './plots.ts';

const comparison = (target_a: string, target_b: string, delta: number, more: object = {}) => ({
  ...{ target_a, target_b, delta, metric: 'sums', winner: 'undecided' },
  ...{ ci_low: delta - 0.1, ci_high: delta + 0.1, ...more },
});
const TARGETS = ['old', 'new', 'third'].map((label, i) => ({
  label,
  letter: 'ABC'.charAt(i),
  isScenario: false,
  metrics: {},
}));
const report = { targets: TARGETS, methodology: { margin: 0.05 } } as never;

test('a forest plot has a row of its table for each pair, and names only who is compared', () => {
  const { table, legend, description } = forestPlot(
    {
      key: 'sums',
      comparisons: [
        comparison('old', 'new', 0.2, { winner: 'old' }),
        comparison('new', 'old', -0.031, { ci_low: null, ci_high: null }),
      ],
    } as never,
    report,
  );
  assert.deepEqual(table.rows, [
    ['old against new', '+20.0', '10.0 to 30.0', 'old is better'],
    ['new against old', '-3.1', null, 'undecided'],
  ]);
  assert.deepEqual(
    legend.map(({ letter }) => letter),
    ['A', 'B'],
  );
  assert.match(description, /margin of ±5\.0 points/);
  assert.doesNotMatch(description, /simultaneous/);
});

test('a forest plot draws the interval among the family behind the one of the difference, and names it', () => {
  const { table, description } = forestPlot(
    {
      key: 'sums',
      simultaneous: true,
      comparisons: [
        comparison('old', 'new', 0.2, { simultaneous_interval: { ci_low: 0.05, ci_high: 0.35 } }),
        comparison('new', 'old', -0.1),
      ],
    } as never,
    report,
  );
  assert.deepEqual(
    [table.head, ...table.rows],
    [
      ['Pair', 'Difference, points', 'Interval', 'Simultaneous', 'Outcome'],
      ['old against new', '+20.0', '10.0 to 30.0', '5.0 to 35.0', 'undecided'],
      ['new against old', '-10.0', '-20.0 to 0.0', null, 'undecided'],
    ],
  );
  assert.match(description, /thin line is the simultaneous interval/);
});

const sure = (value: number) => ({ value, low: value, high: value });

test('a scatter says that its scale of costs is logarithmic where costs are far apart, and only there', () => {
  const pareto = (costs: number[]) =>
    paretoPlot(
      {
        points: costs.map((cost, i) => ({
          label: `m${i}`,
          letter: 'AB'.charAt(i),
          standing: i === 0 ? 'first' : 'rejected',
          figures: { cost: sure(cost), quality: sure(50) },
        })),
        limits: {},
        axes: ['cost', 'quality'],
      },
      'Busy',
      { x: 'cost', y: 'quality' },
    );
  assert.match(pareto([1, 30]).description, /logarithmic/);
  assert.doesNotMatch(pareto([1, 3]).description, /logarithmic/);
  assert.deepEqual(pareto([1, 3]).table.rows, [
    ['m0', '$1', '50', 'first'],
    ['m1', '$3', '50', 'rejected'],
  ]);
});

test('latencies under load are titled by their scenario, and a candidate that answered nothing has no figures', () => {
  const row = (target_label: string, answered: number) => ({
    ...{ target_label, answered, latency_histogram: [] },
    latency_ms: { p50: answered > 0 ? { observed: 12.5 } : null, p95: null, p99: null },
  });
  const { title, table } = ecdfPlot(
    { benchmark: 'load/Busy', sent: '', rows: [row('old', 3), row('new', 0)], limits: [] } as never,
    report,
  );
  assert.equal(title, 'Latency under load: Busy');
  assert.deepEqual(table.rows, [
    ['old', '12.5', 'none', 'none', 'none', 3],
    ['new', 'none', 'none', 'none', 'none', 0],
  ]);
});

const part = (from_ms: number, more: object = {}) => ({
  ...{ from_ms, sent: 20, completed: 18, errors: 2, p50_ms: 80, p95_ms: 100, p99_ms: null },
  ...more,
});
const underLoad = (over_time: object[]) =>
  ({
    benchmark: 'load/Busy',
    limits: [],
    rows: [{ target_label: 'old', window_ms: 4000, over_time }],
  }) as never;

test('load over time has figures a second, part by part, and says whether anything was lost', () => {
  const section = underLoad([part(0), part(2000, { p50_ms: null, p95_ms: null })]);
  const rates = rateOverTime(section, report);
  assert.deepEqual(rates?.table.rows, [
    ['old', '1', '10', '9', '1'],
    ['old', '3', '10', '9', '1'],
  ]);
  assert.match(rates?.description ?? '', /Red areas are requests without a response/);
  assert.deepEqual(latencyOverTime(section, report)?.table.rows, [['old', '1', '80', '100', null]]);
  const whole = rateOverTime(underLoad([part(0, { errors: 0 })]), report);
  assert.match(whole?.description ?? '', /Every request was answered/);
  assert.equal(rateOverTime(underLoad([]), report), null);
});

const step = (rate: number, outcome: string, latency: number | null, completed: number | null = rate) => ({
  ...{ rate, outcome, latency, completed, isConfirmation: false },
});
const searched = (steps: object[], confirmed: number | null) =>
  ({
    scenario: 'Busy',
    limit: { percentile: 'p95', ms: 200 },
    candidates: [{ label: 'old', letter: 'A', steps, confirmed }],
  }) as never;

test('a search for capacity has every rate, what it showed, and the latency that the limit names', () => {
  const search = searched([step(10, 'passed', 90), step(20, 'failed', 400, 14.5)], 9.5);
  const latency = capacityLatency(search);
  assert.deepEqual(latency?.table.rows, [
    ['old', '10', '10', '90', 'passed'],
    ['old', '20', '14.5', '400', 'failed'],
  ]);
  assert.match(latency?.description ?? '', /The p95 latency/);
  assert.equal(capacityThroughput(search)?.table.rows.length, 2);
  // Searches of earlier versions did not keep what was answered.
  assert.equal(capacityThroughput(searched([step(10, 'passed', 90, null)], null)), null);
});

const hosted = (mean_rps: number | null) =>
  ({
    ...{ label: 'own', letter: 'B', monthly: 2628, per1k: null, parts: [] },
    breakEven: {
      ...{ provider: 'somebody', model_id: 'm', mean_rps },
      ...{ api_per_1k_requests_usd: 1, floor_per_1k_requests_usd: mean_rps === null ? 2 : 0.1 },
    },
  }) as never;

test('break-even has both bills by volume, and marks where they cross', () => {
  const plot = breakEvenPlot(hosted(1), 1_000_000);
  assert.match(plot?.description ?? '', /cheaper than m of somebody from 2,628,000 requests per month/);
  assert.deepEqual(plot?.table.rows, [
    ['1,000,000', '$2,628', '$1,000'],
    ['2,628,000', '$2,628', '$2,628'],
  ]);
  assert.equal(breakEvenPlot(hosted(null), 1_000_000)?.table.rows.length, 1);
  assert.equal(breakEvenPlot({ breakEven: null } as never, 1), null);
});
