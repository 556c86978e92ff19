import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  type GeneratorFigures,
  type LoadSlice,
  type RespondingModels,
  requestsFromColumns,
  requestsToColumns,
  roundStoredMs,
  type SteadyWindow,
  type StoredColumns,
  type WindowRecord,
} from '../../../../measure/traffic/traffic.ts';
import type { GroupedReason } from '../../../../models/models.ts';
import type { Database } from '../../../../platform/db/db.ts';
import type { EvaluationClaim } from '../../stores/evaluation-store.ts';
import { readAnswersOfBenchmark } from '../../stores/sample-store.ts';
import { readUnitPages } from '../../stores/unit-pages.ts';

/** A window as it was sent. */
export interface RunWindow {
  record: WindowRecord;
  /** Whether other calls of this process continued during the window. */
  contaminated: boolean;
  /** The processes that sent it, if several did. */
  generators: readonly GeneratorFigures[];
  /** Why earlier attempts were void. */
  voidTries: readonly string[];
}

/** A window as stored in its ledger row, with every request, so that any figure can be recomputed. */
interface StoredWindow {
  format: 1;
  steady: SteadyWindow;
  saturated_at_ms: number | null;
  /** Whether other calls of this process continued during the window. */
  contaminated: boolean;
  requests: StoredColumns;
  /** Why requests were not answered; absent if all were, and in windows of older versions. */
  reasons?: readonly GroupedReason[];
  /** The models that responded, as reported by the server; absent in windows of older versions. */
  answered_by?: RespondingModels;
  /** Figures for each process that sent requests; absent if there was only one. */
  generators?: readonly GeneratorFigures[];
  /** Why earlier attempts were void; absent if there were none. */
  void_tries?: readonly string[];
}

/** Load of several processes of which every attempt was void. */
interface StoredVoid {
  format: 1;
  not_measured: readonly string[];
}

type KeptWindow = LoadSlice &
  Pick<StoredWindow, 'contaminated' | 'saturated_at_ms' | 'answered_by' | 'generators' | 'void_tries'>;

export function serialiseWindow({ record, contaminated, generators, voidTries }: RunWindow): string {
  const { requests, steady, saturatedAtMs, reasons, answeredBy } = record;
  const stored: StoredWindow = {
    format: 1,
    steady: { fromMs: roundStoredMs(steady.fromMs), toMs: roundStoredMs(steady.toMs) },
    saturated_at_ms: saturatedAtMs,
    contaminated,
    requests: requestsToColumns(requests),
    ...(reasons.length > 0 && { reasons: reasons.map(sanitizeReason) }),
    ...(answeredBy && { answered_by: answeredBy }),
    ...(generators.length > 0 && { generators }),
    ...(voidTries.length > 0 && { void_tries: voidTries }),
  };
  return JSON.stringify(stored);
}

const sanitizeReason = (reason: GroupedReason): GroupedReason => ({
  ...reason,
  message: sanitizeText(reason.message),
});

/** @param tries why each attempt was void */
export function serialiseVoidWindow(tries: readonly string[]): string {
  return JSON.stringify({ format: 1, not_measured: tries } satisfies StoredVoid);
}

/** Parses the window stored in a sample. */
export function parseStoredWindow(text: string): KeptWindow {
  const { requests, ...rest } = JSON.parse(text) as StoredWindow;
  return { ...rest, saturatedAtMs: rest.saturated_at_ms, requests: requestsFromColumns(requests) };
}

/** The row of a load unit: its window, or why all its attempts were void. */
export interface LoadRow {
  target: number;
  answer: string;
  hasCost: boolean;
  notMeasured: readonly string[] | null;
}

/** Reads the windows of one benchmark in the order of its units, a few at a time. */
export async function* readLoadRows(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  benchmark: number,
): AsyncGenerator<LoadRow> {
  const yieldToEventLoop = createYieldToEventLoop();
  const read = (after: number) => readAnswersOfBenchmark(db, of, benchmark, after, AT_ONCE);
  const pages = readUnitPages(AT_ONCE, read);
  for await (const page of pages) {
    for (const { target, answer, cost, state } of page) {
      await yieldToEventLoop();
      const notMeasured = state === 'failed' ? (JSON.parse(answer ?? '') as StoredVoid).not_measured : null;
      yield { target, answer: answer ?? '', hasCost: cost !== null, notMeasured };
    }
  }
}

/** Number of windows parsed at once; each is one or two megabytes of text. */
const AT_ONCE = 5;
