import { binomialCdf, binomialPmf } from './distributions.ts';
import { checkCount } from './interval.ts';

function checkSplit(wins: number, losses: number): void {
  checkCount('The number of wins', wins);
  checkCount('The number of losses', losses);
}

/** Two-sided exact sign test of wins against losses, ties left out: min(1, 2·P(Bin(m,½) ≤ min)). */
export function signTest(wins: number, losses: number): number {
  checkSplit(wins, losses);
  return Math.min(1, 2 * binomialCdf(Math.min(wins, losses), wins + losses, 0.5));
}

/** The sign test's mid-p; see `mcnemarMidP`, which is this on discordant items. */
export function signTestMidP(wins: number, losses: number): number {
  checkSplit(wins, losses);
  const m = wins + losses;
  if (m === 0) return 1;
  const fewer = Math.min(wins, losses);
  const observed = binomialPmf(fewer, m, 0.5);
  if (wins === losses) return 1 - observed / 2;
  return 2 * binomialCdf(fewer, m, 0.5) - observed;
}
