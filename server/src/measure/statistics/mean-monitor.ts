import { BET_SHARES, evidenceOfLooks, logMeanOfEvidence } from './always-valid.ts';
import { lowestIntegerWhere } from './binary-search.ts';
import { boundedSumTail } from './bounded-sum.ts';
import { minScore, scoreWorth } from './score-bounds.ts';

/** The scores of one run, between 0 and 1, summed over independent units: an item, or a cluster. */
export interface MonitoredRun {
  /** The sum of the scores in each unit. */
  readonly totals: readonly number[];
  /** The number of items in each unit. */
  readonly sizes: readonly number[];
}

/**
 * Monitors whether a mean has fallen below that of the reference run by more than a margin, over any number of interim
 * analyses ("looks"). Plain data that grows with each look. With frozen items, the units of all runs are the same, in
 * the same order.
 */
export interface MeanMonitor {
  readonly items: 'frozen' | 'fresh';
  readonly margin: number;
  /** The error level over the whole lifetime: half of it for the reference, half for the looks. */
  readonly alpha: number;
  readonly reference: MonitoredRun;
  /** Lower bound of the reference's true mean; null before the first look, which is predicted by it. */
  readonly floor: number | null;
  readonly seen: SeenScores;
  readonly looks: readonly MonitoredLook[];
}

interface SeenScores {
  /** The scores so far: by unit if items are frozen, otherwise of all units together. */
  readonly totals: readonly number[];
  readonly items: number;
  readonly runs: number;
}

/** The gains of the bets on one run, for any true mean: `expected` and `size` are used to account for the mean. */
interface Bets {
  /**
   * For each bet, Σ ln(1 + λ·residual) over the units: `more` bets on values above the expected ones, `less` on values
   * below.
   */
  readonly more: readonly number[];
  readonly less: readonly number[];
  /** The expected scores of all items together, and the number of items, in sizes of the largest unit. */
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

/** The weight of what all items have in common, in responses, beside an item's own other responses. */
const COMMON_WEIGHT = 0.5;

/** The expected score of each item of a unit, given another run. */
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
 * By bet, ln of the gain on scores being above a true mean, or below.
 *
 * For a unit with expectation p and any μ̂ that is known without it, E[1 + λ(x − μ̂)] = 1 + λ(p − μ̂) ≤ exp(λ(p − μ̂)),
 * so Π(1 + λ(x − μ̂))·exp(−λΣ(p − μ̂)) is an e-value that assumes nothing about the units except the sum of their p.
 * Items may differ in any way, and μ̂, an item's own other responses, removes these differences.
 */
const wonOn = {
  more: ({ more, expected, size }: Bets, mean: number) =>
    more.map((won, k) => won - (BET_SHARES[k] as number) * (size * mean - expected)),
  less: ({ less, expected, size }: Bets, mean: number) =>
    less.map((won, k) => won + (BET_SHARES[k] as number) * (size * mean - expected)),
};

/** Number of bets on a run as a whole; smaller stakes would gain nothing. */
const BETS_ON_REFERENCE = 6;

/**
 * A lower bound of a run's true mean at a level: the better of two bounds at half of it. One uses bets, with
 * expectations from another run. The other is exact for right and wrong answers (Clopper and Pearson 1934; for chances
 * that differ between items Hoeffding 1956), otherwise from Bentkus 2004.
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

/** The highest value from `low`, to a millionth, up to which a condition holds; `low` if it never does. */
function lastWhere(low: number, high: number, holds: (x: number) => boolean): number {
  const at = (place: number) => low + ((high - low) * place) / PLACES;
  return at(Math.max(0, lowestIntegerWhere(0, PLACES, (place) => !holds(at(place))) - 1));
}

/** The lower limit of a look's true mean if nothing has changed by more than the margin; null before a look. */
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

/** The evidence at which an alarm is raised: ln of 1/(α/2). */
export const evidenceNeeded = (alpha: number) => -Math.log(alpha / 2);

const NOTHING: Bets = { more: BET_SHARES.map(() => 0), less: BET_SHARES.map(() => 0), expected: 0, size: 0 };

/**
 * An interval of the true mean of all looks so far, at a level over the whole lifetime: the intervals for all numbers
 * of looks hold simultaneously (a confidence sequence). Null before the first look.
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
