import { rmSync, writeFileSync } from 'node:fs';
import { openWorkerChannel, type WorkerChannel } from '../../kernel/worker-channel.ts';
import { readStallCounts, type SharedStallState } from './stall-counts.ts';

/** Records which jobs were running when the process stalled, also if it is then killed. */
export type StallWatch = ReturnType<typeof createStallWatch>;

const HELD_AFTER_MS = 15_000;
const MAX_JOBS_BYTES = 64 * 1024;

/**
 * A thread checks whether the main loop still turns. While it is blocked, the main thread could not name the job that
 * blocks it and does not react to the signal that ends the process. So the thread writes the running jobs to `file`.
 */
export function createStallWatch(file: string, heldAfterMs = HELD_AFTER_MS) {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const jobs = new Uint8Array(new SharedArrayBuffer(MAX_JOBS_BYTES));
  const running = new Set<string>();
  const workerData: SharedStallState = { file, heldAfterMs, state, jobs };
  let thread: WorkerChannel<never, never> | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    timer = setInterval(() => Atomics.add(state, 0, 1), heldAfterMs / 30).unref();
    thread = openWorkerChannel(new URL('./stall-thread.ts', import.meta.url), {
      name: 'stall-watch',
      workerData,
      unref: true,
      noAnswer: ({ why }) => new Error(`The stall watch ended (${why}).`),
    });
  }

  function share(): void {
    const bytes = Buffer.from(JSON.stringify([...running]));
    if (bytes.length > MAX_JOBS_BYTES) return;
    jobs.set(bytes);
    Atomics.store(state, 1, bytes.length);
  }

  return {
    /** Number of stalls of the process while this job ran. */
    timesOf: (id: string): number => readStallCounts(file)[id] ?? 0,
    began(id: string): void {
      if (thread === null) start();
      running.add(id);
      share();
    },
    /** `isOver`: it will not run again. */
    ended(id: string, isOver: boolean): void {
      running.delete(id);
      share();
      const counts = readStallCounts(file);
      if (!isOver || counts[id] === undefined) return;
      delete counts[id];
      if (Object.keys(counts).length === 0) rmSync(file, { force: true });
      else writeFileSync(file, JSON.stringify(counts));
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await thread?.terminate(null);
    },
  };
}
