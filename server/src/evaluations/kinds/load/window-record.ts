import type { LoadSlice, SteadyWindow, WindowRecord } from '../../../traffic/traffic.ts';
import { fromColumns, type LoadColumns, storedMs, toColumns } from '../../../traffic/traffic.ts';

/** What a window showed, as its ledger row keeps it: every request, so that any figure can be worked out again. */
interface StoredWindow {
  format: 1;
  steady: SteadyWindow;
  saturated_at_ms: number | null;
  /** Other calls of this process went on beside it. */
  contaminated: boolean;
  requests: LoadColumns;
}

export type KeptWindow = LoadSlice & Pick<StoredWindow, 'contaminated' | 'saturated_at_ms'>;

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

/** What a sample that was measured keeps of a window; null for a search for capacity, which keeps no requests. */
export function windowIn(text: string): KeptWindow | null {
  const { requests, ...rest } = JSON.parse(text) as
    | StoredWindow
    | (Omit<StoredWindow, 'requests'> & { requests?: never });
  return requests === undefined ? null : { ...rest, requests: fromColumns(requests) };
}

/** A window of load. Throws for anything else. */
export function readWindow(text: string): KeptWindow {
  const window = windowIn(text);
  if (window === null) throw new Error('The sample keeps no window of load.');
  return window;
}
