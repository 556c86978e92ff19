import type { Migration } from './migration.ts';

export const jobs: Migration = {
  number: 3,
  name: 'jobs',
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE jobs (
      id ${key} PRIMARY KEY,
      kind ${key} NOT NULL,
      key ${key} NOT NULL,
      workspace_id ${key},
      payload_json ${text} NOT NULL,
      due_at ${int} NOT NULL,
      owner ${key},
      fence ${int} NOT NULL,
      attempts ${int} NOT NULL,
      lapses ${int} NOT NULL,
      again ${int} NOT NULL,
      error_json ${text},
      failed_at ${int},
      created_at ${int} NOT NULL
    )${tail}`,
    `CREATE UNIQUE INDEX jobs_unfinished ON jobs (kind, key) WHERE failed_at IS NULL`,
    `CREATE INDEX jobs_due ON jobs (kind, due_at) WHERE failed_at IS NULL`,
    `CREATE INDEX jobs_by_workspace ON jobs (workspace_id)`,
    `CREATE INDEX jobs_by_owner ON jobs (owner) WHERE owner IS NOT NULL`,
    `CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at IS NOT NULL`,
  ],
};
