import { BET_SHARES, evidenceOfLooks, logMeanOfEvidence } from './always-valid.ts';
import { lowestIntegerWhere } from './binary-search.ts';
import { boundedSumTail } from './bounded-sum.ts';
import { minScore, scoreWorth } from './score-bounds.ts';

/** The scores of one run, between 0 and 1, summed over units that are independent of each other: an item, or a cluster. */
export interface MonitoredRun {
  /** The sum of the scores of each unit's items. */
  readonly totals: readonly number[];
  /** How many items each unit has. */
  readonly sizes: readonly number[];
}

/**
 * Whether a mean has fallen below that of the reference run by more than a margin, over any number of looks. Plain data, grown
 * by one look at a time. Of frozen items the units of all runs are the same ones in the same order.
 */
export interface MeanMonitor {
  readonly items: 'frozen' | 'fresh';
  readonly margin: number;
  /** The level for the whole life: half of it is what the reference may show by chance, half what the looks may. */
  readonly alpha: number;
  readonly reference: MonitoredRun;
  /** Lower bound of the true mean of the reference; null before the first look, which predicts it. */
  readonly floor: number | null;
  readonly seen: SeenScores;
  readonly looks: readonly MonitoredLook[];
}

interface SeenScores {
  /** The scores so far: by unit if items are frozen, else of all together. */
  readonly totals: readonly number[];
  readonly items: number;
  readonly runs: number;
}

/** What bets on one run won, whatever its true mean: `expected` and `size` say how that enters. */
interface Bets {
  /**
   * For each bet, Σ ln(1 + λ·residual) over the units: `more` bets on values above the expected ones, `less` on
   * values below.
   */
  readonly more: readonly number[];
  readonly less: readonly number[];
  /** The scores that were expected of all items together, and how many they are, in sizes of the largest unit. */
  readonly expected: number;
  readonly size: number;
}

interface MonitoredLook extends Bets {
  readonly mean: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const meanOf = ({ totals, sizes }: MonitoredRun) => sum(totals) / sum(sizes);

export function startMeanMonitor(
  reference: MonitoredRun,
  settings: Pick<MeanMonitor, 'items' | 'margin' | 'alpha'>,
): MeanMonitor {
  return { ...settings, reference, floor: null, seen: measuredItems(settings.items, reference), looks: [] };
}

export function addMeanLook(monitor: MeanMonitor, run: MonitoredRun): MeanMonitor {
  const { items, reference, seen, looks, alpha } = monitor;
  const own = measuredItems(items, run);
  return {
    ...monitor,
    floor: monitor.floor ?? leastMean(reference, expectedBy(items, own, reference), alpha / 2),
    seen: {
      totals: seen.totals.map((total, unit) => total + (own.totals[unit] ?? 0)),
      items: seen.items + own.items,
      runs: seen.runs + 1,
    },
    looks: [...looks, { ...betsOnUnits(run, expectedBy(items, seen, run)), mean: meanOf(run) }],
  };
}

const measuredItems = (items: MeanMonitor['items'], { totals, sizes }: MonitoredRun): SeenScores => ({
  totals: items === 'frozen' ? totals : [sum(totals)],
  items: sum(sizes),
  runs: 1,
});

/** How many answers what all items have in common weighs as much as, beside an item's own other answers. */
const COMMON_WEIGHT = 0.5;

/** What another run lets expect of each item of a unit. */
function expectedBy(items: MeanMonitor['items'], seen: SeenScores, { sizes }: MonitoredRun): number[] {
  const common = sum(seen.totals) / seen.items;
  if (items === 'fresh') return sizes.map(() => common);
  return sizes.map(
    (size, unit) => ((seen.totals[unit] ?? 0) / size + COMMON_WEIGHT * common) / (seen.runs + COMMON_WEIGHT),
  );
}

function betsOnUnits({ totals, sizes }: MonitoredRun, expected: readonly number[]): Bets {
  const largest = Math.max(...sizes);
  const more = BET_SHARES.map(() => 0);
  const less = BET_SHARES.map(() => 0);
  let all = 0;
  for (const [unit, total] of totals.entries()) {
    const hoped = (sizes[unit] ?? 0) * (expected[unit] ?? 0);
    all += hoped;
    const residual = (total - hoped) / largest;
    for (const [k, bet] of BET_SHARES.entries()) {
      more[k] = (more[k] as number) + Math.log1p(bet * residual);
      less[k] = (less[k] as number) + Math.log1p(-bet * residual);
    }
  }
  return { more, less, expected: all / largest, size: sum(sizes) / largest };
}

/**
 * Bet by bet, ln of what was won on scores being more than a true mean, or less.
 *
 * For a unit with expectation p and anything μ̂ that is known without it, E[1 + λ(x − μ̂)] = 1 + λ(p − μ̂) ≤ exp(λ(p − μ̂)), so
 * Π(1 + λ(x − μ̂))·exp(−λΣ(p − μ̂)) is an e-value which asks nothing of the units but the sum of their p: items may be as
 * different as they like, and μ̂, an item's own other answers, takes away what they differ by.
 */
const wonOn = {
  more: ({ more, expected, size }: Bets, mean: number) =>
    more.map((won, k) => won - (BET_SHARES[k] as number) * (size * mean - expected)),
  less: ({ less, expected, size }: Bets, mean: number) =>
    less.map((won, k) => won + (BET_SHARES[k] as number) * (size * mean - expected)),
};

/** Number of bets on a run as a whole; smaller stakes would win nothing. */
const BETS_ON_REFERENCE = 6;

/**
 * What the true mean of a run is at least, at a level: the better of two bounds at half of it. One is by bets, for which another
 * run said what to expect; one is exact for right and wrong answers (Clopper and Pearson 1934; for chances that differ from item
 * to item Hoeffding 1956), and else by Bentkus 2004.
 */
function leastMean(run: MonitoredRun, expected: readonly number[], alpha: number): number {
  const half = alpha / 2;
  const bets = betsOnUnits(run, expected);
  const won = (mean: number) => logMeanOfEvidence(wonOn.more(bets, mean).slice(0, BETS_ON_REFERENCE));
  const byBets = lastWhere(0, meanOf(run), (mean) => won(mean) >= -Math.log(half));
  return Math.max(byBets, leastBySums(run, half));
}

function leastBySums({ totals, sizes }: MonitoredRun, alpha: number): number {
  const binary = sizes.every((size) => size === 1) && totals.every((total) => total === 0 || total === 1);
  if (binary) return minScore(scoreWorth(totals, { binary, clusters: null, alpha }), alpha);
  const largest = Math.max(...sizes);
  const [units, items] = [totals.length, sum(sizes)];
  const total = sum(totals) / largest;
  const tail = (mean: number) => boundedSumTail(units, (mean * items) / largest / units, total);
  return lastWhere(0, sum(totals) / items, (mean) => tail(mean) <= alpha);
}

const PLACES = 1e6;

/** To a millionth, the last place from `low` at which something holds that holds up to there; `low` where it never does. */
function lastWhere(low: number, high: number, holds: (x: number) => boolean): number {
  const at = (place: number) => low + ((high - low) * place) / PLACES;
  return at(Math.max(0, lowestIntegerWhere(0, PLACES, (place) => !holds(at(place))) - 1));
}

/** No true mean of a look is below this where nothing has changed by more than the margin; null before a look. */
export const meanLimit = ({ floor, margin }: MeanMonitor) => (floor === null ? null : floor - margin);

/**
 * The logarithm of the evidence, after all looks so far, that the mean is below the limit. If it never was, its
 * expectation is at most 1 at any stopping time, over the models' responses and, for fresh items, over the draw.
 */
export function meanEvidence(monitor: MeanMonitor): number {
  const limit = meanLimit(monitor);
  if (limit === null) return Number.NEGATIVE_INFINITY;
  return evidenceOfLooks(monitor.looks.map((look) => wonOn.less(look, limit)));
}

/** At which the evidence is an alarm: ln of 1/(α/2). */
export const evidenceNeeded = (alpha: number) => -Math.log(alpha / 2);

const NOTHING: Bets = { more: BET_SHARES.map(() => 0), less: BET_SHARES.map(() => 0), expected: 0, size: 0 };

/**
 * An interval of the true mean of all looks so far, at a level for the whole life: the intervals for all numbers of
 * looks hold at once (a confidence sequence). Null before the first look.
 */
export function meanSequence({ looks, alpha }: MeanMonitor): { low: number; high: number } | null {
  if (looks.length === 0) return null;
  const all = looks.reduce<Bets>(
    (before, look) => ({
      more: before.more.map((won, k) => won + (look.more[k] as number)),
      less: before.less.map((won, k) => won + (look.less[k] as number)),
      expected: before.expected + look.expected,
      size: before.size + look.size,
    }),
    NOTHING,
  );
  const needed = evidenceNeeded(alpha);
  const isAbove = (mean: number) => logMeanOfEvidence(wonOn.more(all, mean)) >= needed;
  const isBelow = (mean: number) => logMeanOfEvidence(wonOn.less(all, mean)) >= needed;
  return { low: lastWhere(0, 1, isAbove), high: 1 - lastWhere(0, 1, (left) => isBelow(1 - left)) };
}
