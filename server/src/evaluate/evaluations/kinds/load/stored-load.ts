import { readPages } from '../../../../kernel/read-pages.ts';
import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  type AnsweredBy,
  fromColumns,
  type GeneratorFigures,
  type LoadSlice,
  type SteadyWindow,
  type StoredColumns,
  storedMs,
  toColumns,
  type WindowRecord,
} from '../../../../measure/traffic/traffic.ts';
import type { GroupedReason } from '../../../../models/models.ts';
import type { Database } from '../../../../platform/db/db.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import { readAnswered } from '../../stores/sample-store.ts';

/** A window as it was sent. */
export interface RunWindow {
  record: WindowRecord;
  /** Other calls went on beside it. */
  contaminated: boolean;
  /** Each process that sent it, where several did. */
  generators: readonly GeneratorFigures[];
  /** Why earlier tries of it are no measurements. */
  voidTries: readonly string[];
}

/** What a window showed, as its ledger row keeps it: every request, so that any figure can be worked out again. */
interface StoredWindow {
  format: 1;
  steady: SteadyWindow;
  saturated_at_ms: number | null;
  /** Other calls of this process went on beside it. */
  contaminated: boolean;
  requests: StoredColumns;
  /** Why requests were not answered; absent where all were, and in windows of older versions. */
  reasons?: readonly GroupedReason[];
  /** Who answered, as the server said; absent in windows of older versions. */
  answered_by?: AnsweredBy;
  /** Of each process that sent it; absent where one did. */
  generators?: readonly GeneratorFigures[];
  /** Why earlier tries of it are no measurements; absent without any. */
  void_tries?: readonly string[];
}

/** Load of several processes that was no measurement, however often it was tried. */
interface StoredVoid {
  format: 1;
  not_measured: readonly string[];
}

type KeptWindow = LoadSlice &
  Pick<StoredWindow, 'contaminated' | 'saturated_at_ms' | 'answered_by' | 'generators' | 'void_tries'>;

export function storeWindow({ record, contaminated, generators, voidTries }: RunWindow): string {
  const { requests, steady, saturatedAtMs, reasons, answeredBy } = record;
  const stored: StoredWindow = {
    format: 1,
    steady: { fromMs: storedMs(steady.fromMs), toMs: storedMs(steady.toMs) },
    saturated_at_ms: saturatedAtMs,
    contaminated,
    requests: toColumns(requests),
    ...(reasons.length > 0 && { reasons: reasons.map(sanitized) }),
    ...(answeredBy && { answered_by: answeredBy }),
    ...(generators.length > 0 && { generators }),
    ...(voidTries.length > 0 && { void_tries: voidTries }),
  };
  return JSON.stringify(stored);
}

const sanitized = (reason: GroupedReason): GroupedReason => ({
  ...reason,
  message: sanitizeText(reason.message),
});

/** @param tries why each is no measurement */
export function storeVoid(tries: readonly string[]): string {
  return JSON.stringify({ format: 1, not_measured: tries } satisfies StoredVoid);
}

/** What a sample keeps of a window of load. */
export function readWindow(text: string): KeptWindow {
  const { requests, ...rest } = JSON.parse(text) as StoredWindow;
  return { ...rest, saturatedAtMs: rest.saturated_at_ms, requests: fromColumns(requests) };
}

/** A row of load: what it keeps, or why its tries are no measurements. */
export interface LoadRow {
  target: number;
  answer: string;
  hasCost: boolean;
  notMeasured: readonly string[] | null;
}

/** What the rows of one benchmark keep, in the order of its units, read a few at a time. */
export async function* answeredRows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  benchmark: number,
): AsyncGenerator<LoadRow> {
  const yieldToEventLoop = createYieldToEventLoop();
  const read = (after: number) => readAnswered(db, of, benchmark, after, AT_ONCE);
  const pages = readPages(AT_ONCE, -1, read, ({ unit }) => unit);
  for await (const page of pages) {
    for (const { target, answer, cost, state } of page) {
      await yieldToEventLoop();
      const notMeasured = state === 'failed' ? (JSON.parse(answer ?? '') as StoredVoid).not_measured : null;
      yield { target, answer: answer ?? '', hasCost: cost !== null, notMeasured };
    }
  }
}

/** A window is a megabyte or two of text. */
const AT_ONCE = 5;
