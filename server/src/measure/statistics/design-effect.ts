import { checkCount } from './interval.ts';

/** The inequality of cluster sizes Σm²/n: the expected size of the cluster of a randomly drawn item. */
function sizeSeenByItems(sizes: readonly number[]): number {
  for (const size of sizes) checkCount('The size of a cluster', size, 1);
  const n = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.reduce((sum, size) => sum + size ** 2, 0) / n;
}

/**
 * The effective number of independent items in clusters of these sizes: n / (1 + (Σm²/n − 1)·ρ), with the intraclass
 * correlation ρ (Kish 1965, section 5.4). n at ρ = 0; at ρ = 1, where the items of a cluster are copies, n²/Σm².
 */
export function effectiveItems(sizes: readonly number[], icc: number): number {
  const n = sizes.reduce((sum, size) => sum + size, 0);
  return n / (1 + (sizeSeenByItems(sizes) - 1) * icc);
}

/** The intraclass correlation of a design effect (the same formula); null if no cluster has two items. */
export function iccFromDesignEffect(designEffect: number, sizes: readonly number[]): number | null {
  const seen = sizeSeenByItems(sizes);
  return seen > 1 ? (designEffect - 1) / (seen - 1) : null;
}
