import type { Migration } from './migration.ts';

export const indexSnapshots: Migration = {
  number: 29,
  name: 'index snapshots',
  oldestProgram: 23,
  up: ({ key, text, int, bytes, tail }) => [
    // Derived, like the files that they are copies of: no backup holds them.
    `CREATE TABLE index_snapshots (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      made_with ${text} NOT NULL,
      applied ${int} NOT NULL,
      parts ${int} NOT NULL,
      bytes ${int} NOT NULL,
      sha256 ${text},
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    // Those that were cut off, without reading all.
    `CREATE INDEX index_snapshots_begun ON index_snapshots (created_at) WHERE sha256 IS NULL`,
    `CREATE TABLE index_snapshot_parts (
      workspace_id ${key} NOT NULL,
      snapshot_id ${key} NOT NULL,
      part ${int} NOT NULL,
      bytes ${bytes} NOT NULL,
      PRIMARY KEY (workspace_id, snapshot_id, part)
    )${tail}`,
  ],
};
