import {
  PER_MILLE_BY_PERCENTILE,
  PERCENTILES,
  type Percentile,
  perPercentile,
} from '@touchstone/report/limits';
import { sum } from '../../kernel/sum.ts';
import { type GroupedReason, mergeReasons } from '../../models/models.ts';
import {
  effectiveSampleCount,
  effectiveTimeCount,
  estimateQuantile,
  lagOneCorrelation,
  type QuantileEstimate,
  wilsonInterval,
} from '../statistics/statistics.ts';
import { LOAD_OUTCOMES, type LoadOutcome } from './request-log.ts';
import {
  type CountedRequests,
  columnOrders,
  type LoadSlice,
  type SliceFigures,
  sliceFigures,
} from './slice-figures.ts';

/** Percentiles of one time with intervals; null if nothing was measured. */
export type Percentiles = Record<Percentile, QuantileEstimate | null> & { mean: number | null };

/** The figures of a load window, or of several of the same kind together. Times in ms. */
export interface LoadSummary {
  /** Without requests that were refused with the account or the model, which say nothing about the server. */
  attempted: number;
  outcomes: Record<LoadOutcome, number>;
  /** Total duration of the steady parts. */
  window_ms: number;
  attempted_rps: number;
  throughput_rps: number;
  output_tokens_per_second: number | null;
  /**
   * 1 − (requests without a response) / attempted, with Wilson's interval at the effective count; a 429 counts only if
   * there was nothing else.
   */
  success_rate: { value: number; ci_low: number; ci_high: number } | null;
  latency_ms: Percentiles;
  /** Latencies from the actual sending of each request. */
  latency_from_send_ms: Percentiles;
  ttft_ms: Percentiles;
  tpot_ms: Percentiles;
  schedule_lag_ms: { p50: number; p99: number; max: number } | null;
  input_tokens_mean: number | null;
  output_tokens_mean: number | null;
  /** Input tokens that the server reported as cached, among those it counted. */
  cached_share: number | null;
  /** Chunks with text per output token; below 0.8 gaps between tokens are unreliable. */
  chunks_per_token: number | null;
  /** Mean number of requests in flight, by Little's law: completed rate × mean latency. */
  in_flight_mean: number | null;
  /** Autocorrelation of consecutive latencies. Near 1, further requests add little information. */
  autocorrelation: number | null;
  /** The smallest effective number of independent requests over the reported percentiles. */
  effective_samples: number | null;
  /** Why requests had no response, including the warm-up. */
  reasons: readonly GroupedReason[];
}

/** Summarises slices of one kind of load together. */
export function summariseLoad(slices: readonly LoadSlice[], confidence: number): LoadSummary {
  return summariseFigures(slices.map(sliceFigures), confidence);
}

/** Summarises the figures of slices. Throughput counts what ended in the steady parts, whenever it was sent. */
export function summariseFigures(slices: readonly SliceFigures[], confidence: number): LoadSummary {
  const windowMs = sum(slices.map((one) => one.windowMs));
  const perSecond = (count: number) => (windowMs === 0 ? 0 : (count * 1000) / windowMs);
  const attempted = sum(slices.map(({ latencies }) => latencies.length));
  const outcomes = Object.fromEntries(
    LOAD_OUTCOMES.map((outcome) => [outcome, sum(slices.map((one) => one.outcomes[outcome]))]),
  ) as LoadSummary['outcomes'];
  const completedRps = perSecond(sum(slices.map(({ completedAt }) => completedAt.length)));
  const completedTokens = sumField(slices, 'completedTokens');
  const [input, output] = [sumField(slices, 'inputTokens'), sumField(slices, 'outputTokens')];
  const answered = slices.map(({ latencies }) => answeredIn(latencies));
  const sorted = joinOutcomes(answered).sort();
  const orders = columnOrders(slices, ({ latencies }) => latencies).map((runs) => runs.map(answeredIn));
  const effectiveSizeAt = effectiveSizeBelow(orders, sorted);
  const latencyMs = percentiles(sorted, confidence, effectiveSizeAt);
  return {
    attempted,
    outcomes,
    window_ms: windowMs,
    attempted_rps: perSecond(attempted),
    throughput_rps: completedRps,
    output_tokens_per_second: output.count === 0 ? null : perSecond(completedTokens.sum),
    success_rate: successRate(
      slices,
      attempted,
      sum(slices.flatMap(({ failures }) => [...failures])),
      confidence,
    ),
    latency_ms: latencyMs,
    latency_from_send_ms: percentiles(
      mergeAscending(slices.map(({ fromSend }) => fromSend)),
      confidence,
      effectiveSizeAt,
    ),
    ttft_ms: percentiles(knownTimes(slices.map(({ ttfts }) => ttfts)), confidence, effectiveSizeAt),
    tpot_ms: percentiles(knownTimes(slices.map(({ tpots }) => tpots)), confidence, effectiveSizeAt),
    schedule_lag_ms: lagOf(joinOutcomes(slices.map(({ lags }) => lags)).sort()),
    input_tokens_mean: meanOf(input),
    output_tokens_mean: meanOf(output),
    cached_share: ratio(sumField(slices, 'cachedTokens'), input),
    chunks_per_token: ratio(sumField(slices, 'chunks'), output),
    in_flight_mean: latencyMs.mean === null ? null : meanRequestsInFlight(completedRps, latencyMs.mean),
    // Within each slice, because other targets had their turn between two of them.
    autocorrelation: lagOneCorrelation(answered),
    reasons: mergeReasons(slices.map(({ reasons }) => reasons)),
    effective_samples:
      sorted.length === 0
        ? null
        : Math.min(
            ...PERCENTILES.map((percentile) =>
              effectiveSizeAt(sorted.length, PER_MILLE_BY_PERCENTILE[percentile]),
            ),
          ),
  };
}

/** Little's law: mean number of requests in flight, from the rate (requests a second) and the mean latency (ms). */
export function meanRequestsInFlight(rps: number, meanLatencyMs: number): number {
  return (rps * meanLatencyMs) / 1000;
}

/** Latencies of requests with a response, in their order. */
function answeredIn(latencies: Float64Array): Float64Array {
  let count = 0;
  const known = new Float64Array(latencies.length);
  for (const latency of latencies) if (latency !== Infinity) known[count++] = latency;
  return known.subarray(0, count);
}

function joinOutcomes(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(sum(parts.map(({ length }) => length)));
  let at = 0;
  for (const values of parts) {
    all.set(values, at);
    at += values.length;
  }
  return all;
}

/** The known values of requests with a response, ascending. */
const knownTimes = (columns: readonly Float64Array[]) =>
  joinOutcomes(columns.map((values) => values.filter(Number.isFinite))).sort();

/** Merges ascending parts. */
function mergeAscending(parts: readonly Float64Array[]): Float64Array {
  return parts.reduce(mergedTwo, new Float64Array());
}

function mergedTwo(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let at = 0; at < all.length; at++) {
    const fromA = j >= b.length || (i < a.length && (a[i] as number) <= (b[j] as number));
    all[at] = (fromA ? a[i++] : b[j++]) as number;
  }
  return all;
}

/** The effective number of `count` values for one of their quantiles. */
type EffectiveSizeAt = (count: number, quantile: number) => number;

/**
 * Requests near each other are slow together, so for a quantile fewer count than were sent: the effective number of the
 * verdict's misses, where a miss is a latency above that quantile. Times to the first token and between tokens are
 * assumed to depend on each other like latencies.
 */
function effectiveSizeBelow(
  orders: readonly (readonly Float64Array[])[],
  sorted: Float64Array,
): EffectiveSizeAt {
  const shares = new Map<number, number>();
  const shareAt = (quantile: number) => {
    const limit = estimateQuantile(sorted, quantile, 0.95)?.observed ?? Infinity;
    if (sorted.length === 0) return 1;
    return Math.min(...orders.map((runs) => effectiveTimeCount(runs, limit))) / sorted.length;
  };
  return (count, quantile) => {
    const share = shares.get(quantile) ?? shareAt(quantile);
    shares.set(quantile, share);
    return Math.max(1, Math.round(count * share));
  };
}

/** Percentiles of times of several runs, each in its original order. */
export function estimatePercentiles(runs: readonly Float64Array[], confidence: number): Percentiles {
  const sorted = joinOutcomes(runs).sort();
  return percentiles(sorted, confidence, effectiveSizeBelow([runs], sorted));
}

function percentiles(
  values: Float64Array,
  confidence: number,
  effectiveSizeAt: EffectiveSizeAt,
): Percentiles {
  const at = (perMille: number) =>
    estimateQuantile(values, perMille, confidence, effectiveSizeAt(values.length, perMille));
  let total = 0;
  for (const value of values) total += value;
  return {
    ...perPercentile((percentile) => at(PER_MILLE_BY_PERCENTILE[percentile])),
    mean: values.length === 0 ? null : total / values.length,
  };
}

function lagOf(lags: Float64Array): LoadSummary['schedule_lag_ms'] {
  const at = (perMille: number) => estimateQuantile(lags, perMille, 0.95)?.observed ?? 0;
  return lags.length === 0 ? null : { p50: at(500), p99: at(990), max: at(1000) };
}

/** Consecutive failures count as fewer requests; their order is that of requests without a response. */
function successRate(
  slices: readonly SliceFigures[],
  attempted: number,
  failed: number,
  confidence: number,
): LoadSummary['success_rate'] {
  if (attempted === 0) return null;
  const lost = columnOrders(slices, ({ latencies }) =>
    Uint8Array.from(latencies, (latency) => Number(latency === Infinity)),
  );
  const worth = Math.min(...lost.map(effectiveSampleCount));
  const { low, high } = wilsonInterval(attempted - failed, attempted, confidence, worth);
  return { value: (attempted - failed) / attempted, ci_low: low, ci_high: high };
}

type CountedField = 'completedTokens' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'chunks';

function sumField(slices: readonly SliceFigures[], field: CountedField): CountedRequests {
  return {
    count: sum(slices.map((one) => one[field].count)),
    sum: sum(slices.map((one) => one[field].sum)),
  };
}

const meanOf = ({ count, sum: total }: CountedRequests) => (count === 0 ? null : total / count);

function ratio(above: CountedRequests, below: CountedRequests): number | null {
  return above.count === 0 || below.sum === 0 ? null : above.sum / below.sum;
}
