import { setTimeout as delay } from 'node:timers/promises';
import type { WindowClock } from './open-loop.ts';

export interface ClosedLoop {
  /** Number of users; each waits for its response before it continues. */
  users: number;
  /** Maximum number of requests of all users together. */
  requests: number;
  /** No request is started at or after this time. */
  untilMs: number;
  /** How long a user thinks after a response. */
  thinkMs: number;
  now: WindowClock;
  /** Sends one request and resolves when it has ended; never rejects. */
  send: (index: number, scheduledMs: number) => Promise<void>;
  signal: AbortSignal;
}

/**
 * The rate of a closed loop in requests a second: users / (think time + latency). It decreases when the server slows
 * down.
 */
export function closedLoopRps(users: number, thinkMs: number, latencyMs: number): number {
  return (users * 1000) / (thinkMs + latencyMs);
}

/**
 * A closed loop: its rate is users / (think time + latency), so it decreases when the server slows down, which hides
 * overload. Resolves when all requests have ended, to the number of requests sent.
 */
export async function runClosedLoop(loop: ClosedLoop): Promise<number> {
  const { users, requests, untilMs, thinkMs, now, send, signal } = loop;
  let next = 0;
  const mayGoOn = () => next < requests && now() < untilMs && !signal.aborted;
  async function user(): Promise<void> {
    // The clock may still be before 0, because a window begins at a time that all its threads were given.
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
