/** Which time limit ended a call. */
export type PassedLimit = 'deadline' | 'stalled';

export type Deadline = ReturnType<typeof startDeadline>;

/** One abort controller for all reasons to abort a call; times in ms. */
export function startDeadline(timeoutMs: number, idleTimeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let why: PassedLimit | null = null;
  let touchedAt = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const giveUp = (reason: PassedLimit) => {
    why = reason;
    controller.abort();
  };
  // Checks again instead of restarting the timer at each touch: a stream touches it thousands of times.
  const look = () => {
    const left = touchedAt + idleTimeoutMs - performance.now();
    if (left <= 0) giveUp('stalled');
    else idle = setTimeout(look, Math.ceil(left));
  };
  const onAbort = () => controller.abort();
  const total = setTimeout(giveUp, timeoutMs, 'deadline');
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    /** Aborted by the caller's signal or by a time limit. */
    signal: controller.signal,
    /** Which of our own time limits was exceeded; null if none was. */
    passed: (): PassedLimit | null => why,
    /** Data arrived: restarts the idle limit, which does not run before the first call. */
    touch(): void {
      touchedAt = performance.now();
      idle ??= setTimeout(look, idleTimeoutMs);
    },
    /** Stops the timers and detaches from the caller's signal. */
    clear(): void {
      clearTimeout(total);
      clearTimeout(idle);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}
