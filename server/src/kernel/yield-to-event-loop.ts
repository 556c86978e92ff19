import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

/**
 * For long work in many steps on the main loop: call this between steps. It resolves at once, or after a turn of the
 * event loop if a time slice was used since the last turn. So requests wait for one step and not for all.
 */
export function createYieldToEventLoop(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
