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
  type AnsweredBy,
  checkRateReached,
  type GeneratorFigures,
  type RateOutcome,
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
  /** By limit, how many requests were over it or not answered. */
  misses: Record<string, number>;
  latency_p95_ms: number | null;
  /** Answers a second; absent in searches of older versions. */
  completed_rps?: number;
  saturated: boolean;
  contaminated: boolean;
  /** A limit is open, and our own lateness decided some of the requests; or we sent fewer than the rate asked for. */
  sent_late?: true;
  /** The rate that counts as passed: for a closed loop, the answered one. Absent in searches of older versions. */
  held_rps?: number;
  /** All that were sent, warm-up included; absent in searches of older versions. */
  requests?: number;
  /** Evidence for each limit; absent in searches of older versions. */
  latencies?: Latencies;
  /** Requests that the server failed; absent in searches of older versions. */
  availability?: Misses;
  /** Why requests were not answered, warm-up included; absent where all were, and in searches of older versions. */
  reasons?: readonly GroupedReason[];
  /** The models that answered, as reported by the server; absent in searches of older versions. */
  answered_by?: AnsweredBy;
  /** Each process that sent it, where several did, and how many tries before were no measurement. */
  generators?: readonly GeneratorFigures[];
  void_tries?: number;
}

/** A rate that was tried: the window that was planned for it, and what became of it. */
export interface TriedRate {
  rateRps: number;
  window: Pick<WindowPlan, 'traffic' | 'warmupMs'>;
  record: WindowRecord;
  contaminated: boolean;
}

/** Whether every limit of a scenario held at a rate, and what is kept of it. */
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

/** The rate that counts if its limits hold, and whether its window carried less than chance explains. */
function carriedRate({ traffic, warmupMs }: TriedRate['window'], figures: SliceFigures, rateRps: number) {
  if (traffic.loop === 'closed' || traffic.arrivals.kind === 'replay') {
    const { completedAt, windowMs } = figures;
    const answeredRps = windowMs === 0 ? 0 : (completedAt.length * 1000) / windowMs;
    return { heldRps: Math.min(rateRps, answeredRps), short: null };
  }
  const { short } = checkRateReached(traffic.arrivals, { askedRps: rateRps, warmupMs }, [figures]);
  return { heldRps: rateRps, short };
}
