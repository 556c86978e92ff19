import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { openWorkerChannel, ownMemory } from '../../../kernel/worker-channel.ts';
import { parseJsonBody } from './json-body.ts';
import type { JsonToRead, ReadJson, SentRefusal } from './json-thread.ts';

export type JsonReader = ReturnType<typeof createJsonReader>;

/** Smaller bodies are parsed on the main thread: within 5 ms, whatever they contain (`bench/stalls.ts JSON`). */
const READ_HERE_BYTES = 64_000;
/** Without a large body for this long, the thread is ended to free its memory. */
const IDLE_MS = 5_000;

export function createJsonReader(mostValues: number, log: Log) {
  const thread = openWorkerChannel<JsonToRead, ReadJson>(new URL('./json-thread.ts', import.meta.url), {
    name: 'json',
    log,
    restarts: true,
    unref: true,
    transfer: ({ bytes }) => ownMemory(bytes),
    noAnswer: ({ why }) => new AppError('not_ready', `The body could not be read (${why}); send it again.`),
    toError: ({ code, message, errors }: SentRefusal) => new AppError(code, message, { errors }),
  });
  let reading = 0;
  let idle: NodeJS.Timeout | undefined;

  return {
    /** `parseJsonBody`; large bodies are parsed in a thread, because 40 MB take a third of a second. */
    async read(bytes: Uint8Array, hashed: boolean): Promise<ReadJson> {
      if (bytes.length <= READ_HERE_BYTES) return { value: parseJsonBody(bytes, mostValues), hash: null };
      clearTimeout(idle);
      reading++;
      try {
        return await thread.call({ bytes, mostValues, hashed });
      } finally {
        if (--reading === 0) idle = setTimeout(() => void thread.terminate(null), IDLE_MS).unref();
      }
    },
    async stop(): Promise<void> {
      clearTimeout(idle);
      await thread.terminate(new AppError('not_ready', 'The service is stopping.'));
    },
  };
}
