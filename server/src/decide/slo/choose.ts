import { createRandom } from '../../measure/statistics/statistics.ts';
import type { Amount } from './observed.ts';

export const DECISION_CRITERIA = ['quality', 'latency', 'cost', 'lock_in'] as const;
export type Criterion = (typeof DECISION_CRITERIA)[number];
export type Weights = Readonly<Record<Criterion, number>>;

/** The default weights. */
export const DEFAULT_WEIGHTS: Weights = { quality: 0.4, latency: 0.2, cost: 0.3, lock_in: 0.1 };

/** Completes given weights: omitted criteria weigh 0. Defaults if none are given. */
export function completeWeights(given: Readonly<Partial<Record<Criterion, number>>> = {}): Weights {
  if (Object.keys(given).length === 0) return DEFAULT_WEIGHTS;
  return { quality: 0, latency: 0, cost: 0, lock_in: 0, ...given };
}

/**
 * A candidate that passed every requirement. `utilities` are anchored in the scenario: 1 is the best possible value,
 * 0 the limit (or the quality floor). They never depend on other candidates. A criterion that was not measured is
 * absent.
 */
export interface EligibleCandidate {
  readonly label: string;
  readonly utilities: Readonly<Partial<Record<Criterion, Amount>>>;
  /** Candidates shown to answer better on some benchmark and worse on none. */
  readonly answers_worse_than?: readonly string[];
}

export interface RankedCandidate {
  readonly label: string;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly utilities: Readonly<Partial<Record<Criterion, number>>>;
  readonly on_front: boolean;
  /** Candidates that are better on a criterion beyond the uncertainty and worse on none. */
  readonly dominated_by: readonly string[];
}

export interface Choice {
  readonly weights: Readonly<Partial<Record<Criterion, number>>>;
  readonly pareto_front: readonly string[];
  /** All candidates, best first. */
  readonly order: readonly RankedCandidate[];
  /**
   * The first candidate, if the range of its score overlaps only with candidates that it dominates; otherwise null.
   */
  readonly winner: string | null;
  /** Candidates whose scores cannot be distinguished from the first's; empty if there is a winner. */
  readonly tied: readonly string[];
  /** Share of all weightings under which each is first; adds up to 1. */
  readonly share_of_weightings: Readonly<Record<string, number>>;
  /** The smallest change of one weight, with the others in proportion, that puts another candidate first. */
  readonly flip: Flip | null;
}

export interface Flip {
  readonly criterion: Criterion;
  readonly from: number;
  readonly to: number;
  readonly winner: string;
}

/** Number of weightings drawn to estimate these shares. */
const DRAWN_WEIGHTINGS = 10_000;

/**
 * Orders candidates by weights. `criteria` are those that the scenario anchors. Criteria and utilities come from the
 * scenario alone, so another candidate never changes the order of the others. Throws RangeError for weights that are
 * negative or 0 on all of these criteria.
 */
export function chooseCandidate(
  candidates: readonly EligibleCandidate[],
  criteria: readonly Criterion[],
  weights: Weights,
  seed: number,
): Choice {
  const shares = normaliseWeights(criteria, weights);
  const order = candidates
    .map((one) => rankCandidate(one, shares, candidates))
    .sort((a, b) => b.score - a.score || (a.label < b.label ? -1 : 1));
  const [first] = order;
  const reach = first ? order.filter((one) => one.high >= first.low && !isBehind(one, first, criteria)) : [];
  return {
    weights: Object.fromEntries(shares),
    pareto_front: order.filter(({ on_front }) => on_front).map(({ label }) => label),
    order,
    winner: reach.length === 1 ? (first?.label ?? null) : null,
    tied: reach.length > 1 ? reach.map(({ label }) => label) : [],
    share_of_weightings: countWinsOverWeightings(candidates, criteria, seed),
    flip: first ? smallestFlip(order, shares) : null,
  };
}

/**
 * Whether the first is better on some criterion and worse on none. A criterion measured for only one of them leaves
 * that undecided.
 */
const isBehind = (one: RankedCandidate, first: RankedCandidate, criteria: readonly Criterion[]) =>
  one.dominated_by.includes(first.label) &&
  criteria.every((criterion) => criterion in one.utilities === criterion in first.utilities);

type Shares = readonly (readonly [Criterion, number])[];

function normaliseWeights(criteria: readonly Criterion[], weights: Weights): Shares {
  const sum = criteria.reduce((total, criterion) => total + weights[criterion], 0);
  if (criteria.length > 0 && !(sum > 0)) throw new RangeError('At least one weight must be above 0.');
  if (criteria.some((criterion) => weights[criterion] < 0))
    throw new RangeError('A weight must not be negative.');
  return criteria.map((criterion) => [criterion, weights[criterion] / sum]);
}

/** A criterion that was not measured may have any value; it counts as 0 with the full range. */
const NOT_MEASURED: Amount = { value: 0, low: 0, high: 1 };

function rankCandidate(
  one: EligibleCandidate,
  shares: Shares,
  candidates: readonly EligibleCandidate[],
): RankedCandidate {
  const sum = (pick: (utility: Amount) => number) =>
    shares.reduce(
      (total, [criterion, share]) => total + share * pick(one.utilities[criterion] ?? NOT_MEASURED),
      0,
    );
  const dominated_by = candidates.filter((other) => dominates(other, one)).map(({ label }) => label);
  return {
    label: one.label,
    score: sum(({ value }) => value),
    low: sum(({ low }) => low),
    high: sum(({ high }) => high),
    utilities: Object.fromEntries(Object.entries(one.utilities).map(([name, { value }]) => [name, value])),
    on_front: dominated_by.length === 0,
    dominated_by,
  };
}

/** Whether a is better than b on some criterion and worse on none. */
export const dominates = (a: EligibleCandidate, b: EligibleCandidate): boolean =>
  DECISION_CRITERIA.some((criterion) => isBetterOnCriterion(a, b, criterion)) &&
  !DECISION_CRITERIA.some((criterion) => isBetterOnCriterion(b, a, criterion));

/**
 * Whether a is better than b on a criterion: overlapping ranges count as equal, unless responses to the same items
 * show more.
 */
export function isBetterOnCriterion(
  a: EligibleCandidate,
  b: EligibleCandidate,
  criterion: Criterion,
): boolean {
  const [left, right] = [a.utilities[criterion], b.utilities[criterion]];
  if (!left || !right || left.value <= right.value) return false;
  const isShown = criterion === 'quality' && b.answers_worse_than?.includes(a.label) === true;
  return isShown || left.low > right.high;
}

/** Draws weightings uniformly (exponential parts of their sum) and counts the wins of each candidate. */
function countWinsOverWeightings(
  candidates: readonly EligibleCandidate[],
  criteria: readonly Criterion[],
  seed: number,
): Record<string, number> {
  if (candidates.length < 2) return Object.fromEntries(candidates.map(({ label }) => [label, 1]));
  const random = createRandom(seed, 'verdict', 'weightings');
  const values = Float64Array.from(
    candidates.flatMap(({ utilities }) => criteria.map((name) => (utilities[name] ?? NOT_MEASURED).value)),
  );
  const weights = new Float64Array(criteria.length);
  const scores = new Float64Array(candidates.length);
  const wins = new Float64Array(candidates.length);
  for (let draw = 0; draw < DRAWN_WEIGHTINGS; draw += 1) {
    for (let i = 0; i < weights.length; i += 1) weights[i] = -Math.log(1 - random.fraction());
    countWin(wins, sumWeighted(scores, values, weights));
  }
  return Object.fromEntries(candidates.map(({ label }, i) => [label, (wins[i] ?? 0) / DRAWN_WEIGHTINGS]));
}

/** Fills `scores` with the weighted sums of the rows of `values`; arrays are reused over the many draws. */
function sumWeighted(scores: Float64Array, values: Float64Array, weights: Float64Array): Float64Array {
  for (let row = 0; row < scores.length; row += 1) {
    let sum = 0;
    for (let i = 0; i < weights.length; i += 1) {
      sum += (values[row * weights.length + i] as number) * (weights[i] as number);
    }
    scores[row] = sum;
  }
  return scores;
}

/** Candidates with the best score share the win. */
function countWin(wins: Float64Array, scores: Float64Array): void {
  let best = -Infinity;
  let shared = 0;
  for (const score of scores) {
    if (score === best) shared += 1;
    else if (score > best) [best, shared] = [score, 1];
  }
  for (let i = 0; i < scores.length; i += 1)
    if (scores[i] === best) wins[i] = (wins[i] as number) + 1 / shared;
}

function smallestFlip([first, ...others]: readonly RankedCandidate[], shares: Shares): Flip | null {
  let best: (Flip & { change: number }) | null = null;
  for (const other of others) {
    for (const [criterion, from] of shares) {
      const lead = (first?.score ?? 0) - other.score;
      const inCriterion = (first?.utilities[criterion] ?? 0) - (other.utilities[criterion] ?? 0);
      // With the weight moved by t towards this criterion alone the lead is (1 − t)·lead + t·inCriterion.
      if (inCriterion >= 0 || lead <= 0) continue;
      const t = lead / (lead - inCriterion);
      const to = from + t * (1 - from);
      if (best === null || to - from < best.change)
        best = { criterion, from, to, winner: other.label, change: to - from };
    }
  }
  if (best === null) return null;
  const { change: _, ...flip } = best;
  return flip;
}
