import type { Migration } from './migration.ts';

export const keyLimits: Migration = {
  number: 26,
  name: 'key limits',
  oldestProgram: 22,
  up: ({ key, int, tail }) => [
    `CREATE TABLE request_windows (
      actor_id ${key} PRIMARY KEY,
      ends_at ${int} NOT NULL,
      leased ${int} NOT NULL
    )${tail}`,
    `CREATE TABLE open_streams (
      id ${key} PRIMARY KEY,
      actor_id ${key} NOT NULL,
      owner ${key} NOT NULL,
      ends_at ${int} NOT NULL
    )${tail}`,
    `CREATE INDEX open_streams_by_actor ON open_streams (actor_id)`,
    `CREATE INDEX open_streams_by_owner ON open_streams (owner)`,
  ],
};
