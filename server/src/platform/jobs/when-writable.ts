import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { waitUnlessAborted } from './job-runner.ts';

/**
 * Runs work that writes. Resolves after the first attempt; while the storage is not writable (a full disk), retries
 * every `retryMs` until it succeeds or until `stopped`. Any other failure of the first attempt is thrown.
 */
export function createWhenWritable(log: Log, retryMs: number, stopped: AbortSignal) {
  return whenWritable;

  async function whenWritable(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      if (!isStorageFailure(err)) throw err;
      log.warn({ err }, `${what}: postponed until the storage can write`);
      void tryAgain(what, work);
    }
  }

  async function tryAgain(what: string, work: () => Promise<unknown>): Promise<void> {
    await waitUnlessAborted(retryMs, stopped);
    if (stopped.aborted) return;
    await whenWritable(what, work).catch((err) => log.error({ err }, what));
  }
}

const isStorageFailure = (error: unknown) =>
  error instanceof AppError && (error.code === 'storage_full' || error.code === 'storage_unavailable');
