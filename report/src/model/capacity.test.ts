import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { capacityCurves } from './capacity.ts';

type Results = Schemas['Results'];

const step = (rate_rps: number, verdict: string, more: object = {}) => ({
  ...{ rate_rps, verdict, phase: 'doubling', latency_p95_ms: null, ...more },
});
const limit = (kind: string, ms: number) => ({ kind, limit: ms, scenario_label: 'Busy' });

const results = (steps: object[], limits: object[], confirmed: boolean | null = true) =>
  ({
    target_results: [{ target_label: 'old' }],
    requirements: limits,
    capacity: [{ target_label: 'old', scenario_label: 'Busy', steps, confirmed, confirmed_rps: 19 }],
  }) as unknown as Results;

test('a search is a curve by rate, over the limit that its rates came nearest to', () => {
  const steps = [
    step(20, 'pass', { latency_ms: { p50: 40, p99: 190 } }),
    step(40, 'fail', { latency_ms: { p50: 60, p99: 900 } }),
    step(19, 'pass', { latency_ms: { p50: 41, p99: 180 }, phase: 'confirmation', completed_rps: 18.9 }),
    step(30, 'inconclusive', { latency_ms: { p50: 50, p99: 250 }, sent_late: true }),
  ];
  const [curves] = capacityCurves(
    results(steps, [limit('p50_latency_ms', 100), limit('p99_latency_ms', 200)]),
  );
  assert.deepEqual(curves?.limit, { percentile: 'p99', ms: 200 });
  const [candidate] = curves?.candidates ?? [];
  assert.equal(candidate?.confirmed, 19);
  assert.deepEqual(
    candidate?.steps.map((one) => [one.rate, one.completed, one.latency, one.outcome, one.isConfirmation]),
    [
      [19, 18.9, 180, 'passed', true],
      [20, null, 190, 'passed', false],
      [30, null, 250, 'sent late', false],
      [40, null, 900, 'failed', false],
    ],
  );
});

test('a capacity that did not hold again is not drawn as one, and without a limit there is no curve', () => {
  const steps = [step(20, 'pass', { latency_p95_ms: 90 })];
  const [curves] = capacityCurves(results(steps, [limit('p95_latency_ms', 100)], false));
  assert.deepEqual(
    curves?.candidates.map(({ confirmed, steps: [first] }) => [confirmed, first?.latency]),
    [[null, 90]],
  );
  assert.deepEqual(capacityCurves(results(steps, [])), []);
});
