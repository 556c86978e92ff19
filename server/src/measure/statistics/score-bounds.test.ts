import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binomialCdf } from './distributions.ts';
import {
  isShownAtLeast,
  isShownBelow,
  maxScore,
  minScore,
  scoreWorth,
  shownScoresOfMinimum,
} from './score-bounds.ts';

const ALPHA = 0.05;
const answers = (right: number, n: number) => Array.from({ length: n }, (_, i) => Number(i < right));
const exact = (right: number, n: number) =>
  scoreWorth(answers(right, n), { binary: true, clusters: null, alpha: ALPHA });

test('of right and wrong answers a minimum is shown exactly where the binomial distribution says so', () => {
  for (const n of [1, 5, 20, 57, 300]) {
    for (const least of [0.05, 0.3, 0.5, 0.8, 0.95]) {
      for (let right = 0; right <= n; right++) {
        const worth = exact(right, n);
        const soMany = 1 - binomialCdf(right - 1, n, least);
        const soFew = binomialCdf(right, n, least);
        assert.equal(isShownAtLeast(worth, least, ALPHA), soMany <= ALPHA, `${right} of ${n}, ${least}`);
        assert.equal(isShownBelow(worth, least, ALPHA), soFew <= ALPHA, `${right} of ${n}, ${least}`);
      }
    }
  }
});

test('the ends are those of Clopper and Pearson (1934), and a minimum passes where it lies below the lower one', () => {
  // Published two-sided 90 % limits, e.g. 8 of 10: 0.493 to 0.963.
  const { low, high } = { low: minScore(exact(8, 10), ALPHA), high: maxScore(exact(8, 10), ALPHA) };
  assert.deepEqual([low.toFixed(3), high.toFixed(3)], ['0.493', '0.963']);
  assert.equal(minScore(exact(0, 10), ALPHA), 0);
  assert.equal(maxScore(exact(10, 10), ALPHA), 1);
  for (const right of [40, 80, 99, 100]) {
    const worth = exact(right, 100);
    const end = minScore(worth, ALPHA);
    assert.ok(isShownAtLeast(worth, end - 1e-6, ALPHA) && !isShownAtLeast(worth, end + 1e-6, ALPHA));
  }
});

test('items that are copies of each other are worth no more than their clusters', () => {
  const scores = answers(80, 100);
  const clusters = scores.map((_, item) => Math.floor(item / 5));
  const { worth, units } = scoreWorth(scores, { binary: true, clusters, alpha: ALPHA });
  assert.equal(units, 20);
  assert.ok(worth > 15 && worth < 20, String(worth));
});

test('clusters that hide less than independent answers are worth no more than these', () => {
  // Each cluster has the same share right: its own spread tells nothing of others.
  const scores = Array.from({ length: 100 }, (_, i) => Number(i % 5 !== 0));
  const clusters = scores.map((_, item) => Math.floor(item / 5));
  const flat = scoreWorth(scores, { binary: true, clusters, alpha: ALPHA });
  assert.deepEqual([flat.isFlat, flat.worth], [true, 20]);
  scores[0] = 1;
  const spread = scoreWorth(scores, { binary: true, clusters, alpha: ALPHA });
  assert.equal(spread.worth, 100);
});

test('equal scores are not certain: a share of the rest may differ', () => {
  const of = (n: number) =>
    scoreWorth(Array<number>(n).fill(0.8), { binary: false, clusters: null, alpha: ALPHA });
  assert.ok(minScore(of(15), ALPHA) < 0.7 && minScore(of(1000), ALPHA) > 0.79);
  assert.equal(isShownAtLeast(of(1000), 0.8, ALPHA), false);
  assert.equal(isShownAtLeast(of(1000), 0.79, ALPHA), true);
});

test('the scores that a number of answers can show agree with their bounds', () => {
  const shown = shownScoresOfMinimum(100, 0.8, { alpha: ALPHA, power: 0.8 });
  assert.deepEqual(
    [shown.passes_from, shown.fails_up_to].map((share) => share?.toFixed(2)),
    ['0.87', '0.72'],
  );
  assert.ok(isShownAtLeast(exact(87, 100), 0.8, ALPHA) && !isShownAtLeast(exact(86, 100), 0.8, ALPHA));
  const power = 1 - binomialCdf(86, 100, shown.found_from ?? 0);
  assert.ok(Math.abs(power - 0.8) < 0.01, String(power));
  assert.equal(shownScoresOfMinimum(13, 0.8, { alpha: ALPHA, power: 0.8 }).passes_from, null);
  assert.equal(shownScoresOfMinimum(14, 0.8, { alpha: ALPHA, power: 0.8 }).passes_from, 1);
});
