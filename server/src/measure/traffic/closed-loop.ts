import { setTimeout as delay } from 'node:timers/promises';
import type { WindowClock } from './open-loop.ts';

export interface ClosedLoop {
  /** Users at a time; each waits for its answer before it goes on. */
  users: number;
  /** Requests of all users together, at most. */
  requests: number;
  /** No request is begun at or after this time. */
  untilMs: number;
  /** How long a user thinks after an answer. */
  thinkMs: number;
  now: WindowClock;
  /** Sends one request and says when it has ended; it never rejects. */
  send: (index: number, scheduledMs: number) => Promise<void>;
  signal: AbortSignal;
}

/** The rate of a closed loop, requests a second: users / (think time + latency). It falls as the server slows. */
export function closedLoopRps(users: number, thinkMs: number, latencyMs: number): number {
  return (users * 1000) / (thinkMs + latencyMs);
}

/**
 * A closed model: the rate is users / (think time + latency), so it falls as the server slows, which hides overload.
 * Resolves, when all have ended, with how many were sent.
 */
export async function runClosedLoop(loop: ClosedLoop): Promise<number> {
  const { users, requests, untilMs, thinkMs, now, send, signal } = loop;
  let next = 0;
  const mayGoOn = () => next < requests && now() < untilMs && !signal.aborted;
  async function user(): Promise<void> {
    // The clock may still be before 0: a window begins at a time that all its threads were told.
    if (now() < 0) await delay(-now(), undefined, { signal }).catch(() => {});
    while (mayGoOn()) {
      const index = next++;
      await send(index, now());
      const pause = Math.min(thinkMs, untilMs - now());
      if (pause > 0 && mayGoOn()) await delay(pause, undefined, { signal }).catch(() => {});
    }
  }
  await Promise.all(Array.from({ length: Math.min(users, requests) }, user));
  return next;
}
