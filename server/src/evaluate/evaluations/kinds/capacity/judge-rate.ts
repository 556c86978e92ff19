import { REQUEST_TIMES } from '@touchstone/report/limits';
import {
  allowedMisses,
  evidenceKey,
  judgeDependent,
  type Latencies,
  latencyEvidence,
  type Misses,
  missesIn,
  timeLimitsOf,
  worstOf,
} from '../../../../decide/slo/slo.ts';
import {
  type AnsweredBy,
  figuresOf,
  type GeneratorFigures,
  type RateOutcome,
  rateShown,
  type SliceFigures,
  summariseFigures,
  timeColumn,
  type WindowPlan,
  type WindowRecord,
} from '../../../../measure/traffic/traffic.ts';
import type { GroupedReason } from '../../../../models/models.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';

/** What one rate of a search showed. */
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
  /** What the rate counts as where it held: that of a closed loop is what was answered; absent in searches of older versions. */
  held_rps?: number;
  /** All that were sent, warm-up included; absent in searches of older versions. */
  requests?: number;
  /** Of each limit, as load says it; absent in searches of older versions. */
  latencies?: Latencies;
  /** Requests that the server failed; absent in searches of older versions. */
  availability?: Misses;
  /** Why requests were not answered, warm-up included; absent where all were, and in searches of older versions. */
  reasons?: readonly GroupedReason[];
  /** Who answered, as the server said; absent in searches of older versions. */
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
  const figures = figuresOf(record);
  const saturated = record.saturatedAtMs !== null;
  const { latency_ms, throughput_rps } = summariseFigures([figures], confidence);
  const limits = timeLimitsOf(scenario, REQUEST_TIMES).map((limit) => {
    const evidence = latencyEvidence([timeColumn(figures, limit.time)], [limit.percentile, limit.ms]);
    return [evidenceKey(limit), evidence] as const;
  });
  const judged = limits.map(([key, evidence]) => judgeDependent(evidence, allowedMisses(key)));
  const { heldRps, short } = carried(window, figures, rateRps);
  const held = worstOf(judged);
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
    availability: missesIn([figures.failures]),
    ...(record.reasons.length > 0 && { reasons: record.reasons }),
    ...(record.answeredBy && { answered_by: record.answeredBy }),
  };
  if (saturated) return { verdict: 'fail', facts };
  return { verdict: held === 'pass' && short !== null ? 'inconclusive' : held, facts };
}

/** What a rate counts as where its limits hold, and whether its window carried less than it explains by chance. */
function carried({ traffic, warmupMs }: TriedRate['window'], figures: SliceFigures, rateRps: number) {
  if (traffic.loop === 'closed' || traffic.arrivals.kind === 'replay') {
    const { completedAt, windowMs } = figures;
    const answeredRps = windowMs === 0 ? 0 : (completedAt.length * 1000) / windowMs;
    return { heldRps: Math.min(rateRps, answeredRps), short: null };
  }
  const { short } = rateShown(traffic.arrivals, { askedRps: rateRps, warmupMs }, [figures]);
  return { heldRps: rateRps, short };
}
