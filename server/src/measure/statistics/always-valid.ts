/*
 * Evidence that is valid at any number of looks: e-processes, which are never negative and have an expectation of at
 * most 1 at any stopping time if nothing is worse. The probability of ever reaching 1/α is at most α (Ville 1939).
 * Bets as in Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting", mixed over a
 * grid.
 */

const GRID = 9;
const MAX_STAKED = 0.95;

/**
 * Stakes, each half of the previous one. A mixture of them loses little compared with the best one, which is not known
 * beforehand.
 */
export const BET_SHARES: readonly number[] = Array.from({ length: GRID }, (_, k) => MAX_STAKED / 2 ** k);

/** ln Σ exp, where −∞ weighs nothing. */
function logSumExp(logs: readonly number[]): number {
  const most = logs.reduce((found, one) => Math.max(found, one), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(most)) return most;
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0));
}

/** The logarithm of the mean of e-values, which is an e-value again. */
export const logMeanOfEvidence = (logs: readonly number[]) => logSumExp(logs) - Math.log(logs.length);

/**
 * ln of the evidence of all interim analyses ("looks"), restarted at each of them, so that a change is found whenever
 * it comes: a mixture over the start (Shin, Ramdas and Rinaldo 2023, "E-detectors") with weights 1/(j(j + 1)), whose
 * sum over any number of looks is at most 1. @param looks for each look, by bet, the logarithm of its gain
 */
export function evidenceOfLooks(looks: readonly (readonly number[])[]): number {
  const found: number[] = [];
  let sums: readonly number[] = BET_SHARES.map(() => 0);
  for (let start = looks.length; start >= 1; start--) {
    sums = sums.map((sum, k) => sum + (looks[start - 1]?.[k] as number));
    found.push(logMeanOfEvidence(sums) - Math.log(start * (start + 1)));
  }
  return logSumExp(found);
}
