import { DEFAULT_RETRY_POLICY } from '../../../models/models.ts';
import type { Plan } from '../plan/plan.ts';

const TICK_MS = 20_000;
/** For what has no deadline of its own: waiting for room on a full disk, reading and working out results. */
const EXTRA_GAP_MS = 180_000;

/** The longest a run may go without a call that ends: a whole request, or the longest pause a server may ask for. */
export function maxGapMs({ methodology }: Plan): number {
  return methodology.request_timeout_ms + 1.1 * DEFAULT_RETRY_POLICY.maxRetryAfterMs + EXTRA_GAP_MS;
}

/**
 * Tells the watchdog of jobs that a run is alive: at regular intervals, but only while `active` was called within
 * the last `silenceMs`. A run that hangs falls silent, and is found to be stalled.
 */
export function createHeartbeat(heartbeat: () => void, silenceMs: number) {
  const most = Math.ceil(silenceMs / TICK_MS);
  let silent = 0;
  const timer = setInterval(() => {
    if (silent++ < most) heartbeat();
  }, TICK_MS);
  return {
    active() {
      silent = 0;
    },
    stop: () => clearInterval(timer),
  };
}
