import type { Migration } from './migration.ts';

export const datasetVersions: Migration = {
  number: 45,
  name: 'dataset versions',
  oldestProgram: 41,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE dataset_versions (
      workspace_id ${key} NOT NULL,
      source_id ${key} NOT NULL,
      number ${int} NOT NULL,
      version ${key} NOT NULL,
      row_count ${int} NOT NULL,
      added ${int} NOT NULL,
      edited ${int} NOT NULL,
      removed ${int} NOT NULL,
      blocks_json ${text},
      created_by ${text},
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, source_id, number)
    )${tail}`,
    `CREATE TABLE dataset_blocks (
      workspace_id ${key} NOT NULL,
      source_id ${key} NOT NULL,
      hash ${key} NOT NULL,
      text ${text} NOT NULL,
      PRIMARY KEY (workspace_id, source_id, hash)
    )${tail}`,
  ],
};
