import { REQUEST_TIMES } from '@touchstone/report/limits';
import {
  allowedMissShare,
  combineOutcomes,
  countMisses,
  evidenceKey,
  judgeDependentMisses,
  type Latencies,
  latencyEvidence,
  type Misses,
  timeLimitsOf,
} from '../../../../decide/slo/slo.ts';
import {
  checkRateReached,
  type GeneratorFigures,
  type RateOutcome,
  type RespondingModels,
  type SliceFigures,
  sliceFigures,
  summariseFigures,
  timeColumn,
  type WindowPlan,
  type WindowRecord,
} from '../../../../measure/traffic/traffic.ts';
import type { GroupedReason } from '../../../../models/models.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';

/** Figures of one rate of a search. */
export interface CapacityStepFigures {
  attempted: number;
  /** For each limit, the number of requests that exceeded it or were not answered. */
  misses: Record<string, number>;
  latency_p95_ms: number | null;
  /** Responses per second; absent in searches of older versions. */
  completed_rps?: number;
  saturated: boolean;
  contaminated: boolean;
  /** This service sent some requests too late for a limit that is undecided, or fewer than the rate requires. */
  sent_late?: true;
  /**
   * The rate that counts if it passes; for a closed loop, the rate of responses. Absent in searches of older
   * versions.
   */
  held_rps?: number;
  /** Number of requests, including warm-up; absent in searches of older versions. */
  requests?: number;
  /** Evidence for each limit; absent in searches of older versions. */
  latencies?: Latencies;
  /** Requests that the server failed; absent in searches of older versions. */
  availability?: Misses;
  /** Why requests were not answered, including warm-up; absent if all were, and in searches of older versions. */
  reasons?: readonly GroupedReason[];
  /** The models that responded, as reported by the server; absent in searches of older versions. */
  answered_by?: RespondingModels;
  /** The processes that sent the load, if several did, and the number of void attempts before. */
  generators?: readonly GeneratorFigures[];
  void_tries?: number;
}

/** A tried rate: its planned window and the result. */
export interface TriedRate {
  rateRps: number;
  window: Pick<WindowPlan, 'traffic' | 'warmupMs'>;
  record: WindowRecord;
  contaminated: boolean;
}

/** Decides whether every limit of a scenario held at a rate, and extracts what is stored. */
export function judgeRate(
  { rateRps, window, record, contaminated }: TriedRate,
  scenario: Pick<PlannedScenario, 'slo_requirements'>,
  confidence: number,
): { verdict: RateOutcome; facts: CapacityStepFigures } {
  const figures = sliceFigures(record);
  const saturated = record.saturatedAtMs !== null;
  const { latency_ms, throughput_rps } = summariseFigures([figures], confidence);
  const limits = timeLimitsOf(scenario, REQUEST_TIMES).map((limit) => {
    const evidence = latencyEvidence([timeColumn(figures, limit.time)], [limit.percentile, limit.ms]);
    return [evidenceKey(limit), evidence] as const;
  });
  const judged = limits.map(([key, evidence]) => judgeDependentMisses(evidence, allowedMissShare(key)));
  const { heldRps, short } = carriedRate(window, figures, rateRps);
  const held = combineOutcomes(judged);
  const isLate =
    (held === 'pass' && short === 'sent') ||
    limits.some(([, { left_out }], i) => left_out !== undefined && judged[i] === 'inconclusive');
  const facts = {
    attempted: figures.latencies.length,
    misses: Object.fromEntries(limits.map(([key, { misses }]) => [key, misses])),
    latency_p95_ms: latency_ms.p95?.observed ?? null,
    completed_rps: throughput_rps,
    saturated,
    contaminated,
    ...(isLate && { sent_late: true as const }),
    held_rps: heldRps,
    requests: record.requests.length,
    latencies: Object.fromEntries(limits),
    availability: countMisses([figures.failures]),
    ...(record.reasons.length > 0 && { reasons: record.reasons }),
    ...(record.answeredBy && { answered_by: record.answeredBy }),
  };
  if (saturated) return { verdict: 'fail', facts };
  return { verdict: held === 'pass' && short !== null ? 'inconclusive' : held, facts };
}

/** The rate that counts if its limits hold, and whether the window carried fewer requests than chance explains. */
function carriedRate({ traffic, warmupMs }: TriedRate['window'], figures: SliceFigures, rateRps: number) {
  if (traffic.loop === 'closed' || traffic.arrivals.kind === 'replay') {
    const { completedAt, windowMs } = figures;
    const answeredRps = windowMs === 0 ? 0 : (completedAt.length * 1000) / windowMs;
    return { heldRps: Math.min(rateRps, answeredRps), short: null };
  }
  const { short } = checkRateReached(traffic.arrivals, { askedRps: rateRps, warmupMs }, [figures]);
  return { heldRps: rateRps, short };
}
