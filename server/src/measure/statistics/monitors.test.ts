import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../../test/support/assert-close.ts';
import {
  addMeanLook,
  type MeanMonitor,
  type MonitoredRun,
  meanEvidence,
  meanLimit,
  meanSequence,
  startMeanMonitor,
} from './mean-monitor.ts';
import {
  addQuantileLook,
  quantileEvidence,
  quantileLimit,
  startQuantileMonitor,
} from './quantile-monitor.ts';

// Reference values: server/test/simulations/series-reference.py, which multiplies bets out as fractions.

const singles = (totals: readonly number[]): MonitoredRun => ({ totals, sizes: totals.map(() => 1) });
const rightOrWrong = (n: number, wrong: number) =>
  singles(Array.from({ length: n }, (_, i) => Number(i >= wrong)));

/** The monitor after each look. */
function follow(
  reference: MonitoredRun,
  looks: readonly MonitoredRun[],
  settings: Pick<MeanMonitor, 'items' | 'margin'>,
) {
  let monitor = startMeanMonitor(reference, { ...settings, alpha: 0.05 });
  return looks.map((look) => {
    monitor = addMeanLook(monitor, look);
    return monitor;
  });
}

const REFERENCE = rightOrWrong(120, 20);
const LOOKS = [20, 50, 50, 50].map((wrong) => rightOrWrong(120, wrong));

test('the evidence of a drop is that of bets multiplied out', () => {
  for (const [items, floor, evidence] of [
    ['frozen', 0.77127, [-1.495527895, 3.613514424, 14.64101472, 27.471442976]],
    ['fresh', 0.742813806, [-1.584774521, 0.031487231, 2.383931585, 5.343476652]],
  ] as const) {
    const found = follow(REFERENCE, LOOKS, { items, margin: 0.05 });
    assertClose(found[0]?.floor ?? 0, floor, 5);
    for (const [n, one] of found.entries()) assertClose(meanEvidence(one), evidence[n] as number, 3);
  }
});

test('clusters are bet on as wholes, of different sizes', () => {
  const units = Array.from({ length: 40 }, (_, i) => ({ total: (2 + (i % 3)) / 2, size: 2 + (i % 2) }));
  const run = (lost: number): MonitoredRun => ({
    totals: units.map(({ total }) => Math.max(0, total - lost)),
    sizes: units.map(({ size }) => size),
  });
  const found = follow(run(0), [run(0), run(0.75), run(0.75)], { items: 'frozen', margin: 0.1 });
  assertClose(found[0]?.floor ?? 0, 0.40028387, 5);
  for (const [n, evidence] of [-1.390699144, -0.91049859, -0.728936491].entries())
    assertClose(meanEvidence(found[n] as MeanMonitor), evidence, 3);
});

test('a percentile is bet on by what is later than the limit', () => {
  const values = Array.from({ length: 200 }, (_, i) => (i + 1) ** 2);
  let monitor = startQuantileMonitor(
    { sorted: values, worth: 200 },
    { above: 0.05, ratio: 1.2, alpha: 0.05 },
  );
  assertClose(quantileLimit(monitor), 1.2 * 38809, 8);
  for (const [times, evidence] of [
    [1, -2.360582696],
    [1.5, 3.81000582],
    [1.5, 10.81441372],
  ] as const) {
    monitor = addQuantileLook(
      monitor,
      values.map((value) => [value * times]),
    );
    assertClose(quantileEvidence(monitor), evidence, 6);
  }
});

test('a reference with too few requests for a bound never raises an alarm', () => {
  const values = Array.from({ length: 40 }, (_, i) => i + 1);
  const monitor = startQuantileMonitor(
    { sorted: values, worth: 40 },
    { above: 0.05, ratio: 1.2, alpha: 0.05 },
  );
  const after = addQuantileLook(
    monitor,
    values.map((value) => [value * 1000]),
  );
  assert.equal(quantileLimit(after), Number.POSITIVE_INFINITY);
  assert.ok(quantileEvidence(after) < 0);
});

test('over every outcome of three items that differ, the evidence is 1 at most in expectation, at each look', () => {
  const chances = [0.95, 0.5, 0.2];
  const truth = chances.reduce((sum, chance) => sum + chance, 0) / 3;
  const outcomes = Array.from({ length: 8 }, (_, bits) => {
    const totals = chances.map((_, i) => (bits >> i) & 1);
    const chance = totals.reduce((product, total, i) => {
      const right = chances[i] as number;
      return product * (total === 1 ? right : 1 - right);
    }, 1);
    return { run: singles(totals), chance };
  });
  for (const items of ['frozen', 'fresh'] as const) {
    const expected = [0, 0];
    for (const reference of outcomes) {
      for (const first of outcomes) {
        for (const second of outcomes) {
          // As if its bound were the truth: what chance a bound has of being wrong is another half of the level.
          const begun = {
            ...startMeanMonitor(reference.run, { items, margin: 0, alpha: 0.05 }),
            floor: truth,
          };
          const [one, two] = [
            addMeanLook(begun, first.run),
            addMeanLook(addMeanLook(begun, first.run), second.run),
          ];
          const chance = reference.chance * first.chance * second.chance;
          for (const [n, monitor] of [one, two].entries())
            expected[n] = (expected[n] ?? 0) + chance * Math.exp(meanEvidence(monitor));
        }
      }
    }
    // What was begun at later looks is not there yet: of 1 a half after one look, two thirds after two.
    assert.ok(
      (expected[0] ?? 2) <= 1 / 2 && (expected[1] ?? 2) <= 2 / 3,
      JSON.stringify({ items, expected }),
    );
    assert.ok((expected[1] ?? 0) > 0.5, JSON.stringify({ items, expected }));
  }
});

test('the interval of all looks holds their mean, and narrows', () => {
  const found = follow(REFERENCE, LOOKS, { items: 'frozen', margin: 0.05 });
  const widths = found.map((monitor, n) => {
    const { low, high } = meanSequence(monitor) as { low: number; high: number };
    const mean = monitor.looks.slice(0, n + 1).reduce((sum, look) => sum + look.mean, 0) / (n + 1);
    assert.ok(low <= mean && mean <= high, JSON.stringify({ low, mean, high }));
    return high - low;
  });
  assert.ok((widths[3] as number) < (widths[0] as number), JSON.stringify(widths));
  assert.ok((meanLimit(found[0] as MeanMonitor) as number) < 100 / 120 - 0.05);
});
