import { DEFAULT_RETRY_POLICY } from '../../../models/models.ts';
import type { Plan } from '../plan/plan.ts';

const TICK_MS = 20_000;
/**
 * Allowance for work without a deadline of its own: waiting for space on a full disk, reading, and computing results.
 */
const EXTRA_GAP_MS = 180_000;

/**
 * Maximum time of a run without a call that ends: a whole request, or the longest pause that a server may request.
 */
export function maxGapMs({ methodology }: Plan): number {
  return methodology.request_timeout_ms + 1.1 * DEFAULT_RETRY_POLICY.maxRetryAfterMs + EXTRA_GAP_MS;
}

/**
 * Sends heartbeats of a run to the watchdog of jobs at regular intervals, but only while `active` was called within
 * the last `silenceMs`. The watchdog then notices a run that hangs.
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
