import { type Interval, ROUNDING, zFor } from './interval.ts';
import { mean, wilson } from './one-sample.ts';

/** What a judge said of one pair shown in one order. */
export type Preference = 'first' | 'second' | 'tie';

/** One pair judged twice: A shown first, then B shown first. */
export interface SwappedPair {
  readonly aFirst: Preference;
  readonly bFirst: Preference;
}

/** A wins only when it wins in both orders; anything else is a tie (Zheng et al. 2023, section 3.4). */
export function swappedOutcome({ aFirst, bFirst }: SwappedPair): 'a' | 'b' | 'tie' {
  if (aFirst === 'first' && bFirst === 'second') return 'a';
  if (aFirst === 'second' && bFirst === 'first') return 'b';
  return 'tie';
}

export interface PositionBias {
  readonly pairs: number;
  /** The share of pairs with the same answer in both orders, and its Wilson interval. */
  readonly consistency: number;
  readonly consistency_ci: Interval;
  /** Judgements that preferred one of the two. */
  readonly decided: number;
  /** P(the first shown wins) − ½ among the decided; null when none was. */
  readonly bias: number | null;
  readonly bias_ci: Interval | null;
}

/**
 * How much the order of showing decides (Zheng et al. 2023). The interval of the bias is Wilson's, moved by ½; the two
 * judgements of a pair are not independent, so it is a guide and not a test. Null without pairs.
 */
export function positionBias(pairs: readonly SwappedPair[], confidence: number): PositionBias | null {
  if (pairs.length === 0) return null;
  const same = pairs.filter(
    ({ aFirst, bFirst }) =>
      swappedOutcome({ aFirst, bFirst }) !== 'tie' || (aFirst === 'tie' && bFirst === 'tie'),
  ).length;
  const said = pairs.flatMap(({ aFirst, bFirst }) => [aFirst, bFirst]);
  const first = said.filter((one) => one === 'first').length;
  const decided = said.filter((one) => one !== 'tie').length;
  const { low, high } = wilson(first, decided, confidence);
  return {
    pairs: pairs.length,
    consistency: same / pairs.length,
    consistency_ci: wilson(same, pairs.length, confidence),
    decided,
    bias: decided === 0 ? null : first / decided - 0.5,
    bias_ci: decided === 0 ? null : { low: low - 0.5, high: high - 0.5 },
  };
}

export interface Correlation {
  readonly n: number;
  readonly r: number;
  /** tanh(artanh r ± z/√(n−3)) (Fisher 1921); null below four pairs. */
  readonly ci: Interval | null;
}

/** Pearson's r of pairs such as (length of the answer, score); null below two or when either does not vary. */
export function pearson(
  pairs: readonly (readonly [number, number])[],
  confidence: number,
): Correlation | null {
  if (pairs.length < 2) return null;
  const [x, y] = [centred(pairs.map(([left]) => left)), centred(pairs.map(([, right]) => right))];
  if (x === null || y === null) return null;
  const product = x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  const r = Math.max(-1, Math.min(1, product));
  return { n: pairs.length, r, ci: fisherInterval(r, pairs.length, confidence) };
}

/** Deviations from the mean, scaled to length 1; null when they are only rounding. */
function centred(values: readonly number[]): number[] | null {
  const centre = mean(values);
  const deviations = values.map((value) => value - centre);
  const length = Math.sqrt(deviations.reduce((sum, deviation) => sum + deviation * deviation, 0));
  const scale = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return length <= ROUNDING * scale ? null : deviations.map((deviation) => deviation / length);
}

function fisherInterval(r: number, n: number, confidence: number): Interval | null {
  if (n < 4) return null;
  const half = zFor(confidence) / Math.sqrt(n - 3);
  return { low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half) };
}

/** Spearman's rank correlation: `pearson` of mid-ranks. Length is skewed, so this is what verbosity is read from. */
export function spearman(
  pairs: readonly (readonly [number, number])[],
  confidence: number,
): Correlation | null {
  const left = midRanks(pairs.map(([x]) => x));
  const right = midRanks(pairs.map(([, y]) => y));
  return pearson(
    left.map((rank, i) => [rank, right[i] as number]),
    confidence,
  );
}

/** The rank of each value from 1, equal ones sharing the mean of their ranks. */
function midRanks(values: readonly number[]): number[] {
  const sorted = Float64Array.from(values).sort();
  const rankOf = new Map<number, number>();
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    rankOf.set(sorted[start] as number, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => rankOf.get(value) as number);
}
