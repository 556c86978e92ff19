import {
  alphaFromConfidence,
  type Interval,
  upperLevel,
  zFromConfidence,
} from '../../src/measure/statistics/interval.ts';
import { wilsonInterval } from '../../src/measure/statistics/one-sample.ts';
import { type PairedCounts, pairedTotal } from '../../src/measure/statistics/paired-proportions.ts';
import { betaQuantileLogit } from '../../src/measure/statistics/special-functions.ts';

/*
 * Intervals that the product does not use. The coverage of those that it uses, Wilson's and Tango's, is shown beside
 * theirs.
 */

/** The p-quantile of Beta(a,b), 0 < p < 1. */
function betaQuantile(p: number, a: number, b: number): number {
  return 1 / (1 + Math.exp(-betaQuantileLogit(p, a, b)));
}

/** The exact interval (Clopper and Pearson 1934): never covers less than promised, usually too wide. */
export function clopperPearson(successes: number, n: number, confidence: number): Interval {
  const [tail, upper] = [alphaFromConfidence(confidence) / 2, upperLevel(confidence)];
  return {
    low: successes === 0 ? 0 : betaQuantile(tail, successes, n - successes + 1),
    high: successes === n ? 1 : betaQuantile(upper, successes + 1, n - successes),
  };
}

/**
 * The interval of the central limit theorem for x successes of n ≥ 1 (Laplace 1812; Brown, Cai, DasGupta 2001), cut at
 * 0 and 1: 5 of 5 has no width.
 */
export function wald(successes: number, n: number, confidence: number): Interval {
  const p = successes / n;
  const half = zFromConfidence(confidence) * Math.sqrt((p * (1 - p)) / n);
  return { low: Math.max(0, p - half), high: Math.min(1, p + half) };
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
  const [first, second] = [wilsonInterval(rightA, n, confidence), wilsonInterval(rightB, n, confidence)];
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
  const half = zFromConfidence(confidence) * Math.sqrt((p + q - (p - q) ** 2) / (n + 2));
  return { low: Math.max(-1, p - q - half), high: Math.min(1, p - q + half) };
}
