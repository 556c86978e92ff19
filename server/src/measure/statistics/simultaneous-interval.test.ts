import assert from 'node:assert/strict';
import test from 'node:test';
import { assertInterval } from '../../../test/support/assert-close.ts';
import type { IntervalBasis } from './compare.ts';
import { tangoInterval } from './paired-proportions.ts';
import { simultaneousInterval } from './simultaneous-interval.ts';
import {
  adjustPValues,
  comparePairs,
  createRandom,
  decideComparison,
  type Random,
  tieInterval,
} from './statistics.ts';

const tangoOf = (onlyA: number, onlyB: number): IntervalBasis => ({
  by: 'tango',
  counts: { bothRight: 50, onlyA, onlyB, bothWrong: 50 - onlyA - onlyB },
});

test('alone in its family it is the interval at the confidence level, in three families that at a third of alpha', () => {
  const basis = tangoOf(20, 4);
  for (const [familySize, level] of [
    [1, 0.95],
    [3, 1 - 0.05 / 3],
  ] as const) {
    const found = simultaneousInterval(basis, { confidence: 0.95, familySize, side: 1 });
    const { low, high } = tangoInterval({ bothRight: 50, onlyA: 20, onlyB: 4, bothWrong: 26 }, level);
    assertInterval(found, [low, high], 12);
    assert.deepEqual([found?.level.toFixed(9), found?.rests_on], [level.toFixed(9), 'bonferroni']);
  }
});

test('where the decision says more or less than the interval, the end is 0', () => {
  // At 1 − .05/20 Tango's interval of 14 against 3 holds 0, that of 30 against 2 does not.
  const rows: [what: string, IntervalBasis, side: -1 | 0 | 1, fitted: 'low' | 'high' | null, string][] = [
    ['A wins by Holm alone', tangoOf(14, 3), 1, 'low', 'holm'],
    ['B wins by Holm alone', tangoOf(3, 14), -1, 'high', 'holm'],
    ['A wins and the interval shows it', tangoOf(30, 2), 1, null, 'bonferroni'],
    ['nobody wins and the interval holds 0', tangoOf(14, 3), 0, null, 'bonferroni'],
    ['nobody wins and the interval lies above 0', tangoOf(30, 2), 0, 'low', 'no_decision'],
    ['nobody wins and the interval lies below 0', tangoOf(2, 30), 0, 'high', 'no_decision'],
  ];
  for (const [what, basis, side, fitted, rests_on] of rows) {
    const found = simultaneousInterval(basis, { confidence: 0.95, familySize: 20, side });
    assert.ok(found, what);
    assert.equal(found.rests_on, rests_on, what);
    assert.deepEqual([found.low === 0, found.high === 0], [fitted === 'low', fitted === 'high'], what);
    assert.ok(found.low < found.high, what);
  }
  assert.equal(simultaneousInterval(null, { confidence: 0.95, familySize: 2, side: 0 }), null);
});

const FAMILIES = 1000;

/** Two targets on 20 to 120 items: right or wrong, graded, in clusters, or the same difference everywhere. */
function drawPair(random: Random) {
  const n = 20 + random.below(100);
  const [kind, lead] = [random.below(4), 0.35 * random.fraction() ** 2];
  const binary = kind < 2;
  const draw = (chance: number) =>
    binary ? Number(random.fraction() < chance) : Math.round(4 * chance * random.fraction()) / 4;
  const items = Array.from({ length: n }, (_, i) => i);
  const better = random.below(2);
  const scores = [0, 1].map((side) =>
    kind === 3
      ? items.map(() => (side === better ? 0.5 : 0.25))
      : items.map(() => draw(0.5 + (side === better ? lead : 0))),
  );
  const clusters = kind === 1 || random.below(3) === 0 ? items.map((i) => Math.floor(i / 2)) : null;
  return { a: scores[0] ?? [], b: scores[1] ?? [], binary, clusters };
}

test('over many families the interval and the decision of Holm never contradict each other', () => {
  const random = createRandom(11, 'families');
  const seen = new Map<string, number>();
  for (let family = 0; family < FAMILIES; family++) {
    const confidence = [0.9, 0.95, 0.99][family % 3] as number;
    const alpha = 1 - confidence;
    const compared = Array.from({ length: 1 + random.below(12) }, () => {
      const { a, b, binary, clusters } = drawPair(random);
      return comparePairs({ a, b, onlyA: 0, onlyB: 0, clusters }, { binary, confidence, margin: 0.05 });
    });
    const adjusted = adjustPValues(
      'holm',
      compared.map(({ p_value }) => p_value ?? 1),
    );
    for (const [i, one] of compared.entries()) {
      const of = (low: number | null, high: number | null) =>
        low === null || high === null ? null : { low, high };
      const [ci, tie_ci] = [of(one.ci_low, one.ci_high), tieInterval(one.basis, alpha)];
      const { delta, n, clusters, p_value } = one;
      const p_adjusted = adjusted[i] ?? null;
      const { outcome } = decideComparison({
        delta,
        ci,
        tie_ci,
        p_value,
        p_adjusted,
        alpha,
        margin: 0.05,
        n,
        clusters,
      });
      const side = outcome === 'better' ? 1 : outcome === 'worse' ? -1 : 0;
      const found = simultaneousInterval(one.basis, { confidence, familySize: compared.length, side });
      assert.ok(found && ci && delta !== null);
      const { low, high, rests_on } = found;
      const what = `${one.test} ${outcome} [${low}, ${high}], ${rests_on}`;
      if (side === 0) assert.ok(low <= 0 && high >= 0, what);
      else assert.ok(side === 1 ? low >= 0 : high <= 0, what);
      // It holds the interval of the comparison alone, but for an end that Holm cut.
      assert.ok(rests_on === 'holm' || (low <= ci.low + 1e-12 && high >= ci.high - 1e-12), what);
      assert.ok(low <= delta && delta <= high && low >= -1 && high <= 1, what);
      seen.set(rests_on, (seen.get(rests_on) ?? 0) + 1);
      seen.set(`${one.test} ${side}`, (seen.get(`${one.test} ${side}`) ?? 0) + 1);
    }
  }
  for (const key of ['bonferroni', 'holm', 'no_decision'])
    assert.ok((seen.get(key) ?? 0) >= 20, `${key}: ${JSON.stringify([...seen])}`);
  for (const kind of ['mcnemar_mid_p', 'paired_t', 'clustered_t', 'no_spread'])
    for (const side of kind === 'no_spread' ? [1, -1] : [1, 0, -1])
      assert.ok((seen.get(`${kind} ${side}`) ?? 0) >= 10, `${kind} ${side}: ${JSON.stringify([...seen])}`);
});
