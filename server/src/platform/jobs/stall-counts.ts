import { readFileSync } from 'node:fs';

/** Memory shared by the thread and the main thread: a counter that the main loop increments, and the running jobs. */
export interface SharedStallState {
  file: string;
  heldAfterMs: number;
  /** [0]: turns of the main loop so far, [1]: number of bytes of `jobs`. */
  state: Int32Array<SharedArrayBuffer>;
  /** JSON list of job ids, in shared memory because a job may block the process before a message is sent. */
  jobs: Uint8Array<SharedArrayBuffer>;
}

/** The counts of stalls by job, as recorded in the file. */
export function readStallCounts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
