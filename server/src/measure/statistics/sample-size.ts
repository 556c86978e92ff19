import { lowestIntegerWhere } from './binary-search.ts';
import { binomialCdf, normalCdf, normalQuantile, tQuantile } from './distributions.ts';
import { checkCount } from './interval.ts';

/** The aim of a sample size: a two-sided test at `alpha` that detects the difference with probability `power`. */
export interface TestAim {
  readonly alpha: number;
  readonly power: number;
}

/** z_{α/2} + z_β for a two-sided test. */
function zSum({ alpha, power }: TestAim): number {
  return normalQuantile(1 - alpha / 2) + normalQuantile(power);
}

/**
 * The smallest mean difference that n items are likely to detect (Miller 2024, section 5): (z_{α/2}+z_β)·√(variance/n),
 * with the variance of the observed difference over items.
 */
export function minimumDetectableDifference(variance: number, n: number, aim: TestAim): number {
  checkCount('n', n, 1);
  return zSum(aim) * Math.sqrt(variance / n);
}

/**
 * Items for McNemar's test (Connor 1987): (z_{α/2}√p_d + z_β√(p_d−δ²))²/δ², where `discordance` p_d is the
 * share of items on which the targets differ and `delta` the difference of their shares, 0 < |δ| ≤ p_d.
 */
export function itemsForMcnemar(discordance: number, delta: number, { alpha, power }: TestAim): number {
  checkDiscordance(discordance, delta);
  if (delta === 0) throw new RangeError('No number of items finds a difference of 0.');
  const underNull = normalQuantile(1 - alpha / 2) * Math.sqrt(discordance);
  const underTruth = normalQuantile(power) * Math.sqrt(Math.max(0, discordance - delta ** 2));
  return Math.ceil(((underNull + underTruth) / delta) ** 2);
}

/** The smallest number of items with enough discordant ones for the mid-p to reach α. */
function fewestForMidP(discordance: number, alpha: number): number {
  return Math.ceil(fewestDiscordant(alpha, 'mid_p') / discordance);
}

/**
 * The smallest difference of shares that n items detect by McNemar's mid-p with the aim's power, by bisection of
 * Connor's formula to 0.0005: at least a share `discordance` of the items differs, or more if the difference itself
 * requires it. Null if not even a difference of 1 would be detected.
 */
export function detectableByMcnemar(n: number, discordance: number, aim: TestAim): number | null {
  const enough = (delta: number) => {
    const differing = Math.max(discordance, delta);
    return n >= Math.max(fewestForMidP(differing, aim.alpha), itemsForMcnemar(differing, delta, aim));
  };
  if (!enough(1)) return null;
  let [low, high] = [0, 1];
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return Math.round(high * 1000) / 1000;
}

/**
 * The smallest difference that any n items detect with the aim's power: all differing items favour one side, and their
 * number is just what the score test needs, z²_{α/2}. By bisection of P(Bin(n, δ) ≥ z²) = power to 0.0005, rounded
 * down; null if n is too small.
 */
export function detectableAtBest(n: number, { alpha, power }: TestAim): number | null {
  const differing = Math.ceil(normalQuantile(1 - alpha / 2) ** 2);
  if (n < differing) return null;
  let [low, high] = [0, 1];
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (1 - binomialCdf(differing - 1, n, middle) >= power) high = middle;
    else low = middle;
  }
  return Math.floor(low * 1000) / 1000;
}

/** From this many degrees of freedom on, t and normal quantiles differ by 2 % or less. */
const FREEDOM_LIKE_NORMAL = 59;

/**
 * The factor by which a detectable difference from normal quantiles is too small if the error has few degrees of
 * freedom: (t_{α/2}+t_β)/(z_{α/2}+z_β) (Lachin 1981); 1 from 60 clusters on.
 */
export function smallSampleFactor(df: number, aim: TestAim): number {
  checkCount('Degrees of freedom', df, 1);
  if (df >= FREEDOM_LIKE_NORMAL) return 1;
  return (tQuantile(1 - aim.alpha / 2, df) + tQuantile(aim.power, df)) / zSum(aim);
}

function checkDiscordance(discordance: number, delta: number): void {
  if (!(discordance >= 0 && discordance <= 1 && Math.abs(delta) <= discordance + 1e-12)) {
    throw new RangeError(`A difference of ${delta} cannot come from a discordant share of ${discordance}.`);
  }
}

/**
 * The smallest number of discordant items that can reach p ≤ α at all, if all favour the same side: the exact p is then
 * 2·½ᵐ and the mid-p ½ᵐ. Fewer discordant items can decide nothing.
 */
export function fewestDiscordant(alpha: number, test: 'exact' | 'mid_p'): number {
  const start = test === 'exact' ? 2 : 1;
  let m = 1;
  while (start * 0.5 ** m > alpha) m += 1;
  return m;
}

/**
 * The smallest number of items that can ever show a tie at a constant difference `delta` (|δ| < margin) of all items:
 * the share that may still differ, z²/(n+z²), must keep the 1−2α interval inside ±margin. δ = 0 gives the absolute
 * minimum: 52 items for a margin of 0.05 at α = 0.05.
 */
export function fewestItemsForTie(margin: number, alpha: number, delta = 0): number | null {
  const size = Math.abs(delta);
  if (!(size < margin)) return null;
  const z = normalQuantile(1 - alpha);
  const share = Math.min(1, (margin - size) / (1 - Math.min(size, 0.999999)));
  // + 1: the interval must lie strictly inside the margin.
  return Math.floor((z * z * (1 - share)) / share) + 1;
}

/** The power of two one-sided tests for |true difference| < margin (Schuirmann 1987), normal approximation. */
function tiePower(n: number, variance: number, delta: number, margin: number, alpha: number): number {
  const se = Math.sqrt(variance / n);
  const z = normalQuantile(1 - alpha);
  return Math.max(0, normalCdf((margin - delta) / se - z) + normalCdf((margin + delta) / se - z) - 1);
}

/** No evaluation has more items than this. */
const MAX_ITEMS = 1e9;

/**
 * Number of items that show a tie by two one-sided tests at a true difference `delta`; null unless |δ| < margin, or
 * above 10⁹.
 */
export function itemsForTie(
  variance: number,
  delta: number,
  margin: number,
  { alpha, power }: TestAim,
): number | null {
  const fewest = fewestItemsForTie(margin, alpha, delta);
  if (fewest === null || variance === 0) return fewest;
  const enough = (n: number) => tiePower(n, variance, delta, margin, alpha) >= power;
  let high = fewest;
  while (!enough(high)) {
    high *= 2;
    // A difference just below the margin may need any number: above 2⁵³ the search would not end.
    if (high > MAX_ITEMS) return null;
  }
  return lowestIntegerWhere(fewest, high, enough);
}

export interface DecisionAim extends TestAim {
  /** The margin of practical relevance, in the unit of the score. */
  readonly margin: number;
  /** Winners and ties are tested at alpha/familySize, Holm's smallest level. Default 1. */
  readonly familySize?: number;
}

/**
 * The number of items that would decide a comparison with its outcome, and the number for each outcome separately; null
 * if no number would.
 */
export type NeededItems =
  | ({ readonly n: number; readonly outcome: 'winner' | 'tie' } & Readonly<
      Record<'winner' | 'tie', number | null>
    >)
  | null;

function fewerItems(winner: number | null, tie: number | null): NeededItems {
  const n = Math.min(winner ?? Number.POSITIVE_INFINITY, tie ?? Number.POSITIVE_INFINITY);
  return n > MAX_ITEMS ? null : { n, outcome: n === winner ? 'winner' : 'tie', winner, tie };
}

/** The test of a winner or a tie: `alpha` divided by the number of comparisons in the family (see `DecisionAim`). */
export function familyAim({ alpha, power, familySize = 1 }: DecisionAim): TestAim {
  return { alpha: alpha / familySize, power };
}

/**
 * For an undecided paired 0/1 comparison: how many items would show a winner or a tie, whichever is fewer, if the
 * observed discordant share and difference are the true ones. An estimate: with the aim's power it can fail.
 */
export function nNeededToDecide(discordance: number, difference: number, aim: DecisionAim): NeededItems {
  checkDiscordance(discordance, difference);
  const variance = Math.max(0, discordance - difference ** 2);
  const tie = itemsForTie(variance, difference, aim.margin, familyAim(aim));
  if (difference === 0) return fewerItems(null, tie);
  const connor = itemsForMcnemar(discordance, difference, familyAim(aim));
  return fewerItems(Math.max(connor, fewestForMidP(discordance, familyAim(aim).alpha)), tie);
}

/**
 * The smallest number of items that show a winner if all differ by the same `delta` ≠ 0, scores in [0,1]: what
 * `noSpreadInterval` needs to exclude 0 (n > z²/|δ|) and what the sign test needs.
 */
function fewestItemsForWinner(delta: number, alpha: number): number {
  const z = normalQuantile(1 - alpha / 2);
  return Math.max(Math.floor((z * z) / Math.abs(delta)) + 1, fewestDiscordant(alpha, 'exact'));
}

/** `nNeededToDecide` for means: `variance` is that of one item's difference (SE²·n when clustered). */
export function nNeededToDecideMeans(variance: number, difference: number, aim: DecisionAim): NeededItems {
  const tie = itemsForTie(variance, difference, aim.margin, familyAim(aim));
  if (difference === 0) return fewerItems(null, tie);
  if (variance === 0) return fewerItems(fewestItemsForWinner(difference, familyAim(aim).alpha), tie);
  return fewerItems(Math.ceil((zSum(familyAim(aim)) ** 2 * variance) / difference ** 2), tie);
}
