import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  addSpentTokens,
  type GeneratorFigures,
  isAnswered,
  type LoadRequest,
  type LoadSummary,
  NO_TOKENS_SPENT,
  type RespondingModels,
  type SessionSummary,
  type SliceFigures,
  type SpentTokens,
  sliceFigures,
  summariseFigures,
  summariseSessions,
  sumSpentTokens,
} from '../../../../measure/traffic/traffic.ts';
import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { EvaluationClaim } from '../../stores/evaluation-store.ts';
import { parseStoredWindow, readLoadRows } from './stored-load.ts';

/** Figures of one window, without its requests. */
interface MeasuredWindow extends SliceFigures {
  /** Whether other calls of this process continued during the window. */
  contaminated: boolean;
  /** Whether the window ended early, because the server could not keep up. */
  saturated: boolean;
  /** Number of requests sent and answered, including warm-up. */
  calls: { attempted: number; answered: number };
  /** Number of requests with unknown cost, including warm-up. */
  unpriced: number;
  spent: SpentTokens;
  /** The processes that sent it, if several did. */
  generators: readonly GeneratorFigures[];
  /** The models that responded, as reported by the server; absent in windows of older versions. */
  answeredBy?: RespondingModels;
}

/** Figures of one target's windows on one benchmark. */
export interface MeasuredWindows {
  /** The benchmark's key. */
  benchmark: string;
  target: number;
  /** Empty if every attempt of every window was void. */
  windows: readonly MeasuredWindow[];
  summary: LoadSummary;
  /** Null if requests were not turns of sessions. */
  sessions: SessionSummary | null;
  /** Tokens counted by the server, including unmeasured requests. */
  spent: SpentTokens;
  /** Why attempts of windows sent by several processes were void. */
  voidTries: readonly string[];
  /** Number of windows of which every attempt was void. */
  notMeasured: number;
}

/**
 * Reads the windows of an evaluation one after another and aggregates those of each target and benchmark; null if
 * there are none.
 */
export async function measureWindows(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<MeasuredWindows[] | null> {
  const planned = benchmarksOfKind(plan, 'load');
  if (planned.length === 0) return null;
  const measured: MeasuredWindows[] = [];
  const yieldToEventLoop = createYieldToEventLoop();
  for (const { at, benchmark } of planned) {
    const byTarget = plan.targets.map(() => ({
      windows: [] as MeasuredWindow[],
      voidTries: [] as string[],
      notMeasured: 0,
    }));
    for await (const { target, answer, hasCost, notMeasured } of readLoadRows(db, of, at)) {
      const own = byTarget[target];
      if (own === undefined) continue;
      if (notMeasured !== null) {
        own.voidTries.push(...notMeasured);
        own.notMeasured++;
        continue;
      }
      const {
        contaminated,
        saturated_at_ms,
        generators = [],
        answered_by,
        void_tries = [],
        ...slice
      } = parseStoredWindow(answer);
      await yieldToEventLoop();
      own.voidTries.push(...void_tries);
      own.windows.push({
        ...sliceFigures(slice),
        contaminated,
        saturated: saturated_at_ms !== null,
        calls: countCalls(slice.requests),
        unpriced: hasCost ? 0 : slice.requests.length,
        spent: sumSpentTokens(slice.requests),
        generators,
        ...(answered_by && { answeredBy: answered_by }),
      });
    }
    for (const [target, own] of byTarget.entries()) {
      if (own.windows.length + own.notMeasured === 0) continue;
      await yieldToEventLoop();
      const level = plan.methodology.confidence_level;
      measured.push({
        benchmark: benchmark.key,
        target,
        ...own,
        summary: summariseFigures(own.windows, level),
        sessions: summariseSessions(own.windows, level),
        spent: own.windows.map(({ spent }) => spent).reduce(addSpentTokens, NO_TOKENS_SPENT),
      });
    }
  }
  return measured;
}

function countCalls(requests: readonly LoadRequest[]): MeasuredWindow['calls'] {
  const sent = requests.filter(({ outcome }) => outcome !== 'cut');
  return { attempted: sent.length, answered: sent.filter(isAnswered).length };
}
