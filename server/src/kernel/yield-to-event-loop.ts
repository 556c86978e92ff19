import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * For work in many steps on the main loop: called between them, it resolves at once, or after a turn of the loop when
 * more than a slice of time was used since the last one. So requests wait for one step and not for all.
 */
export function createYieldToEventLoop(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
