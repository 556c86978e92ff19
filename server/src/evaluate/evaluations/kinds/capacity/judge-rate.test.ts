import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testScenario } from '../../../../../test/support/scenario-example.ts';
import type { RateOutcome } from '../../../../measure/traffic/capacity-search.ts';
import type { LoadRequest } from '../../../../measure/traffic/request-log.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MeasuredCapacity } from './aggregate.ts';
import { capacityKind } from './capacity.ts';
import { judgeRate } from './judge-rate.ts';
import { reportCapacity } from './report.ts';

const SCENARIO = {
  ...testScenario('Support'),
  slo_requirements: { p50_latency_ms: 60_000, throughput_rps: 50 },
};

/** Requests every 20 ms for 12 s, handed over so late each, that each end by so many ms after they were meant. */
function at50(latencyMs: (request: number) => number, lateMs = 0) {
  const requests = Array.from({ length: 600 }, (_, i): LoadRequest => {
    const scheduledMs = 20 * i;
    const [sentMs, endedMs] = [scheduledMs + lateMs, scheduledMs + latencyMs(i)];
    const times = { scheduledMs, calledMs: sentMs, sentMs, firstMs: endedMs, firstTextMs: endedMs };
    const tokens = { inputTokens: null, outputTokens: null, cachedTokens: null, chunks: null };
    return { ...times, lastMs: endedMs, endedMs, ...tokens, outcome: 'answered' };
  });
  return { requests, steady: { fromMs: 0, toMs: 12_000 }, saturatedAtMs: null, reasons: [] };
}

const OPEN = { loop: 'open' as const, arrivals: { kind: 'poisson' as const, rateRps: 50 }, note: '' };
const CLOSED = { loop: 'closed' as const, users: 80, thinkMs: 0, note: '' };

const rates: [
  what: string,
  record: ReturnType<typeof at50>,
  traffic: typeof OPEN | typeof CLOSED,
  verdict: RateOutcome,
  held: number,
  isLate: boolean,
][] = [
  ['that is carried passes', at50(() => 50), OPEN, 'pass', 50, false],
  ['of which 30 a second end does not pass', at50((i) => i * 13), OPEN, 'inconclusive', 50, false],
  ['sent six seconds late does not pass', at50(() => 6050, 6000), OPEN, 'inconclusive', 50, true],
  ['of a closed loop is what was answered', at50((i) => i * 13), CLOSED, 'pass', 30.4, false],
];
for (const [what, record, traffic, verdict, held, isLate] of rates) {
  test(`under a loose limit a rate ${what}`, () => {
    const tried = { rateRps: 50, window: { traffic, warmupMs: 0 }, record, contaminated: false };
    const found = judgeRate(tried, SCENARIO, 0.95);
    assert.equal(found.verdict, verdict);
    assert.ok(Math.abs((found.facts.held_rps ?? 0) - held) < 0.1, `${found.facts.held_rps}`);
    assert.equal(found.facts.sent_late ?? false, isLate);
  });
}

test('a rate is judged by what requests of one queue are worth, as everywhere', () => {
  // One long queue: 9 of 600 requests in a row are over the limit. Of independent ones so few would pass.
  const busy = at50((i) => (i > 300 && i < 360 ? 50 + 18 * Math.min(i - 300, 360 - i) : 50));
  const scenario = { ...SCENARIO, slo_requirements: { p95_latency_ms: 500, throughput_rps: 50 } };
  const tried = { rateRps: 50, window: { traffic: OPEN, warmupMs: 0 }, record: busy, contaminated: false };
  const { verdict, facts } = judgeRate(tried, scenario, 0.95);
  assert.deepEqual([facts.misses.p95, facts.latencies?.p95?.n], [9, 600]);
  assert.ok((facts.latencies?.p95?.effective ?? 600) < 59, JSON.stringify(facts.latencies));
  assert.equal(verdict, 'inconclusive');
});

test('a rate that proved nothing is no upper bound, and where this service was merely late it is not named', () => {
  const rows: [verdict: RateOutcome, isLate: boolean, failed: number | null, notPassed: number | null][] = [
    ['fail', false, 100, 100],
    ['fail', true, 100, 100],
    ['inconclusive', false, null, 100],
    ['inconclusive', true, null, null],
  ];
  for (const [verdict, isLate, failed, notPassed] of rows) {
    const p95 = { n: 60, misses: 2, effective: 60, observed: 9, ci_low: null, ci_high: null };
    const figures = {
      ...{ attempted: 60, misses: {}, latency_p95_ms: 9, saturated: false, contaminated: false },
      latencies: { p95 },
    };
    const measured: MeasuredCapacity = {
      benchmark: 'load/S/capacity',
      format: 1,
      result: {
        highestPassedRps: 50,
        lowestNotPassedRps: 100,
        confirmed: true,
        confirmedRps: 47.5,
        steps: [
          { rateRps: 50, phase: 'doubling', verdict: 'pass' },
          { rateRps: 100, phase: 'doubling', verdict },
          { rateRps: 47.5, phase: 'confirmation', verdict: 'pass' },
        ],
      },
      facts: [figures, { ...figures, ...(isLate && { sent_late: true }) }, figures],
      target: 0,
      scenario: 0,
      unpriced: 0,
    };
    const plan = { targets: [{ label: 'own' }], scenarios: [SCENARIO], benchmarks: [] } as unknown as Plan;
    const searches = { searches: [measured], notMeasured: [] };
    const [metrics] = capacityKind.metrics?.(searches, plan) ?? [];
    const said = `${verdict}, ${isLate}`;
    assert.equal(metrics?.['load/Support/capacity_upper_rps']?.value ?? null, failed, said);
    const { results, warnings = [] } = reportCapacity(searches, { plan } as Parameters<
      typeof reportCapacity
    >[1]);
    const [found] = results.capacity ?? [];
    assert.deepEqual([found?.lowest_failed_rps, found?.lowest_not_passed_rps], [failed, notPassed], said);
    const doubt =
      /: 50 requests\/s held, and 100 was not shown to fail: 60 requests at each rate were too few to decide, and no higher rate was shown to fail, so the capacity may be higher\. Increase the number of requests \(num_samples, about \d+ more at each rate\)\.$/;
    assert.equal(
      warnings.some((warning) => doubt.test(warning)),
      failed === null && notPassed !== null,
      warnings.join(),
    );
  }
});

test('a search that is void is said, with the reason of its last try', () => {
  const plan = { targets: [{ label: 'own' }], scenarios: [SCENARIO], benchmarks: [] } as unknown as Plan;
  const tries = ['a share is missing', 'a share was sent 40 ms late'];
  const measured = { searches: [], notMeasured: [{ target: 0, scenario: 0, tries }] };
  const { results, warnings } = reportCapacity(measured, { plan } as Parameters<typeof reportCapacity>[1]);
  assert.deepEqual(results, {});
  assert.match(
    warnings?.join() ?? '',
    /^The capacity search of “?own”? under “?Support”? found nothing\. In 2 tries .* \(a share was sent 40 ms late\)\. .*retry the evaluation\.$/,
  );
  assert.deepEqual(
    [capacityKind.hasFindings?.(measured), capacityKind.failures?.(measured)],
    [false, { void: 1 }],
  );
});
