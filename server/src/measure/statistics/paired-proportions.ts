import { binomialCdf, binomialPmf } from './distributions.ts';
import { checkCount, type Interval, zFromConfidence } from './interval.ts';

/** Numbers of items by right and wrong of two targets: the fourfold table of a paired 0/1 comparison. */
export interface PairedCounts {
  readonly bothRight: number;
  /** b: A right, B wrong. */
  readonly onlyA: number;
  /** c: B right, A wrong. */
  readonly onlyB: number;
  readonly bothWrong: number;
}

/** The number of items. Throws RangeError if a cell is not a count. */
export function pairedTotal({ bothRight, onlyA, onlyB, bothWrong }: PairedCounts): number {
  for (const cell of [bothRight, onlyA, onlyB, bothWrong]) checkCount('A cell of the table', cell);
  return bothRight + onlyA + onlyB + bothWrong;
}

/**
 * McNemar's mid-p (Fagerland, Lydersen, Laake 2013): the exact p, min(1, 2·P(Bin(b+c, ½) ≤ min(b,c))), minus the
 * probability of the observed split; for b = c, 1 − ½·P(Bin(2b, ½) = b). 1 if no item is discordant: no evidence either
 * way.
 */
export function mcnemarMidP(onlyA: number, onlyB: number): number {
  for (const count of [onlyA, onlyB]) checkCount('A number of discordant items', count);
  const discordant = onlyA + onlyB;
  if (discordant === 0) return 1;
  const fewer = Math.min(onlyA, onlyB);
  const observed = binomialPmf(fewer, discordant, 0.5);
  if (onlyA === onlyB) return 1 - observed / 2;
  return 2 * binomialCdf(fewer, discordant, 0.5) - observed;
}

/** n times the variance of the mean difference at a true difference δ, by Tango's restricted estimate; b and c need not be whole. */
export function tangoVariance(n: number, b: number, c: number, delta: number): number {
  const A = 2 * n;
  const B = -b - c + (2 * n - b + c) * delta;
  const C = -c * delta * (1 - delta);
  const root = Math.sqrt(Math.max(0, B * B - 4 * A * C));
  // Both forms give the same root; this one adds numbers of the same sign, which loses no digits.
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
 * Tango's score statistic for a true difference δ of the shares, A − B: approximately standard normal if δ is true, and
 * the larger it is, the more the counts indicate a larger difference. `tango` inverts it.
 */
export function tangoZ(counts: PairedCounts, delta: number): number {
  const n = pairedTotal(counts);
  const { onlyA, onlyB } = counts;
  const distance = onlyA - onlyB - n * delta;
  const error = Math.sqrt(n * tangoVariance(n, onlyA, onlyB, delta));
  return error === 0 ? Math.sign(distance) * Infinity || 0 : distance / error;
}

/**
 * Tango's score interval (Tango 1998) of the paired difference of shares, A − B: every δ that the score test does not
 * reject. Excludes 0 exactly if χ² without correction is significant. [−1, 1] for n = 0.
 */
export function tangoInterval(counts: PairedCounts, confidence: number): Interval {
  const n = pairedTotal(counts);
  const z = zFromConfidence(confidence);
  if (n === 0) return { low: -1, high: 1 };
  const low = tangoLow(n, counts.onlyA, counts.onlyB, z);
  // Swapping the targets negates the interval. + 0 turns a −0 into 0.
  return { low, high: -tangoLow(n, counts.onlyB, counts.onlyA, z) + 0 };
}
