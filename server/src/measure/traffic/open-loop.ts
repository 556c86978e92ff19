import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds on a clock that only goes forward, 0 = the start of the window. */
export type WindowClock = () => number;

export interface OpenLoop {
  /** Intended times in ms, ascending, made before the start. */
  arrivals: Float64Array;
  now: WindowClock;
  /** Sends one request and says when it has ended; it never rejects. */
  send: (index: number, scheduledMs: number) => Promise<void>;
  /** Aborting it ends the sending; what is under way is the caller's to end. */
  signal: AbortSignal;
  /** Asked after every turn of sending; true ends it (over-saturation). */
  isOver?: () => boolean;
}

/**
 * Sends every request at its time, whatever became of those before it: the rate never falls because the server is
 * slow. Nothing is left out when we are late; how late is in the requests. Resolves, when all that were sent have
 * ended, with how many were sent.
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

/** The longest sleep: the end of a run that is over is seen within it. */
const MAX_SLEEP_MS = 250;

/** A timer fires up to a millisecond early where it is rounded down, and the loop then asks again. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(MAX_SLEEP_MS, Math.max(0, ms)), undefined, { signal }).catch(() => {});
}
