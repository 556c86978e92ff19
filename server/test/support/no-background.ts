import type { Events } from '../../src/platform/events/events.ts';
import type { JobQueue } from '../../src/platform/jobs/jobs.ts';

/** For tests of what is written: no job runs, and nobody is told. */
export const NO_JOBS: JobQueue = { enqueue() {}, cancel() {} };
export const NO_EVENTS: Pick<Events, 'publish' | 'tell' | 'endWorkspace'> = {
  publish() {},
  tell() {},
  endWorkspace() {},
};
