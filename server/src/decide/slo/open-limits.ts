import { lowestWhere } from '../../measure/statistics/statistics.ts';
import { judgeDependent, type Misses } from './miss-rule.ts';

/** The limits in ms that the rule leaves open; null where the end is beyond all that was seen. */
interface OpenLimits {
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

/** The limits tried on either side of the percentile are missed by so many times the share that is allowed. */
const MORE = [1.2, 1.5, 2, 3, 4, 6, 10, 20, 50, 100];
const FEWER = [0.8, 0.6, 0.4, 0.2, 0.1, 0];

/** A place among the latencies, and what was missed of a limit there. */
interface Tried {
  readonly place: number;
  readonly evidence: Misses;
}

/**
 * From the lowest limit around the observed percentile that the rule does not fail to the lowest that it passes. Requests
 * depend on each other more about one limit than about another, so what they are worth is found about each limit that is
 * tried; between two of them they are worth the fewer. The stated limit lies inside exactly where it is open.
 *
 * @param answered ascending latencies in ms
 * @param limit the stated one, in ms
 * @param missesOf what was missed of a limit in ms
 */
export function openLimits(
  answered: Float64Array,
  limit: number,
  allowed: number,
  missesOf: (limit: number) => Misses,
): OpenLimits {
  const n = answered.length;
  if (n === 0) return { ci_low: null, ci_high: null };
  const judged = (evidence: Misses) => judgeDependent(evidence, allowed);
  const all = missesOf(limit);
  const unanswered = all.n - n;
  /** The latency that so many of all requests are above. */
  const placeOf = (share: number) => Math.min(n - 1, Math.ceil(all.n * (1 - share)) - 1);
  const places = (times: readonly number[]) =>
    new Set(times.map((one) => Math.max(0, placeOf(one * allowed))));
  const at = (place: number): Tried => ({ place, evidence: missesOf(answered[place] as number) });

  const middle = at(Math.max(0, placeOf(allowed)));
  // So many were not answered that every limit fails.
  if (judged(middle.evidence) === 'fail') return { ci_low: null, ci_high: null };

  /** From the middle outwards: the lowest place that the rule does not fail, or that it passes; null where none was tried. */
  function edge(outcome: 'fail' | 'pass', tried: Iterable<number>): number | null {
    let near = middle;
    for (const place of tried) {
      if (place === near.place) continue;
      const far = at(place);
      if (judged(far.evidence) === outcome) return between(outcome, near, far);
      near = far;
    }
    return null;
  }

  function between(outcome: 'fail' | 'pass', near: Tried, far: Tried): number {
    const worth = (of: Misses) => of.effective ?? of.n;
    const effective = Math.min(worth(near.evidence), worth(far.evidence));
    const left_out = Math.max(near.evidence.left_out ?? 0, far.evidence.left_out ?? 0);
    const judgedAt = (place: number) =>
      judged({ n: all.n, misses: n - 1 - place + unanswered, effective, left_out });
    return outcome === 'fail'
      ? lowestWhere(far.place + 1, near.place, (place) => judgedAt(place) !== 'fail')
      : lowestWhere(near.place + 1, far.place, (place) => judgedAt(place) === 'pass');
  }

  const stated = judged(all);
  const above = lowestWhere(0, n, (place) => (answered[place] as number) > limit);
  const lowest = edge('fail', places(MORE));
  const highest = edge('pass', places(FEWER));
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

  /** Where no latency that was seen fails, a limit below all of them may. */
  function lowestSeen(): number | null {
    return judged(missesOf(0)) === 'fail' ? (answered[0] as number) : null;
  }
}
