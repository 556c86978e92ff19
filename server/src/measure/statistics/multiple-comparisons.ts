/** How the p-values of one family are adjusted; `none` leaves them unchanged. */
export type Correction = 'holm' | 'bh' | 'none';

/** Positions of the p-values from the smallest to the largest. Throws RangeError outside [0,1]. */
function ascending(pValues: readonly number[]): { at: number; p: number }[] {
  for (const p of pValues) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`A p-value lies between 0 and 1, not ${p}.`);
  }
  return pValues.map((p, at) => ({ at, p })).sort((left, right) => left.p - right.p);
}

/**
 * Holm's step-down adjusted p-values in the order given: p̃₍ᵢ₎ = max over j ≤ i of min(1, (m−j+1)·p₍ⱼ₎).
 * Controls the family-wise error whatever the dependence (Holm 1979).
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  ascending(pValues).forEach(({ at, p }, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * p));
    adjusted[at] = largest;
  });
  return adjusted;
}

/**
 * Benjamini–Hochberg adjusted p-values in the order given: p̃₍ᵢ₎ = min over j ≥ i of min(1, m·p₍ⱼ₎/j).
 * Controls the false discovery rate (Benjamini and Hochberg 1995).
 */
export function benjaminiHochbergAdjusted(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  let smallest = 1;
  const sorted = ascending(pValues);
  for (let rank = sorted.length; rank >= 1; rank -= 1) {
    const { at, p } = sorted[rank - 1] as { at: number; p: number };
    smallest = Math.min(smallest, (pValues.length * p) / rank);
    adjusted[at] = smallest;
  }
  return adjusted;
}

const CORRECTIONS: Record<Correction, (pValues: readonly number[]) => number[]> = {
  holm: holmAdjusted,
  bh: benjaminiHochbergAdjusted,
  none: (pValues) => [...pValues],
};

/** The adjusted p-values of one family, in the given order. The family is all p-values passed. */
export function adjustPValues(correction: Correction, pValues: readonly number[]): number[] {
  return CORRECTIONS[correction](pValues);
}

/**
 * The level at which the correction tests each of these p-values, in the given order: at or above the p-value if it is
 * rejected, otherwise below it. Holm: α/(m−i+1) for the i-th smallest, and from the first that is not rejected the
 * level of that one. Benjamini–Hochberg: α·r/m for the r that are rejected, α·i/m for the others.
 */
export function correctedLevels(correction: Correction, pValues: readonly number[], alpha: number): number[] {
  const levels = new Array<number>(pValues.length).fill(alpha);
  if (correction === 'none') return levels;
  const m = pValues.length;
  const sorted = ascending(pValues);
  const steps = sorted.map((_, i) => (correction === 'holm' ? alpha / (m - i) : (alpha * (i + 1)) / m));
  const isRejected = ({ p }: { p: number }, i: number) => p <= (steps[i] as number);
  const failed = sorted.findIndex((one, i) => !isRejected(one, i));
  const last = sorted.findLastIndex(isRejected);
  for (const [i, { at }] of sorted.entries()) {
    if (correction === 'bh') levels[at] = steps[Math.max(i, last)] as number;
    else levels[at] = steps[failed === -1 ? i : Math.min(i, failed)] as number;
  }
  return levels;
}
