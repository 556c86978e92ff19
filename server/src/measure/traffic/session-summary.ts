import { effectiveSampleCount, estimateQuantile, wilson } from '../statistics/statistics.ts';
import { type Percentiles, percentilesOf } from './load-summary.ts';
import {
  SESSION_OUTCOMES,
  type SessionFigures,
  type SessionOutcome,
  type TurnFigures,
} from './session-figures.ts';
import type { SliceFigures } from './slice-figures.ts';

/** What the sessions of a load showed. Times in ms. */
export interface SessionSummary {
  /** Without those cut, which say nothing of the server. */
  sessions: number;
  outcomes: Record<SessionOutcome, number>;
  /** Of the completed ones: from arrival to the last answer, pauses included. */
  timeMs: Percentiles;
  /** Of the completed ones: what their answers took together. */
  waitMs: Percentiles;
  turnsMean: number | null;
  /** Completed / sessions, with Wilson's interval at the effective count. */
  completedShare: { value: number; ci_low: number; ci_high: number } | null;
  byTurn: TurnSummary[];
  prefix: PrefixShares;
}

/** Of the input tokens that were counted; null where the server said nothing of them. */
export interface PrefixShares {
  cachedShare: number | null;
  /** What the session had been asked or had answered before. */
  repeatedShare: number | null;
}

interface TurnSummary extends PrefixShares {
  /** From 1. */
  turn: number;
  attempted: number;
  latencyMs: TurnTimes;
  ttftMs: TurnTimes;
  inputTokensMean: number | null;
}

interface TurnTimes {
  p50: number | null;
  p95: number | null;
}

/** Null where no slice had sessions. */
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
    timeMs: percentilesOf(
      times.map((run) => run.filter(Number.isFinite)),
      confidence,
    ),
    waitMs: percentilesOf(
      figures.map(({ waits }) => waits),
      confidence,
    ),
    turnsMean: ratio(sum(completed.map((one) => one.sum)), sum(completed.map(({ count }) => count))),
    completedShare: shareCompleted(times, outcomes.completed, confidence),
    byTurn: turnsTogether(figures),
    prefix: prefixShares(figures.flatMap(({ byTurn }) => byTurn)),
  };
}

function shareCompleted(times: readonly Float64Array[], completed: number, confidence: number) {
  const n = sum(times.map(({ length }) => length));
  if (n === 0) return null;
  const lost = times.map((run) => Uint8Array.from(run, (time) => Number(time === Infinity)));
  const { low, high } = wilson(completed, n, confidence, effectiveSampleCount(lost));
  return { value: completed / n, ci_low: low, ci_high: high };
}

function turnsTogether(figures: readonly SessionFigures[]): TurnSummary[] {
  const most = Math.max(0, ...figures.map(({ byTurn }) => byTurn.length));
  return Array.from({ length: most }, (_, at) => {
    const same = figures.flatMap(({ byTurn }) => byTurn[at] ?? []);
    const inputs = same.map(({ inputTokens }) => inputTokens);
    return {
      turn: at + 1,
      attempted: sum(same.map(({ attempted }) => attempted)),
      latencyMs: timesOf(same.map(({ latencies }) => latencies)),
      ttftMs: timesOf(same.map(({ ttfts }) => ttfts)),
      inputTokensMean: ratio(sum(inputs.map((one) => one.sum)), sum(inputs.map(({ count }) => count))),
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
  return { cachedShare: share('cachedTokens'), repeatedShare: share('repeatedTokens') };
}

const ratio = (above: number, below: number) => (below === 0 ? null : above / below);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
