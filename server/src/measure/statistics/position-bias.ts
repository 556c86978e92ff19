import type { Interval } from './interval.ts';
import { wilsonInterval } from './one-sample.ts';

/** A judge's preference in a pair shown in one order. */
export type Preference = 'first' | 'second' | 'tie';

/** A pair judged in both orders: A shown first, then B shown first. */
export interface SwappedPair {
  readonly aFirst: Preference;
  readonly bFirst: Preference;
}

/** A wins only if it wins in both orders; anything else is a tie (Zheng et al. 2023, section 3.4). */
export function swappedOutcome({ aFirst, bFirst }: SwappedPair): 'a' | 'b' | 'tie' {
  if (aFirst === 'first' && bFirst === 'second') return 'a';
  if (aFirst === 'second' && bFirst === 'first') return 'b';
  return 'tie';
}

export interface PositionBias {
  readonly pairs: number;
  /** The share of pairs with the same preference in both orders, and its Wilson interval. */
  readonly consistency: number;
  readonly consistency_ci: Interval;
  /** Number of judgements that preferred one of the two. */
  readonly decided: number;
  /** P(the first shown wins) − ½ among the decided judgements; null if there are none. */
  readonly bias: number | null;
  readonly bias_ci: Interval | null;
}

/**
 * How much a judge's preference depends on which response is shown first (Zheng et al. 2023). The interval of the bias
 * is Wilson's, shifted by ½. The two judgements of a pair are not independent, so the interval is a guide and not a
 * test. Null without pairs.
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
  const { low, high } = wilsonInterval(first, decided, confidence);
  return {
    pairs: pairs.length,
    consistency: same / pairs.length,
    consistency_ci: wilsonInterval(same, pairs.length, confidence),
    decided,
    bias: decided === 0 ? null : first / decided - 0.5,
    bias_ci: decided === 0 ? null : { low: low - 0.5, high: high - 0.5 },
  };
}
