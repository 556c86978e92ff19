import type { Migration } from './migration.ts';

export const access: Migration = {
  number: 1,
  name: 'access',
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE health (id ${int} PRIMARY KEY, written_at ${int} NOT NULL)${tail}`,
    `CREATE TABLE api_keys (
      id ${key} PRIMARY KEY,
      name ${text} NOT NULL,
      role ${text} NOT NULL,
      workspaces_json ${text},
      hash ${key} NOT NULL UNIQUE,
      created_at ${int} NOT NULL,
      revoked_at ${int}
    )${tail}`,
    `CREATE TABLE sessions (
      hash ${key} PRIMARY KEY,
      key_id ${key} NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
      created_at ${int} NOT NULL,
      expires_at ${int} NOT NULL
    )${tail}`,
    `CREATE INDEX sessions_by_expiry ON sessions (expires_at)`,
    `CREATE TABLE idempotency_keys (
      workspace_id ${key} NOT NULL,
      actor_id ${key} NOT NULL,
      route ${key} NOT NULL,
      key ${key} NOT NULL,
      body_hash ${text} NOT NULL,
      status ${int} NOT NULL,
      location ${text} NOT NULL,
      body ${text} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, actor_id, route, key)
    )${tail}`,
    `CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)`,
  ],
};
