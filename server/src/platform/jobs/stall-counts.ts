import { readFileSync } from 'node:fs';

/** What the thread and the main thread share: a count that the main loop moves on, and which jobs run. */
export interface SharedStallState {
  file: string;
  heldAfterMs: number;
  /** [0]: turns of the main loop so far, [1]: number of bytes of `jobs`. */
  state: Int32Array<SharedArrayBuffer>;
  /** JSON list of ids, written at once: a job may hold the process before a message is sent. */
  jobs: Uint8Array<SharedArrayBuffer>;
}

/** Counts by job, as the file has them. */
export function readStallCounts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
