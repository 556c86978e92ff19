import { checkCount } from './interval.ts';
import { mean, sampleVariance } from './one-target.ts';

/** Where the variance of scores comes from, in squared score. */
export interface RepeatSpread {
  /** Var(x): between the expected scores of items; new items are what reduces its share. */
  readonly betweenItems: number;
  /** E[σ²]: within an item, from one repeat to the next; more repeats reduce it. */
  readonly withinItem: number;
}

/**
 * Splits the variance of items asked K ≥ 2 times each, one row an item (one-way analysis of variance; Miller 2024,
 * section 3.2). The variance of item means still holds E[σ²]/K, which is taken out; below 0 it is 0. Null below two
 * items. Throws RangeError for fewer than two repeats or rows of different lengths.
 */
export function repeatSpread(scores: readonly (readonly number[])[]): RepeatSpread | null {
  const repeats = scores[0]?.length ?? 0;
  checkCount('The number of repeats', repeats, 2);
  if (scores.some((row) => row.length !== repeats)) {
    throw new RangeError('Every item needs the same number of repeats.');
  }
  const total = sampleVariance(scores.map(mean));
  if (total === null) return null;
  const withinItem = mean(scores.map((row) => sampleVariance(row) as number));
  return { betweenItems: Math.max(0, total - withinItem / repeats), withinItem };
}

/** A group's standard error and the number of its items. */
export interface GroupError {
  readonly se: number;
  readonly n: number;
}

/**
 * The standard error that lm-evaluation-harness prints for k groups of tasks (`pooled_sample_stderr`), to reproduce
 * its tables: √( Σ(n_k−1)·se_k²·n_k / (Σn_k − k) / Σn_k ). It takes the groups for one population with one mean.
 */
export function pooledGroupError(groups: readonly GroupError[]): number {
  const items = groups.reduce((sum, { n }) => sum + n, 0);
  checkCount('The number of items beyond one a group', items - groups.length, 1);
  const squares = groups.reduce((sum, { se, n }) => sum + (n - 1) * se ** 2 * n, 0);
  return Math.sqrt(squares / (items - groups.length) / items);
}
