import type { Database } from '../../../db/db.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import {
  addSpent,
  figuresOf,
  type LoadSummary,
  NOTHING_SPENT,
  type SessionSummary,
  type SliceFigures,
  type SpentTokens,
  spentOn,
  summariseFigures,
  summariseSessions,
} from '../../../traffic/traffic.ts';
import { benchmarksOf, type Plan } from '../../plan/plan.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import { answeredRows, readWindow } from './stored-load.ts';

/** What one window showed, without its requests. */
interface MeasuredWindow extends SliceFigures {
  /** Other calls of this process went on beside it. */
  contaminated: boolean;
  /** It was ended early, because the server could not keep up. */
  saturated: boolean;
  /** Requests whose cost is not known, warm-up included. */
  unpriced: number;
  spent: SpentTokens;
}

/** What the windows of one target on one benchmark showed. */
export interface MeasuredWindows {
  /** The benchmark's key. */
  benchmark: string;
  target: number;
  windows: readonly MeasuredWindow[];
  summary: LoadSummary;
  /** Null where requests were no turns of sessions. */
  sessions: SessionSummary | null;
  /** What the server counted of all requests, also of those that count for nothing else. */
  spent: SpentTokens;
}

/** Reads every window of an evaluation, one after another, and sums up those of each target and benchmark; null without any. */
export async function measureWindows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<MeasuredWindows[] | null> {
  const planned = benchmarksOf(plan, 'load');
  if (planned.length === 0) return null;
  const measured: MeasuredWindows[] = [];
  const yieldToEventLoop = createYieldToEventLoop();
  for (const { at, benchmark } of planned) {
    const byTarget = plan.targets.map((): MeasuredWindow[] => []);
    for await (const { target, answer, hasCost } of answeredRows(db, of, at)) {
      const { contaminated, saturated_at_ms, ...slice } = readWindow(answer);
      await yieldToEventLoop();
      byTarget[target]?.push({
        ...figuresOf(slice),
        contaminated,
        saturated: saturated_at_ms !== null,
        unpriced: hasCost ? 0 : slice.requests.length,
        spent: spentOn(slice.requests),
      });
    }
    for (const [target, windows] of byTarget.entries()) {
      if (windows.length === 0) continue;
      await yieldToEventLoop();
      const level = plan.methodology.confidence_level;
      measured.push({
        benchmark: benchmark.key,
        target,
        windows,
        summary: summariseFigures(windows, level),
        sessions: summariseSessions(windows, level),
        spent: windows.map(({ spent }) => spent).reduce(addSpent, NOTHING_SPENT),
      });
    }
  }
  return measured;
}
