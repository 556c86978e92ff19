/*
 * Evidence that holds however often it is looked at: e-processes, which are never negative and have expectation 1 at most
 * whenever one stops, where nothing is worse. That one ever reaches 1/α has probability α at most (Ville 1939). Bets as in
 * Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting", mixed over a grid.
 */

const GRID = 9;
const MOST_STAKED = 0.95;

/** Shares of what may be staked, each half of the one before. Together they lose little to the best one, which nobody knows beforehand. */
export const BETS: readonly number[] = Array.from({ length: GRID }, (_, k) => MOST_STAKED / 2 ** k);

/** ln Σ exp, where −∞ weighs nothing. */
function logSumExp(logs: readonly number[]): number {
  const most = logs.reduce((found, one) => Math.max(found, one), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(most)) return most;
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0));
}

/** Of e-values with the same weight: their mean is one again. */
export const logMean = (logs: readonly number[]) => logSumExp(logs) - Math.log(logs.length);

/**
 * ln of the evidence of all looks, begun anew at each of them, so that a change is found whenever it comes: a mixture over the
 * beginning (Shin, Ramdas and Rinaldo 2023, "E-detectors") with weights 1/(j(j + 1)), which add up to 1 over any number of looks.
 * @param looks of each, bet by bet, the logarithm of what it won
 */
export function evidenceOfLooks(looks: readonly (readonly number[])[]): number {
  const found: number[] = [];
  let sums: readonly number[] = BETS.map(() => 0);
  for (let start = looks.length; start >= 1; start--) {
    sums = sums.map((sum, k) => sum + (looks[start - 1]?.[k] as number));
    found.push(logMean(sums) - Math.log(start * (start + 1)));
  }
  return logSumExp(found);
}
