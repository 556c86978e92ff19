import type { Log } from '../../../kernel/log.ts';

/** SIGTERM and SIGINT, which ask the program to stop. */
export type StopSignals = ReturnType<typeof catchStopSignals>;

const STOPPED_WITHIN_MS = 10_000;

/**
 * Listens for SIGTERM and SIGINT for the rest of the process. The first one starts a time limit, after which the
 * process exits and names the step that stalled. Further ones are ignored: npm forwards a signal that the process
 * group already received, so a second one does not mean impatience.
 */
export function catchStopSignals(log: Log) {
  const first = Promise.withResolvers<void>();
  let isReceived = false;
  let stalled = 'the start';
  const onSignal = () => {
    if (isReceived) return;
    isReceived = true;
    setTimeout(() => {
      const open = process.getActiveResourcesInfo();
      log.error({ stalled, open }, `not stopped within ${STOPPED_WITHIN_MS / 1000} s; terminating`);
      process.exit(1);
    }, STOPPED_WITHIN_MS).unref();
    first.resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return {
    /** Resolves with the first signal. */
    first: first.promise,
    received: (): boolean => isReceived,
    /** Names the current step, for the message at the time limit. */
    nowStopping(step: string): void {
      stalled = step;
    },
  };
}
