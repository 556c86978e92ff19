import type { Migration } from './migration.ts';

export const readings: Migration = {
  number: 7,
  name: 'readings',
  up: ({ key, text, int }) => [
    // What makes two sources the same: for uploads type and bytes, for the others type and address.
    `ALTER TABLE sources ADD COLUMN identity ${key} NOT NULL DEFAULT ''`,
    `UPDATE sources SET identity = 'text:' || content_hash`,
    `ALTER TABLE sources ADD COLUMN is_titled ${int} NOT NULL DEFAULT 1`,
    `DROP INDEX sources_by_content`,
    `CREATE UNIQUE INDEX sources_by_identity ON sources (workspace_id, identity) WHERE owner_id = id AND holders > 0`,
    `ALTER TABLE chunks ADD COLUMN place_json ${text}`,
    `ALTER TABLE chunks ADD COLUMN url ${text}`,
  ],
};
