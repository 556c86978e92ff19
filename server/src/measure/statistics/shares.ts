import { checkCount } from './interval.ts';
import { logGamma } from './special-functions.ts';

/** Terms below this part of the sum no longer change it. */
const NEGLIGIBLE = 1e-17;

/**
 * Fisher's exact test of two shares, `countA` of `nA` against `countB` of `nB`: twice the smaller tail of the
 * hypergeometric distribution with the observed margins, at most 1 (Fisher 1935; the doubled tail as in Yates 1984). It
 * is conservative if both come from the same items and agree more often than by chance. Throws RangeError if a count is
 * invalid or larger than its n.
 */
export function compareShares(countA: number, nA: number, countB: number, nB: number): number {
  for (const count of [countA, nA, countB, nB]) checkCount('A count', count);
  if (countA > nA || countB > nB) throw new RangeError('A count is not larger than its n.');
  const tails = [upperTail(countA, nA, countB, nB), upperTail(countB, nB, countA, nA)];
  return Math.min(1, 2 * Math.min(...tails));
}

/** P(X ≥ x), where X is the number of the x + y marked ones in A when nA + nB are divided at random. */
function upperTail(x: number, nA: number, y: number, nB: number): number {
  const marked = x + y;
  let term = Math.exp(logChoose(nA, x) + logChoose(nB, y) - logChoose(nA + nB, marked));
  let sum = 0;
  for (let k = x; k <= Math.min(nA, marked) && term > NEGLIGIBLE * sum; k += 1) {
    sum += term;
    term *= ((nA - k) / (k + 1)) * ((marked - k) / (nB - marked + k + 1));
  }
  return Math.min(1, sum);
}

const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
