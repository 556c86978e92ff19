import type { Migration } from './migration.ts';

export const events: Migration = {
  number: 12,
  name: 'events',
  up: ({ key, text, int, tail }) => [
    // What was deleted leaves no row that another process could find: it is told of by these, for a few minutes.
    `CREATE TABLE events (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      type ${text} NOT NULL,
      resource_id ${key} NOT NULL,
      data_json ${text} NOT NULL,
      told_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE INDEX events_by_time ON events (told_at)`,
  ],
};
