import { AppError } from '../../../kernel/errors.ts';

/** Tracks work that must end before something is closed. */
export function createClosable() {
  const idle = Promise.withResolvers<void>();
  let running = 0;
  let closing: Promise<void> | null = null;

  return {
    /** Runs `work`. Throws `storage_unavailable` after `close` was called. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (closing) throw new AppError('storage_unavailable', 'The service is stopping.', { retryAfter: 1 });
      running++;
      try {
        return await work();
      } finally {
        if (--running === 0 && closing) idle.resolve();
      }
    },
    /** Refuses later work, waits for running work, then runs `end`; only once, however often it is called. */
    close(end: () => Promise<void>): Promise<void> {
      closing ??= (running === 0 ? Promise.resolve() : idle.promise).then(end);
      return closing;
    },
  };
}
