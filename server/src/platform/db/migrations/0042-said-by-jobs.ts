import type { Migration } from './migration.ts';

export const saidByJobs: Migration = {
  number: 42,
  name: 'said by jobs',
  oldestProgram: 41,
  up: ({ text }) => [
    // What a running job tells who enqueued it: a share of a window of load, what it sent. The table of shares stays for
    // the version before, and goes with the next one.
    `ALTER TABLE jobs ADD COLUMN said_json ${text}`,
  ],
};
