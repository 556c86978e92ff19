import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { sideBySideSections } from './side-by-side.ts';

type Results = Schemas['Results'];

const names = (models: Record<string, number>) => ({ models, routes: {}, fingerprints: {} });
const valid = (share: number) => ({ share, ci_low: null, ci_high: null });

const results = {
  target_results: [
    { target_label: 'maker', metrics: { 'run/latency_p50_ms': 60, 'run/latency_p95_ms': 110 } },
    {
      target_label: 'int4',
      metrics: { 'run/latency_p50_ms': 60, 'load/Peak/latency_p50_ms': 40, 'load/Peak/latency_p95_ms': 90 },
    },
  ],
  structured: [
    { target_label: 'maker', benchmark: 's', condition: 'prompt', answers: 8, valid: valid(1) },
    { target_label: 'int4', benchmark: 's', condition: 'prompt', answers: 8, valid: valid(0.5) },
  ],
  no_worse: {
    baseline: 'maker',
    candidates: [{ target_label: 'int4', outcome: 'worse', sentence: 'So it is.' }],
    measures: [],
    costs: [{ target_label: 'int4', benchmark: 'dataset/q', ratio: 0.5, ci_low: 0.4, ci_high: 0.62 }],
    served: [
      { target_label: 'maker', ...names({ m: 8 }) },
      { target_label: 'int4', ...names({ 'm-int4': 6, m: 2, '': 2 }) },
    ],
  },
} as unknown as Results;

test('endpoints stand in one table: outcome, validity, latency of load or else of the run, cost and who answered', () => {
  const [section] = sideBySideSections(results);
  assert.deepEqual(section?.rows, [
    ['maker', 'baseline', ['prompt: 100.0 %'], '60 ms', '110 ms', '1', ['m']],
    [
      ...['int4', 'worse'],
      ['prompt: 50.0 %'],
      ['40 ms, Peak'],
      ['90 ms, Peak'],
      ['0.5 times (0.4 to 0.62)'],
      ['m-int4 (60.0 %)', 'm (20.0 %)'],
    ],
  ]);
});

test('evaluations that asked something else, or of earlier versions, have none', () => {
  const { no_worse, ...other } = results;
  assert.deepEqual(sideBySideSections(other as Results), []);
  const { served: _, ...before } = no_worse as NonNullable<Results['no_worse']>;
  assert.deepEqual(sideBySideSections({ ...results, no_worse: before }), []);
});
