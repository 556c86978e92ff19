import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mostByChance } from '../../bench/lib/known-targets.ts';
import { SERIES_DESIGNS, simulateAlarms, simulateDrop } from '../../bench/lib/series.ts';
import { inFull } from './support/in-full.ts';

// The short version of bench/series.ts; seeds are fixed, so nothing here is luck.

const SERIES = inFull(12, 1000);
const LOOKS = 52;

describe('a series of looks', () => {
  const few = mostByChance(SERIES, 0.05, 0.005) / SERIES;
  const names = ['frozen, 400 items, margin .1', 'fresh, 300 clusters of 5, margin .1', 'p95 of 500 answers'];
  for (const design of SERIES_DESIGNS.filter(({ name }) => inFull(Number(names.includes(name)), 1) === 1)) {
    test(`${design.name}: any look of a year raises an alarm rarely, where nothing changed and at the margin`, () => {
      const settings = { runs: SERIES, looks: LOOKS, seed: 0 };
      const quiet = simulateAlarms(design, { ...settings, margins: 0, weeklyMargins: 0 });
      const worse = simulateAlarms(design, { ...settings, margins: 1, weeklyMargins: 1 });
      assert.ok(quiet.alarmed <= few && worse.alarmed <= few, JSON.stringify({ quiet, worse }));
      // So a test that knows of no other look is no way to do it: the simulation can show false alarms.
      assert.ok(worse.weekly > 0.2, JSON.stringify(worse));
    });
  }

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
