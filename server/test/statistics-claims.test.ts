import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  enumerateDifference,
  enumerateProportion,
  monteCarloError,
  SIMULATED,
  simulate,
  simulateProportion,
} from '../../bench/lib/coverage.ts';
import { meetsTarget, simulateEqualTargets } from '../../bench/lib/equal-targets.ts';
import { tango } from '../src/statistics/paired-binary.ts';
import { wilson } from '../src/statistics/statistics.ts';

// The short version of bench/statistics-coverage.ts and bench/statistics-aa.ts; seeds are fixed, so nothing here is luck.

const RUNS = 2000;

test('simulated and enumerated coverage of a proportion agree', async () => {
  for (const [n, p] of [
    [20, 0.9],
    [100, 0.7],
  ] as const) {
    const [exact = 0] = enumerateProportion(wilson, n, [p]);
    const seen = simulateProportion(wilson, { n, p, runs: RUNS });
    assert.ok(Math.abs(seen - exact) <= 3 * monteCarloError(exact, RUNS), `${n}, ${p}: ${seen} and ${exact}`);
  }
});

test("Tango's interval covers a paired difference by exact enumeration", async () => {
  for (const n of [20, 50]) {
    for (const rates of [
      [0.1, 0.1],
      [0.3, 0.1],
    ] as const) {
      const coverage = enumerateDifference(tango, n, rates);
      assert.ok(coverage >= 0.92 && coverage <= 1, `n ${n}, ${rates}: ${coverage}`);
    }
  }
});

test('the other intervals cover at least 92 %, three Monte Carlo errors allowed', async () => {
  for (const one of SIMULATED) {
    const coverage = simulate(one, RUNS);
    assert.ok(coverage >= 0.92 - 3 * monteCarloError(0.92, RUNS), `${one.name}: ${coverage}`);
  }
});

test('equal targets name a winner in no more than 18 of 200 evaluations', async () => {
  for (const items of [[100], [50, 20, 20]]) {
    const found = await simulateEqualTargets(200, items);
    assert.ok(meetsTarget(found), JSON.stringify(found));
  }
});
