import { type Interval, zFor } from './interval.ts';
import { bernoulliStandardError } from './one-target.ts';
import { type PairedCounts, pairedTotal } from './paired-binary.ts';

/*
 * The intervals of the central limit theorem for right and wrong answers. Nothing decides by them: 5 of 5 has no width.
 * They reproduce what other tools print, and the coverage script shows what they miss.
 */

/** p ± z·√(p(1−p)/n), cut at 0 and 1, for x successes of n ≥ 1 (Laplace 1812; Brown, Cai, DasGupta 2001). */
export function waldInterval(successes: number, n: number, confidence: number): Interval {
  const p = successes / n;
  const half = zFor(confidence) * bernoulliStandardError(p, n);
  return { low: Math.max(0, p - half), high: Math.min(1, p + half) };
}

/** d̂ ± z·√(b + c − (b−c)²/n)/n for the paired difference A − B of n ≥ 1 items (Fagerland et al. 2014, eq. 4). */
export function waldDifference(counts: PairedCounts, confidence: number): Interval {
  const n = pairedTotal(counts);
  const { onlyA: b, onlyB: c } = counts;
  const half = (zFor(confidence) * Math.sqrt(b + c - (b - c) ** 2 / n)) / n;
  return { low: (b - c) / n - half, high: (b - c) / n + half };
}
