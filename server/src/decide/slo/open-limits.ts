import { lowestIntegerWhere } from '../../measure/statistics/statistics.ts';
import { judgeDependentMisses, type Misses } from './miss-rule.ts';

/** The limits in ms that the rule leaves undecided; null for an end beyond the observed latencies. */
interface OpenLimits {
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** Factors on the allowed share of misses, for the limits tried on either side of the percentile. */
const MORE_MISSES_FACTORS = [1.2, 1.5, 2, 3, 4, 6, 10, 20, 50, 100];
const FEWER_MISSES_FACTORS = [0.8, 0.6, 0.4, 0.2, 0.1, 0];

/** An index among the latencies, and the misses of a limit there. */
interface TriedLimit {
  readonly place: number;
  readonly evidence: Misses;
}

/**
 * The range of limits that the rule neither passes nor fails: from the lowest limit near the observed percentile that
 * does not fail to the lowest that passes. Dependence between requests differs by limit, so their effective number is
 * computed for each tried limit; between two of them the smaller one is used. The stated limit is inside exactly if
 * it is open.
 * @param answered ascending latencies in ms
 * @param limit the stated limit in ms
 * @param missesOf the misses of a limit in ms
 */
export function openLimits(
  answered: Float64Array,
  limit: number,
  allowed: number,
  missesOf: (limit: number) => Misses,
): OpenLimits {
  const n = answered.length;
  if (n === 0) return { ci_low: null, ci_high: null };
  const judged = (evidence: Misses) => judgeDependentMisses(evidence, allowed);
  const all = missesOf(limit);
  const unanswered = all.n - n;
  /** The index of the latency that `share` of all requests exceed. */
  const placeOf = (share: number) => Math.min(n - 1, Math.ceil(all.n * (1 - share)) - 1);
  const places = (times: readonly number[]) =>
    new Set(times.map((one) => Math.max(0, placeOf(one * allowed))));
  const at = (place: number): TriedLimit => ({ place, evidence: missesOf(answered[place] as number) });

  const middle = at(Math.max(0, placeOf(allowed)));
  // So many requests were unanswered that every limit fails.
  if (judged(middle.evidence) === 'fail') return { ci_low: null, ci_high: null };

  /** Searches from the middle outwards for the edge at which the outcome begins; null if no tried index has it. */
  function findEdge(outcome: 'fail' | 'pass', tried: Iterable<number>): number | null {
    let near = middle;
    for (const place of tried) {
      if (place === near.place) continue;
      const far = at(place);
      if (judged(far.evidence) === outcome) return between(outcome, near, far);
      near = far;
    }
    return null;
  }

  function between(outcome: 'fail' | 'pass', near: TriedLimit, far: TriedLimit): number {
    const worth = (of: Misses) => of.effective ?? of.n;
    const effective = Math.min(worth(near.evidence), worth(far.evidence));
    const left_out = Math.max(near.evidence.left_out ?? 0, far.evidence.left_out ?? 0);
    const judgedAt = (place: number) =>
      judged({ n: all.n, misses: n - 1 - place + unanswered, effective, left_out });
    return outcome === 'fail'
      ? lowestIntegerWhere(far.place + 1, near.place, (place) => judgedAt(place) !== 'fail')
      : lowestIntegerWhere(near.place + 1, far.place, (place) => judgedAt(place) === 'pass');
  }

  const stated = judged(all);
  const above = lowestIntegerWhere(0, n, (place) => (answered[place] as number) > limit);
  const lowest = findEdge('fail', places(MORE_MISSES_FACTORS));
  const highest = findEdge('pass', places(FEWER_MISSES_FACTORS));
  const low = lowest === null ? lowestSeen() : (answered[lowest] as number);
  const high = highest === null ? null : (answered[highest] as number);
  const next = answered[above] ?? null;
  switch (stated) {
    case 'fail':
      return {
        ci_low: low === null || next === null ? next : Math.max(low, next),
        ci_high: high === null || next === null ? null : Math.max(high, next, low ?? 0),
      };
    case 'pass': {
      const most = Math.min(high ?? limit, limit);
      return { ci_low: low === null ? null : Math.min(low, most), ci_high: most };
    }
    default:
      return {
        ci_low: low === null ? null : Math.min(low, limit),
        ci_high: high === null || next === null ? null : Math.max(high, next),
      };
  }

  /** If no observed latency fails, a limit below all of them may. */
  function lowestSeen(): number | null {
    return judged(missesOf(0)) === 'fail' ? (answered[0] as number) : null;
  }
}
