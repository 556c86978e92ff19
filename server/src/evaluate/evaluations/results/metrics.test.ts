import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calls } from './aggregate.ts';
import { createLatencies } from './latencies.ts';
import { runMetrics } from './metrics.ts';

const calls = (set: Partial<Calls> = {}): Calls => ({
  latencies: createLatencies(0),
  inputTokens: 0,
  outputTokens: 0,
  counted: 0,
  own: { answers: 0, inputTokens: 0, outputTokens: 0, cached: { inputTokens: 0, cachedTokens: 0 } },
  cost: 0n,
  priced: 0,
  unpriced: 0,
  shared: 0,
  paid: 0n,
  attempted: 0,
  answered: 0,
  models: {},
  fingerprints: {},
  routes: {},
  tiers: {},
  ...set,
});

const runFigures = (...of: Parameters<typeof runMetrics>) =>
  Object.fromEntries(Object.entries(runMetrics(...of)).map(([name, { value }]) => [name, value]));

test('a metric that was not measured is absent, never 0', () => {
  assert.deepEqual(runFigures(calls(), 0, 0), {});
  assert.deepEqual(runFigures(calls(), 0, 4), { 'run/coverage': 0 });
});

test('latencies are ordered as numbers, tokens are means of the calls that were counted', () => {
  const latencies = createLatencies(4);
  for (const ms of [100, 9, 20, 1000]) latencies.add(ms);
  assert.deepEqual(runFigures(calls({ latencies, inputTokens: 30, outputTokens: 9, counted: 3 }), 3, 4), {
    'run/latency_p50_ms': 20,
    'run/latency_p95_ms': 1000,
    'run/input_tokens_mean': 10,
    'run/output_tokens_mean': 3,
    'run/coverage': 0.75,
  });
});

test('the cost is there when every call has one, exact to 10⁻¹² USD', () => {
  const priced = { cost: 1_230_000n, priced: 3 };
  assert.equal(runFigures(calls(priced), 3, 3)['run/cost_usd'], 0.00000123);
  assert.equal(runFigures(calls({ cost: 0n, priced: 3 }), 3, 3)['run/cost_usd'], 0);
});

test('the cost is absent when that of one call is unknown', () => {
  const metrics = runFigures(calls({ cost: 1_230_000n, priced: 2, unpriced: 1 }), 3, 3);
  assert.equal('run/cost_usd' in metrics, false);
});

test('of time, tokens and money less is better, of what was scored more', () => {
  const latencies = createLatencies(1);
  latencies.add(9);
  const measured = { latencies, inputTokens: 1, outputTokens: 1, counted: 1, cost: 1n, priced: 1 };
  const metrics = Object.entries(runMetrics(calls(measured), 3, 4));
  const better = (direction: string) =>
    metrics.flatMap(([name, metric]) => (metric.direction === direction ? [name] : []));
  assert.deepEqual(better('higher'), ['run/coverage']);
  assert.equal(better('lower').length, 5);
});
