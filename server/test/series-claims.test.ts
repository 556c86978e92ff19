import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { estimateDetection } from '../src/evaluate/series/series-power.ts';
import { mostByChance } from './simulations/known-targets.ts';
import { SERIES_DESIGNS, simulateAlarms, simulateDrop } from './simulations/series.ts';
import { inFull } from './support/in-full.ts';

// The short version of bench/simulated.ts series; seeds are fixed, so nothing here is luck.

const SERIES = inFull(12, 1000);
const LOOKS = 52;
/** A look of 10,000 requests: a thousand series take minutes of the processor. */
const MANY = 'p95 of 20 windows of 500 requests';

describe('a series of looks', () => {
  const names = ['frozen, 400 items, margin .1', 'fresh, 300 clusters of 5, margin .1', 'p95 of 500 answers'];
  for (const design of SERIES_DESIGNS.filter(({ name }) => inFull(Number(names.includes(name)), 1) === 1)) {
    test(`${design.name}: any look of a year raises an alarm rarely, where nothing changed and at the margin`, () => {
      const runs = design.name === MANY ? inFull(12, 100) : SERIES;
      const few = mostByChance(runs, 0.05, 0.005) / runs;
      const settings = { runs, looks: LOOKS, seed: 0 };
      const quiet = simulateAlarms(design, { ...settings, margins: 0, weeklyMargins: 0 });
      const worse = simulateAlarms(design, { ...settings, margins: 1, weeklyMargins: 1 });
      assert.ok(quiet.alarmed <= few && worse.alarmed <= few, JSON.stringify({ quiet, worse }));
      // So a test that knows of no other look is no way to do it: the simulation can show false alarms.
      assert.ok(worse.weekly > 0.2, JSON.stringify(worse));
    });
  }

  test('what is foreseen of a series before it runs is what theory finds of it', async () => {
    const design = SERIES_DESIGNS.find(({ name }) => name === 'frozen, 400 items, margin .1');
    assert.ok(design);
    const { theory } = simulateDrop(design, { runs: inFull(15, 100), looks: 12, seed: 0, quiet: 0 });
    const benchmarks = [{ key: 'b', items: 400, units: 400, isManyCalls: false }];
    const { finds } = await estimateDetection(
      { targets: ['t'], scenarios: [], benchmarks, loads: [], unpriced: [] },
      { score: 0.1 },
      'frozen',
    );
    const looks = finds[0]?.looks ?? Number.POSITIVE_INFINITY;
    assert.ok(Math.abs(looks - theory) <= Math.max(1, theory / 4), JSON.stringify({ looks, theory }));
  });

  test('a drop of twice the margin is found within the looks that theory gives', () => {
    const design = SERIES_DESIGNS.find(({ name }) => name === 'frozen, 400 items, margin .1');
    assert.ok(design);
    const { theory, took, found } = simulateDrop(design, {
      runs: inFull(15, 100),
      looks: 12,
      seed: 0,
      quiet: 0,
    });
    // Looks are whole: a quarter of few is less than one.
    assert.ok(Math.abs(took - theory) <= Math.max(1, theory / 4), JSON.stringify({ theory, took }));
    assert.ok(found > 0.9, String(found));
  });
});
