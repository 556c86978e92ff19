import { openWorkerChannel, type WorkerChannel } from '../../../kernel/worker-channel.ts';
import type { ReadBlockRequest } from './import-thread.ts';
import type { BlockRead } from './read-block.ts';

export type ImportReader = ReturnType<typeof createImportReader>;

/** Time limit of a block of a few MB; only a maliciously slow text takes longer. */
const TIMEOUT_MS = 120_000;
/** The thread, which holds tables of telephone numbers, ends after this time without a block. */
const IDLE_MS = 10_000;

/** Reads parts of uploads in a worker thread that starts with the first part. */
export function createImportReader() {
  let thread: WorkerChannel<ReadBlockRequest, BlockRead> | null = null;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  return {
    /** Reads whole records in a thread, to which the bytes are transferred. */
    async read(request: ReadBlockRequest): Promise<BlockRead> {
      clearTimeout(idle);
      if (thread === null || thread.ended) thread = start();
      const own = thread;
      underWay++;
      try {
        return await own.call(request, { timeoutMs: TIMEOUT_MS, ofProcessorTime: true });
      } finally {
        underWay--;
        if (underWay === 0)
          idle = setTimeout(() => void own.terminate(new Error('Nothing is left to read.')), IDLE_MS).unref();
      }
    },
    async stop(): Promise<void> {
      clearTimeout(idle);
      await thread?.terminate(new Error('The service is stopping.'));
    },
  };
}

function start(): WorkerChannel<ReadBlockRequest, BlockRead> {
  return openWorkerChannel<ReadBlockRequest, BlockRead>(new URL('./import-thread.ts', import.meta.url), {
    name: 'imports',
    unref: true,
    transfer: ({ bytes }) => [bytes.buffer as ArrayBuffer],
    noAnswer: (reason) =>
      (reason.why === 'died' && reason.cause) || new Error('The import thread has ended.'),
  });
}
