import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { assertClose, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { binomialCdf } from './distributions.ts';
import { mcnemarMidP, tangoInterval } from './paired-proportions.ts';
import {
  detectableAtBest,
  detectableByMcnemar,
  fewestDiscordant,
  fewestItemsForTie,
  itemsForMcnemar,
  itemsForTie,
  minimumDetectableDifference,
  type NeededItems,
  nNeededToDecide,
  nNeededToDecideMeans,
} from './sample-size.ts';

const AIM = { alpha: 0.05, power: 0.8 };
const DECIDE = { ...AIM, margin: 0.05 };

/** The variance of an item's difference: 1/9 between items, `within` for each target and repeat (Miller 2024). */
const variance = (within: number, epochs: number) => 1 / 9 + (2 * within) / epochs;

test('items for a paired difference of three points', () => {
  const items = (spread: number) => nNeededToDecideMeans(spread, 0.03, { ...AIM, margin: 0 });
  assert.deepEqual(items(variance(0, 1)), { n: 969, outcome: 'winner', winner: 969, tie: null });
  const rows: [number, number][] = [
    [1, 3876],
    [2, 2423],
    [10, 1260],
  ];
  for (const [epochs, n] of rows) assert.equal(items(variance(1 / 6, epochs))?.n, n);
});

test('the smallest difference that n items find', () => {
  const rows: [number, number, number][] = [
    [100, 1, 0.18677],
    [164, 1, 0.14584],
    [198, 1, 0.13273],
    [198, 10, 0.07567],
    [1319, 1, 0.05143],
    [500, Number.POSITIVE_INFINITY, 0.04176],
  ];
  for (const [n, epochs, mde] of rows) {
    assertClose(minimumDetectableDifference(variance(1 / 6, epochs), n, AIM), mde, 5, `n ${n}, K ${epochs}`);
  }
  assert.throws(() => minimumDetectableDifference(variance(0, 1), 0, AIM), RangeError);
});

test('items for .70 against .75 where a fifth of them differs', () => {
  assert.equal(itemsForMcnemar(0.2, 0.05, AIM), 626);
  assert.equal(itemsForMcnemar(0.2, -0.05, AIM), 626);
  assert.throws(() => itemsForMcnemar(0.2, 0, AIM), RangeError);
  assert.throws(() => itemsForMcnemar(0.1, 0.2, AIM), RangeError);
});

test('the smallest difference of shares that n items show is the one that needs no more than n', () => {
  for (const [n, discordance] of [
    [626, 0.2],
    [100, 0.2],
    [40, 0.05],
    [5000, 0.4],
  ] as const) {
    const smallest = detectableByMcnemar(n, discordance, AIM) ?? 0;
    const differing = (delta: number) => Math.max(discordance, delta);
    assert.ok(itemsForMcnemar(differing(smallest + 0.001), smallest + 0.001, AIM) <= n, `${n}`);
    const less = smallest - 0.001;
    const fewest = Math.ceil(fewestDiscordant(0.05, 'mid_p') / differing(less));
    assert.ok(Math.max(fewest, itemsForMcnemar(differing(less), less, AIM)) > n, `${n}`);
  }
  assertClose(detectableByMcnemar(626, 0.2, AIM), 0.05, 3);
  assert.equal(detectableByMcnemar(4, 0.5, AIM), null);
});

test('at best four of n items differ, all for one side: no less can show', () => {
  // P(Bin(n, δ) ≥ 4) = .8: 1 − Σ C(n, k) δᵏ(1−δ)ⁿ⁻ᵏ over k < 4, at the bound and 0.001 above it.
  const atLeastFour = (n: number, delta: number) =>
    1 -
    [0, 1, 2, 3].reduce((sum, k) => {
      const ways = [1, n, (n * (n - 1)) / 2, (n * (n - 1) * (n - 2)) / 6][k] ?? 0;
      return sum + ways * delta ** k * (1 - delta) ** (n - k);
    }, 0);
  for (const n of [15, 100, 1000]) {
    const smallest = detectableAtBest(n, AIM) ?? 1;
    assert.ok(atLeastFour(n, smallest) <= 0.8 && atLeastFour(n, smallest + 0.002) > 0.8, `${n}: ${smallest}`);
    assert.ok(smallest < (detectableByMcnemar(n, 0, AIM) ?? 0), `${n}`);
  }
  assert.equal(detectableAtBest(3, AIM), null);
});

/** The exact two-sided p of wins without a loss. */
const exactP = (wins: number) => Math.min(1, 2 * binomialCdf(0, wins, 0.5));

test('fewer discordant items than this cannot decide', () => {
  assert.equal(fewestDiscordant(0.05, 'exact'), 6);
  assert.equal(fewestDiscordant(0.05, 'mid_p'), 5);
  for (const alpha of [0.1, 0.05, 0.01, 0.05 / 45]) {
    const [exact, mid] = [fewestDiscordant(alpha, 'exact'), fewestDiscordant(alpha, 'mid_p')];
    assert.ok(exactP(exact) <= alpha && exactP(exact - 1) > alpha, `exact at ${alpha}`);
    assert.ok(mcnemarMidP(mid, 0) <= alpha && mcnemarMidP(mid - 1, 0) > alpha, `mid-p at ${alpha}`);
  }
});

const inside = (n: number, margin: number, confidence: number) => {
  const { low, high } = tangoInterval({ bothRight: n, onlyA: 0, onlyB: 0, bothWrong: 0 }, confidence);
  return low > -margin && high < margin;
};

test('the fewest items that can show a tie are those whose Tango interval of no difference fits', () => {
  assert.equal(fewestItemsForTie(0.05, 0.05), 52);
  for (const margin of [0.01, 0.02, 0.05, 0.1, 0.3]) {
    for (const alpha of [0.1, 0.05, 0.01]) {
      const n = fewestItemsForTie(margin, alpha) ?? 0;
      assert.ok(inside(n, margin, 1 - 2 * alpha), `${n} items, margin ${margin}`);
      assert.ok(!inside(n - 1, margin, 1 - 2 * alpha), `${n - 1} items, margin ${margin}`);
    }
  }
});

test('no number of items shows a tie for a difference of the margin or more, or without a margin', () => {
  assert.equal(itemsForTie(0.1, 0.05, 0.05, AIM), null);
  assert.equal(itemsForTie(0.1, -0.06, 0.05, AIM), null);
  assert.equal(fewestItemsForTie(0, 0.05), null);
  assert.equal(itemsForTie(0.1, 0, 0, AIM), null);
});

test('a difference a hair below the margin or above 0 ends in no plan, not in an endless search', () => {
  assert.equal(itemsForTie(0.1, 0.05 - 1e-17 - 1e-16, 0.05, AIM), null);
  assert.equal(itemsForTie(0.1, 0.05 - 1e-7, 0.05, AIM), null);
  assert.equal(nNeededToDecide(0.1, 1e-12, { ...AIM, margin: 0 }), null);
});

test('items for a tie follow (z_α + z_{β/2})²·variance/margin² when the targets are equal', () => {
  // (1.644854 + 1.281552)² · 0.2 / 0.05² = 685.1
  assert.equal(itemsForTie(0.2, 0, 0.05, AIM), 686);
});

test('the number of items that decides an undecided comparison', () => {
  const rows: [string, NeededItems, Pick<NonNullable<NeededItems>, 'n' | 'outcome'> | null][] = [
    ['a large difference: a winner', nNeededToDecide(0.2, 0.1, DECIDE), { n: 155, outcome: 'winner' }],
    ['equal targets: a tie', nNeededToDecide(0.2, 0, DECIDE), { n: 686, outcome: 'tie' }],
    ['the margin itself: only a winner', nNeededToDecide(0.2, 0.05, DECIDE), { n: 626, outcome: 'winner' }],
    ['no discordant item: a tie', nNeededToDecide(0, 0, DECIDE), { n: 52, outcome: 'tie' }],
    ['equal and without margin: nothing', nNeededToDecide(0.2, 0, { ...DECIDE, margin: 0 }), null],
    ['means', nNeededToDecideMeans(1, 0.28, DECIDE), { n: 101, outcome: 'winner' }],
    ['means without spread', nNeededToDecideMeans(0, 0, DECIDE), { n: 52, outcome: 'tie' }],
    ['means without spread, apart', nNeededToDecideMeans(0, 0.2, DECIDE), { n: 20, outcome: 'winner' }],
  ];
  for (const [sentence, needed, expected] of rows) {
    const { n, outcome } = needed ?? {};
    assert.deepEqual(needed && { n, outcome }, expected, sentence);
    assert.equal(needed?.n, needed?.[needed.outcome], sentence);
  }
});

test('a larger family asks for more items to show a winner or a tie, never for fewer', () => {
  const rate = fc.double({ min: 0.02, max: 1, noNaN: true });
  const part = fc.double({ min: 0.1, max: 1, noNaN: true });
  fc.assert(
    fc.property(rate, part, fc.integer({ min: 1, max: 100 }), (discordance, lead, familySize) => {
      const aim = { ...AIM, margin: 0 };
      const alone = nNeededToDecide(discordance, discordance * lead, aim);
      const among = nNeededToDecide(discordance, discordance * lead, { ...aim, familySize });
      assert.ok((among?.n ?? 0) >= (alone?.n ?? Number.POSITIVE_INFINITY));
      const equal = (of: number) => nNeededToDecide(discordance, 0, { ...AIM, margin: 0.05, familySize: of });
      assert.ok((equal(familySize)?.tie ?? 0) >= (equal(1)?.tie ?? Number.POSITIVE_INFINITY));
    }),
    PROPERTY_RUN,
  );
});
