import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds on a clock that never goes back; 0 is the start of the window. */
export type WindowClock = () => number;

export interface OpenLoop {
  /** Scheduled times in ms, ascending, computed before the start. */
  arrivals: Float64Array;
  now: WindowClock;
  /** Sends one request and resolves when it has ended; never rejects. */
  send: (index: number, scheduledMs: number) => Promise<void>;
  /** Aborting it ends the sending; the caller must end requests in flight. */
  signal: AbortSignal;
  /** Called after every turn of sending; returning true ends it (saturation). */
  isOver?: () => boolean;
}

/**
 * Sends every request at its scheduled time, whatever happened to earlier ones: the rate never decreases because the
 * server is slow. Late requests are not skipped, and their lateness is recorded. Resolves when all sent requests have
 * ended, to their number.
 */
export async function runOpenLoop({ arrivals, now, send, signal, isOver }: OpenLoop): Promise<number> {
  const underWay = new Set<Promise<void>>();
  let next = 0;
  while (next < arrivals.length && !signal.aborted && !isOver?.()) {
    for (; next < arrivals.length && (arrivals[next] as number) <= now(); next++) {
      const sent = send(next, arrivals[next] as number).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    if (next < arrivals.length) await sleep((arrivals[next] as number) - now(), signal);
  }
  await Promise.all(underWay);
  return next;
}

/** The longest sleep, within which the end of a run is noticed. */
const MAX_SLEEP_MS = 250;

/** A timer may fire up to a millisecond early because of rounding; the loop then checks again. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(MAX_SLEEP_MS, Math.max(0, ms)), undefined, { signal }).catch(() => {});
}
