import type { Database } from '../../../db/db.ts';
import { readPages } from '../../../kernel/read-pages.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import {
  fromColumns,
  type LoadSlice,
  type SteadyWindow,
  type StoredColumns,
  storedMs,
  toColumns,
  type WindowRecord,
} from '../../../traffic/traffic.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import { readAnswered } from '../../stores/sample-store.ts';

/** What a window showed, as its ledger row keeps it: every request, so that any figure can be worked out again. */
interface StoredWindow {
  format: 1;
  steady: SteadyWindow;
  saturated_at_ms: number | null;
  /** Other calls of this process went on beside it. */
  contaminated: boolean;
  requests: StoredColumns;
}

type KeptWindow = LoadSlice & Pick<StoredWindow, 'contaminated' | 'saturated_at_ms'>;

export function storeWindow(
  { requests, steady, saturatedAtMs }: WindowRecord,
  contaminated: boolean,
): string {
  const stored: StoredWindow = {
    format: 1,
    steady: { fromMs: storedMs(steady.fromMs), toMs: storedMs(steady.toMs) },
    saturated_at_ms: saturatedAtMs,
    contaminated,
    requests: toColumns(requests),
  };
  return JSON.stringify(stored);
}

/** What a sample keeps of a window of load. */
export function readWindow(text: string): KeptWindow {
  const { requests, ...rest } = JSON.parse(text) as StoredWindow;
  return { ...rest, saturatedAtMs: rest.saturated_at_ms, requests: fromColumns(requests) };
}

/** What the rows of one benchmark keep, in the order of its units, read a few at a time. */
export async function* answeredRows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  benchmark: number,
): AsyncGenerator<{ target: number; answer: string; hasCost: boolean }> {
  const yieldToEventLoop = createYieldToEventLoop();
  const read = (after: number) => readAnswered(db, of, benchmark, after, AT_ONCE);
  const pages = readPages(AT_ONCE, -1, read, ({ unit }) => unit);
  for await (const page of pages) {
    for (const { target, answer, cost } of page) {
      await yieldToEventLoop();
      yield { target, answer: answer ?? '', hasCost: cost !== null };
    }
  }
}

/** A window is a megabyte or two of text. */
const AT_ONCE = 5;
