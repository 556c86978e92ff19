import type { Migration } from './migration.ts';

export const approvals: Migration = {
  number: 16,
  name: 'approvals',
  up: ({ key, text, int, real, tail }) => [
    `ALTER TABLE api_keys ADD COLUMN is_agent ${int} NOT NULL DEFAULT 0`,
    `CREATE TABLE approvals (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      action ${text} NOT NULL,
      body_json ${text} NOT NULL,
      body_hash ${text} NOT NULL,
      meaning ${text},
      name ${text} NOT NULL,
      estimate_json ${text} NOT NULL,
      cap_usd ${real},
      asked_by ${key} NOT NULL,
      message_id ${key},
      status ${text} NOT NULL,
      created_at ${int} NOT NULL,
      expires_at ${int} NOT NULL,
      decided_by ${key},
      decided_at ${int},
      result_json ${text},
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE INDEX approvals_by_status ON approvals (workspace_id, status, expires_at)`,
  ],
};
