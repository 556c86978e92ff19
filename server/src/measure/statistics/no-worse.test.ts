import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { comparePairs } from './compare.ts';
import {
  decideNoWorse,
  itemsNeededForNoWorse,
  noWorsePower,
  pairedAdvantage,
  quantileAdvantage,
  quantileNoWorsePower,
  ratioAdvantage,
} from './no-worse.ts';

// Reference values: server/test/simulations/no-worse-reference.py, which works them out in other ways.

const paired = (a: readonly number[], b: readonly number[], clusters: readonly number[] | null = null) => {
  const binary = [...a, ...b].every((score) => score === 0 || score === 1);
  const { delta, basis } = comparePairs(
    { a, b, onlyA: 0, onlyB: 0, clusters },
    { binary, confidence: 0.95, margin: 0.05 },
  );
  const advantage = pairedAdvantage(delta, basis);
  assert.ok(advantage);
  return advantage;
};

/** Of n items the candidate alone is right on b, the baseline alone on c. */
const rightOrWrong = (n: number, b: number, c: number) =>
  paired(
    Array.from({ length: n }, (_, i) => Number(i < b)),
    Array.from({ length: n }, (_, i) => Number(i >= b && i < b + c)),
  );

test('right and wrong answers are tested against the margin by Tango, one-sided', () => {
  for (const [n, b, c, margin, p] of [
    [100, 8, 12, 0.1, 0.0962762008],
    [300, 25, 35, 0.05, 0.2597228462],
    [160, 40, 20, 0.05, 0.0001844904243],
    [50, 0, 0, 0.1, 0.009211062727],
    [60, 2, 9, 0.02, 0.9637828625],
  ] as const) {
    const { above, below } = rightOrWrong(n, b, c).test(-margin);
    assertClose(above, p, 8);
    assertClose(below, 1 - p, 8);
  }
});

const A = [0.8, 0.6, 0.7, 0.9, 0.5, 0.75, 0.65, 0.85, 0.55, 0.95, 0.6, 0.7, 0.8, 0.5, 0.9, 0.65];
const B = [0.85, 0.6, 0.8, 0.85, 0.6, 0.8, 0.6, 0.95, 0.6, 0.9, 0.7, 0.65, 0.9, 0.55, 0.9, 0.75];

test('graded scores are tested by t, in clusters by the error about the margin, with and without their skewness', () => {
  assertClose(paired(A, B).test(-0.1).above, 0.00053671656, 7);
  const clusters = A.map((_, i) => Math.floor(i / 2));
  assertClose(paired(A, B, clusters).test(-0.1).above, 0.027052105, 7);
});

test('percentiles are compared by their order statistics', () => {
  const squares = (from: number) => Float64Array.from({ length: 200 }, (_, i) => (i + 1 + from) ** 2);
  const sample = (from: number) => ({ sorted: squares(from), worth: 200, observed: 0 });
  for (const [perMille, low, high] of [
    [500, -0.2677867016, 0.4260861551],
    [950, -0.03953321647, 0.1226362841],
  ] as const) {
    const advantage = quantileAdvantage(sample(0), sample(4), perMille);
    const bounds = advantage?.bounds({ low: 0.05, high: 0.05 });
    assertClose(bounds?.low ?? 0, low, 8);
    assertClose(bounds?.high ?? 0, high, 8);
    // The p-value of a limit is the level at which the bound reaches it; order statistics go in steps.
    assert.ok(
      (advantage?.test(low - 1e-9).above ?? 1) <= 0.05 && (advantage?.test(low + 1e-9).above ?? 0) > 0.05,
    );
  }
});

test('a request without a response is later than any, and failing never helps', () => {
  const of = (failed: number) => {
    const sorted = Float64Array.from({ length: 400 }, (_, i) => (i < 400 - failed ? 100 + i : Infinity));
    return { sorted, worth: 400, observed: 0 };
  };
  const [good, failing] = [of(0), of(40)];
  assert.ok(
    (quantileAdvantage(failing, good, 500)?.test(-Math.log(1.5)).above ?? 1) < 0.05,
    'p50 is no worse',
  );
  assert.equal(quantileAdvantage(failing, good, 950)?.test(-Math.log(100)).above, 1);
  assert.ok((quantileAdvantage(good, failing, 950)?.test(0).above ?? 1) < 0.01, 'than one that fails');
  assert.equal(quantileAdvantage({ sorted: [], worth: 0, observed: 0 }, good, 950), null);
});

test('the cost of a solved item is compared item by item', () => {
  const candidate = { cost: [2, 3, 5, 4, 6, 3, 2, 7], solved: [1, 1, 0, 1, 1, 1, 0, 1] };
  const baseline = { cost: [3, 3, 6, 5, 5, 4, 3, 9], solved: [1, 0, 1, 1, 1, 1, 1, 0] };
  const { observed, basis } = ratioAdvantage(candidate, baseline, null);
  assertClose(observed, 0.1718502569, 9);
  assert.ok(basis?.by === 't');
  assertClose(basis.se, 0.35547968, 6);
  const twice = (of: typeof candidate) => ({
    cost: [...of.cost, ...of.cost],
    solved: [...of.solved, ...of.solved],
  });
  const copies = ratioAdvantage(twice(candidate), twice(baseline), [...Array(8).keys(), ...Array(8).keys()]);
  assert.ok(copies.basis?.by === 't');
  assertClose(copies.basis.se, 0.35547968, 6);
});

test('the planned power is that of every outcome added up, to four points', () => {
  for (const [n, discordance, margin, alpha, power] of [
    [100, 0.2, 0.1, 0.05, 0.707438],
    [60, 0.2, 0.1, 0.05, 0.502865],
    [150, 0.1, 0.05, 0.025, 0.430123],
  ] as const) {
    const planned = noWorsePower(n, discordance, { alpha, margin });
    assert.ok(Math.abs(planned - power) < 0.04, `${planned} for ${power}`);
  }
  assert.equal(noWorsePower(14, 0.2, { alpha: 0.05, margin: 0.5 }), 0);
  assert.equal(quantileNoWorsePower(298, 990, 0.5, { alpha: 0.05, margin: 2 }), 0);
});

test('a test says the same as the bound at its level, for all tests', () => {
  const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
  const pair = fc.tuple(score, score);
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 15, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.double({ min: 0.01, max: 0.4, noNaN: true }),
      fc.double({ min: 0.001, max: 0.2, noNaN: true }),
      (pairs, size, isBinary, margin, level) => {
        const rounded = (value: number) => (isBinary ? Math.round(value) : value);
        const clusters = size === 1 ? null : pairs.map((_, i) => Math.floor(i / size));
        const advantage = paired(
          pairs.map(([a]) => rounded(a)),
          pairs.map(([, b]) => rounded(b)),
          clusters,
        );
        const { above, below } = advantage.test(-margin);
        const bounds = advantage.bounds({ low: level, high: level });
        assert.ok(bounds);
        const near = (p: number) => Math.abs(p - level) < 1e-9;
        if (!near(above)) assert.equal(above < level, bounds.low > -margin);
        if (!near(below)) assert.equal(below < level, bounds.high < -margin);
      },
    ),
    PROPERTY_RUN,
  );
});

test('fewer than 15 items or clusters decide nothing, and what lies on the margin needs no number', () => {
  const sure = { test: { above: 1e-9, below: 1 }, level: 0.05, worseLevel: 0.05 };
  assert.equal(decideNoWorse({ ...sure, n: 15, clusters: null }), 'no_worse');
  assert.equal(decideNoWorse({ ...sure, n: 14, clusters: null }), 'undecided');
  assert.equal(decideNoWorse({ ...sure, n: 60, clusters: 14 }), 'undecided');
  assert.equal(decideNoWorse({ ...sure, test: { above: 1, below: 1e-9 }, n: 15, clusters: null }), 'worse');
  const aim = { alpha: 0.05, power: 0.8 };
  assert.equal(itemsNeededForNoWorse({ above: 0.5, below: 0.5 }, 100, aim), null);
  // 100 items are one standard error from the margin; 80 % power asks for 1.645 + 0.842 of them.
  assert.equal(itemsNeededForNoWorse({ above: 0.15865525393145707, below: 0.84 }, 100, aim), 619);
});
