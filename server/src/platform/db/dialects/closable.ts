import { AppError } from '../../../kernel/errors.ts';

/** Work that must have ended before something is closed. */
export interface Closable {
  /** Runs `work` unless `close` was called. Throws `storage_unavailable` then. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses what comes later, waits for what runs, then runs `end`; once, however often called. */
  close(end: () => Promise<void>): Promise<void>;
}

export function createClosable(): Closable {
  const idle = Promise.withResolvers<void>();
  let running = 0;
  let closing: Promise<void> | null = null;

  return {
    async run(work) {
      if (closing) throw new AppError('storage_unavailable', 'The service is stopping.', { retryAfter: 1 });
      running++;
      try {
        return await work();
      } finally {
        if (--running === 0 && closing) idle.resolve();
      }
    },
    close(end) {
      closing ??= (running === 0 ? Promise.resolve() : idle.promise).then(end);
      return closing;
    },
  };
}
