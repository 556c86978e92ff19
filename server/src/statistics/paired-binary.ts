import { chiSquareUpper } from './distributions.ts';
import { checkCount, type Interval, zFor } from './interval.ts';
import { wilson } from './one-target.ts';
import { signTest, signTestMidP } from './sign-test.ts';

/** Items by right and wrong of two targets: the fourfold table of a paired 0/1 comparison. */
export interface PairedCounts {
  readonly bothRight: number;
  /** b: A right, B wrong. */
  readonly onlyA: number;
  /** c: B right, A wrong. */
  readonly onlyB: number;
  readonly bothWrong: number;
}

/** The number of items. Throws RangeError when a cell is not a count. */
export function pairedTotal({ bothRight, onlyA, onlyB, bothWrong }: PairedCounts): number {
  for (const cell of [bothRight, onlyA, onlyB, bothWrong]) checkCount('A cell of the table', cell);
  return bothRight + onlyA + onlyB + bothWrong;
}

/** McNemar's exact p: min(1, 2·P(Bin(b+c, ½) ≤ min(b,c))). 1 when no item is discordant. */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  return signTest(onlyA, onlyB);
}

/**
 * McNemar's mid-p (Fagerland, Lydersen, Laake 2013): exact p less the probability of the observed split;
 * for b = c, 1 − ½·P(Bin(2b, ½) = b). 1 when no item is discordant: no evidence either way.
 */
export function mcnemarMidP(onlyA: number, onlyB: number): number {
  return signTestMidP(onlyA, onlyB);
}

/**
 * McNemar's χ² with one degree of freedom: (b−c)²/(b+c), or (|b−c|−1)²/(b+c) with `continuity`.
 * Statistic 0 and p 1 when no item is discordant.
 */
export function mcnemarChiSquare(
  onlyA: number,
  onlyB: number,
  { continuity = false }: { continuity?: boolean } = {},
): { statistic: number; p: number } {
  checkCount('A count of discordant items', onlyA);
  checkCount('A count of discordant items', onlyB);
  const discordant = onlyA + onlyB;
  if (discordant === 0) return { statistic: 0, p: 1 };
  const distance = Math.abs(onlyA - onlyB) - (continuity ? 1 : 0);
  const statistic = distance ** 2 / discordant;
  return { statistic, p: chiSquareUpper(statistic) };
}

/** n times the variance of the mean difference at a true difference δ, by Tango's restricted estimate. */
function tangoVariance(n: number, b: number, c: number, delta: number): number {
  const A = 2 * n;
  const B = -b - c + (2 * n - b + c) * delta;
  const C = -c * delta * (1 - delta);
  const root = Math.sqrt(Math.max(0, B * B - 4 * A * C));
  // Of the two forms of the same root, the one that adds numbers of one sign.
  const q = B > 0 ? (-2 * C) / (B + root) : (root - B) / (2 * A);
  return Math.max(0, 2 * q + delta * (1 - delta));
}

/** The lower end of Tango's interval: bisection between −1 and the estimate, to the last bit. */
function tangoLow(n: number, b: number, c: number, z: number): number {
  const estimate = (b - c) / n;
  let outside = -1;
  let inside = estimate;
  if (inside === -1) return -1;
  for (;;) {
    const middle = (outside + inside) / 2;
    if (middle === outside || middle === inside) return inside;
    if (b - c - n * middle > z * Math.sqrt(n * tangoVariance(n, b, c, middle))) outside = middle;
    else inside = middle;
  }
}

/**
 * Tango's score interval (Tango 1998) of the paired difference of shares, A − B: every δ that the score
 * test does not reject. Excludes 0 exactly when χ² without correction is significant. [−1, 1] for n = 0.
 */
export function tango(counts: PairedCounts, confidence: number): Interval {
  const n = pairedTotal(counts);
  const z = zFor(confidence);
  if (n === 0) return { low: -1, high: 1 };
  const low = tangoLow(n, counts.onlyA, counts.onlyB, z);
  // Swapping the targets negates the interval. + 0 turns a −0 into 0.
  return { low, high: -tangoLow(n, counts.onlyB, counts.onlyA, z) + 0 };
}

/** Newcombe's φ with its continuity correction; 0 where a margin is empty. */
function newcombePhi({ bothRight: a, onlyA: b, onlyB: c, bothWrong: d }: PairedCounts): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins === 0) return 0;
  const product = a * d - b * c;
  const corrected = product < 0 ? product : Math.max(0, product - (a + b + c + d) / 2);
  return corrected / Math.sqrt(margins);
}

/** Newcombe's square-and-add interval (Newcombe 1998, method 10) of A − B. [−1, 1] for n = 0. */
export function newcombe(counts: PairedCounts, confidence: number): Interval {
  const n = pairedTotal(counts);
  if (n === 0) return { low: -1, high: 1 };
  const [rightA, rightB] = [counts.bothRight + counts.onlyA, counts.bothRight + counts.onlyB];
  const [first, second] = [wilson(rightA, n, confidence), wilson(rightB, n, confidence)];
  const phi = newcombePhi(counts);
  const reach = (x: number, y: number) => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const difference = (counts.onlyA - counts.onlyB) / n;
  return {
    low: difference - reach(rightA / n - first.low, second.high - rightB / n),
    high: difference + reach(first.high - rightA / n, rightB / n - second.low),
  };
}

/** Bonett and Price's adjusted Wald interval (2012) of A − B, cut at ±1: simple, never of zero width. */
export function bonettPrice(counts: PairedCounts, confidence: number): Interval {
  const n = pairedTotal(counts);
  const p = (counts.onlyA + 1) / (n + 2);
  const q = (counts.onlyB + 1) / (n + 2);
  const half = zFor(confidence) * Math.sqrt((p + q - (p - q) ** 2) / (n + 2));
  return { low: Math.max(-1, p - q - half), high: Math.min(1, p - q + half) };
}
