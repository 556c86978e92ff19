import { createSlots } from '../../kernel/slots.ts';
import { openWorkerChannel, ownMemory } from '../../kernel/worker-channel.ts';
import { UnreadableRun } from './imported-run.ts';
import type { RunRequest, RunsRead } from './run-thread.ts';

/** Limit in processor time; files of 256 MB take less than a minute. */
const TIMEOUT_MS = 180_000;

export type RunReader = (
  groups: RunRequest['groups'],
) => Promise<Extract<RunsRead, { runs: unknown }>['runs']>;

/**
 * Reads files of other tools in its own thread, one import at a time. The bytes are transferred to the thread. Throws
 * `UnreadableRun` for files that cannot be read.
 */
export function createRunReader(): RunReader {
  const slots = createSlots(1);
  return (groups) =>
    slots.run(async () => {
      const thread = openWorkerChannel<RunRequest, RunsRead>(new URL('./run-thread.ts', import.meta.url), {
        name: 'imported runs',
        unref: true,
        transfer: ({ groups }) =>
          groups.flatMap(({ files }) => files.flatMap(({ bytes }) => ownMemory(bytes))),
        noAnswer: (reason) => {
          const cause = reason.why === 'died' ? (reason.cause as NodeJS.ErrnoException) : undefined;
          if (reason.why === 'timed_out' || cause?.code === 'ERR_WORKER_OUT_OF_MEMORY')
            return new UnreadableRun('The files take too much time or memory to read. Import fewer at once.');
          return cause ?? new Error('The worker thread that reads imported runs exited.');
        },
      });
      try {
        const read = await thread.call({ groups }, { timeoutMs: TIMEOUT_MS, ofProcessorTime: true });
        if ('unreadable' in read) throw new UnreadableRun(read.unreadable);
        return read.runs;
      } finally {
        void thread.terminate(new Error('The files are read.'));
      }
    });
}
