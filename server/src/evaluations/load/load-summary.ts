import { estimateQuantile, mean, type QuantileEstimate, wilson } from '../statistics/statistics.ts';
import { type LoadOutcome, type LoadRequest, OUTCOMES } from './request-log.ts';
import { endToEnd, isAnswered, scheduleLag, timePerOutputToken, timeToFirstToken } from './request-times.ts';
import type { SteadyWindow } from './window-plan.ts';

/** Percentiles of one time, with intervals; null where nothing was measured. */
export type Percentiles = Record<'p50' | 'p95' | 'p99', QuantileEstimate | null> & { mean: number | null };

/** What a load window, or several of the same kind together, showed. Times in ms. */
export interface LoadSummary {
  attempted: number;
  outcomes: Record<LoadOutcome, number>;
  /** Of the steady parts together. */
  windowMs: number;
  attemptedRps: number;
  completedRps: number;
  outputTokensPerSecond: number | null;
  /** 1 − (failed + timed out) / attempted, with Wilson's interval; a 429 is a quota's answer and no failure here. */
  successRate: { value: number; ci_low: number; ci_high: number } | null;
  latencyMs: Percentiles;
  ttftMs: Percentiles;
  tpotMs: Percentiles;
  lagMs: { p50: number; p99: number; max: number } | null;
  inputTokensMean: number | null;
  outputTokensMean: number | null;
  /** Input tokens that the server said it had cached, of those it counted. */
  cachedShare: number | null;
  /** Chunks with text for each output token; below 0.8 gaps between tokens cannot be trusted. */
  chunksPerToken: number | null;
  /** Of consecutive latencies; the nearer to 1, the less a further request tells. */
  autocorrelation: number | null;
  /** n(1 − ρ)/(1 + ρ) for a positive autocorrelation ρ, else n. */
  effectiveSamples: number | null;
}

/** The requests of one run of a load, on one clock, and the part of it that counts. */
export interface LoadSlice {
  requests: readonly LoadRequest[];
  steady: SteadyWindow;
}

/** The requests meant to be sent in the steady part; those we gave up ourselves count nowhere. */
export function steadyRequests({ requests, steady }: LoadSlice): LoadRequest[] {
  return requests.filter(
    ({ scheduledMs, outcome }) =>
      outcome !== 'cut' && scheduledMs >= steady.fromMs && scheduledMs < steady.toMs,
  );
}

/**
 * Sums up slices of one kind of load together. Failures are in no percentile of a time, which a fast failure would
 * lower; a limit counts them as misses instead. Throughput counts what ended in the steady parts, whenever it was sent.
 */
export function summariseLoad(slices: readonly LoadSlice[], confidence: number): LoadSummary {
  const requests = slices.flatMap(steadyRequests);
  const answered = requests.filter(isAnswered);
  const windowMs = sum(slices.map(({ steady }) => steady.toMs - steady.fromMs));
  const completed = slices.flatMap(completedRequests);
  const perSecond = (count: number) => (count * 1000) / windowMs;
  const count = (outcome: LoadOutcome) => requests.filter((each) => each.outcome === outcome).length;
  const tokens = numbers(answered, ({ outputTokens }) => outputTokens);
  const input = numbers(answered, ({ inputTokens }) => inputTokens);
  const cached = numbers(answered, ({ cachedTokens }) => cachedTokens);
  const latencies = numbers(answered, endToEnd);
  return {
    attempted: requests.length,
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, count(outcome)]),
    ) as LoadSummary['outcomes'],
    windowMs,
    attemptedRps: perSecond(requests.length),
    completedRps: perSecond(completed.length),
    outputTokensPerSecond:
      tokens.length === 0 ? null : perSecond(sum(numbers(completed, (r) => r.outputTokens))),
    successRate: successRate(requests.length, count('failed') + count('timed_out'), confidence),
    latencyMs: percentiles(latencies, confidence),
    ttftMs: percentiles(numbers(answered, timeToFirstToken), confidence),
    tpotMs: percentiles(numbers(answered, timePerOutputToken), confidence),
    lagMs: lagOf(requests),
    inputTokensMean: meanOf(input),
    outputTokensMean: meanOf(tokens),
    cachedShare: ratio(cached, input),
    chunksPerToken: ratio(
      numbers(answered, ({ chunks }) => chunks),
      tokens,
    ),
    ...dependence(slices),
  };
}

function completedRequests({ requests, steady }: LoadSlice): LoadRequest[] {
  return requests.filter(
    (request) =>
      isAnswered(request) &&
      request.lastMs !== null &&
      request.lastMs >= steady.fromMs &&
      request.lastMs < steady.toMs,
  );
}

/** Within each slice, since between two of them other targets had their turn. */
function dependence(slices: readonly LoadSlice[]): Pick<LoadSummary, 'autocorrelation' | 'effectiveSamples'> {
  const runs = slices.map((slice) => numbers(steadyRequests(slice).filter(isAnswered), endToEnd));
  const known = runs.flatMap((run) => autocorrelation(run) ?? []);
  if (known.length === 0) return { autocorrelation: null, effectiveSamples: null };
  const rho = mean(known);
  const n = sum(runs.map((run) => run.length));
  return { autocorrelation: rho, effectiveSamples: rho > 0 ? (n * (1 - rho)) / (1 + rho) : n };
}

/** Requests that do not meet a limit on the latency: those over it, and all that were not answered. */
export function missesOf(requests: readonly LoadRequest[], limitMs: number): number {
  return requests.filter((request) => !isAnswered(request) || (endToEnd(request) ?? Infinity) > limitMs)
    .length;
}

/** The correlation of each value with the next (lag 1); null below 3 values or without spread. */
export function autocorrelation(values: readonly number[]): number | null {
  if (values.length < 3) return null;
  const centre = mean(values);
  const spread = sum(values.map((value) => (value - centre) ** 2));
  if (spread === 0) return null;
  const shared = sum(values.slice(1).map((value, i) => (value - centre) * ((values[i] as number) - centre)));
  return shared / spread;
}

function percentiles(values: readonly number[], confidence: number): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (perMille: number) => estimateQuantile(sorted, perMille, confidence);
  return { p50: at(500), p95: at(950), p99: at(990), mean: meanOf(sorted) };
}

function lagOf(requests: readonly LoadRequest[]): LoadSummary['lagMs'] {
  const sorted = requests.map(scheduleLag).sort((a, b) => a - b);
  const at = (perMille: number) => estimateQuantile(sorted, perMille, 0.95)?.observed ?? 0;
  return sorted.length === 0 ? null : { p50: at(500), p99: at(990), max: at(1000) };
}

function successRate(attempted: number, failed: number, confidence: number): LoadSummary['successRate'] {
  if (attempted === 0) return null;
  const { low, high } = wilson(attempted - failed, attempted, confidence);
  return { value: 1 - failed / attempted, ci_low: low, ci_high: high };
}

function numbers(requests: readonly LoadRequest[], of: (request: LoadRequest) => number | null): number[] {
  return requests.flatMap((request) => of(request) ?? []);
}

function ratio(above: readonly number[], below: readonly number[]): number | null {
  return above.length === 0 || sum(below) === 0 ? null : sum(above) / sum(below);
}

const meanOf = (values: readonly number[]) => (values.length === 0 ? null : mean(values));

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
