import { sum } from '../../kernel/sum.ts';
import { effectiveSampleCount, estimateQuantile, wilsonInterval } from '../statistics/statistics.ts';
import { estimatePercentiles, type Percentiles } from './load-summary.ts';
import {
  SESSION_OUTCOMES,
  type SessionFigures,
  type SessionOutcome,
  type TurnFigures,
} from './session-figures.ts';
import type { SliceFigures } from './slice-figures.ts';

/** The figures of a load's sessions, in the form of results. Times in ms. */
export interface SessionSummary extends PrefixShares {
  /** Without those cut, which say nothing about the server. */
  sessions: number;
  outcomes: Record<SessionOutcome, number>;
  /** Completed / sessions, with Wilson's interval at the effective count. */
  completed_share: { value: number; ci_low: number; ci_high: number } | null;
  /** Duration of completed sessions from arrival to the last response, pauses included. */
  session_ms: Percentiles;
  /** Total time of the responses in completed sessions. */
  waited_ms: Percentiles;
  turns_mean: number | null;
  by_turn: TurnSummary[];
}

/** Shares of the counted input tokens; null if the server reported nothing about caching. */
interface PrefixShares {
  cached_share: number | null;
  /** Tokens that the session had already sent or received. */
  repeated_share: number | null;
}

interface TurnSummary extends PrefixShares {
  /** The number of the turn, from 1. */
  turn: number;
  requests: number;
  latency_ms: TurnTimes;
  ttft_ms: TurnTimes;
  input_tokens_mean: number | null;
}

interface TurnTimes {
  p50: number | null;
  p95: number | null;
}

/** Null if no slice had sessions. */
export function summariseSessions(
  slices: readonly SliceFigures[],
  confidence: number,
): SessionSummary | null {
  const figures = slices.flatMap(({ sessions }) => sessions ?? []);
  if (figures.length === 0) return null;
  const times = figures.map(({ times }) => times);
  const outcomes = Object.fromEntries(
    SESSION_OUTCOMES.map((outcome) => [outcome, sum(figures.map((one) => one.outcomes[outcome]))]),
  ) as SessionSummary['outcomes'];
  const completed = figures.map(({ turns }) => turns);
  return {
    sessions: sum(times.map(({ length }) => length)),
    outcomes,
    session_ms: estimatePercentiles(
      times.map((run) => run.filter(Number.isFinite)),
      confidence,
    ),
    waited_ms: estimatePercentiles(
      figures.map(({ waits }) => waits),
      confidence,
    ),
    turns_mean: ratio(sum(completed.map((one) => one.sum)), sum(completed.map(({ count }) => count))),
    completed_share: shareCompleted(times, outcomes.completed, confidence),
    by_turn: turnsTogether(figures),
    ...prefixShares(figures.flatMap(({ byTurn }) => byTurn)),
  };
}

function shareCompleted(times: readonly Float64Array[], completed: number, confidence: number) {
  const n = sum(times.map(({ length }) => length));
  if (n === 0) return null;
  const lost = times.map((run) => Uint8Array.from(run, (time) => Number(time === Infinity)));
  const { low, high } = wilsonInterval(completed, n, confidence, effectiveSampleCount(lost));
  return { value: completed / n, ci_low: low, ci_high: high };
}

function turnsTogether(figures: readonly SessionFigures[]): TurnSummary[] {
  const most = Math.max(0, ...figures.map(({ byTurn }) => byTurn.length));
  return Array.from({ length: most }, (_, at) => {
    const same = figures.flatMap(({ byTurn }) => byTurn[at] ?? []);
    const inputs = same.map(({ inputTokens }) => inputTokens);
    return {
      turn: at + 1,
      requests: sum(same.map(({ attempted }) => attempted)),
      latency_ms: timesOf(same.map(({ latencies }) => latencies)),
      ttft_ms: timesOf(same.map(({ ttfts }) => ttfts)),
      input_tokens_mean: ratio(sum(inputs.map((one) => one.sum)), sum(inputs.map(({ count }) => count))),
      ...prefixShares(same),
    };
  });
}

function timesOf(parts: readonly Float64Array[]): TurnTimes {
  const sorted = Float64Array.from(parts.flatMap((part) => [...part])).sort();
  const at = (perMille: number) => estimateQuantile(sorted, perMille, 0.95)?.observed ?? null;
  return { p50: at(500), p95: at(950) };
}

function prefixShares(turns: readonly TurnFigures[]): PrefixShares {
  const input = sum(turns.map(({ inputTokens }) => inputTokens.sum));
  const share = (field: 'cachedTokens' | 'repeatedTokens') =>
    turns.every((turn) => turn[field].count === 0)
      ? null
      : ratio(sum(turns.map((turn) => turn[field].sum)), input);
  return { cached_share: share('cachedTokens'), repeated_share: share('repeatedTokens') };
}

const ratio = (above: number, below: number) => (below === 0 ? null : above / below);
