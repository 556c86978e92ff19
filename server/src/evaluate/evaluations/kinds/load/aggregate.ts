import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  type AnsweredBy,
  addSpentTokens,
  type GeneratorFigures,
  isAnswered,
  type LoadRequest,
  type LoadSummary,
  NO_TOKENS_SPENT,
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
  /** Other calls of this process went on beside it. */
  contaminated: boolean;
  /** It was ended early, because the server could not keep up. */
  saturated: boolean;
  /** Requests that were sent, and those that were answered, warm-up included. */
  calls: { attempted: number; answered: number };
  /** Requests whose cost is not known, warm-up included. */
  unpriced: number;
  spent: SpentTokens;
  /** Each process that sent it, where several did. */
  generators: readonly GeneratorFigures[];
  /** The models that answered, as reported by the server; absent in windows of older versions. */
  answeredBy?: AnsweredBy;
}

/** Figures of one target's windows on one benchmark. */
export interface MeasuredWindows {
  /** The benchmark's key. */
  benchmark: string;
  target: number;
  /** None where no try of any was a measurement. */
  windows: readonly MeasuredWindow[];
  summary: LoadSummary;
  /** Null where requests were no turns of sessions. */
  sessions: SessionSummary | null;
  /** Tokens counted by the server, including requests that are not measured. */
  spent: SpentTokens;
  /** Why tries of windows that several processes sent are no measurements. */
  voidTries: readonly string[];
  /** Windows of which no try is one. */
  notMeasured: number;
}

/** Reads every window of an evaluation, one after another, and sums up those of each target and benchmark; null without any. */
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
