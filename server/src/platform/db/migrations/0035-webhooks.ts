import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  number: 35,
  name: 'webhooks',
  oldestProgram: 34,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE webhooks (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      name ${text} NOT NULL,
      url ${text} NOT NULL,
      events_json ${text} NOT NULL,
      status ${text} NOT NULL,
      status_reason ${text},
      secrets_json ${text} NOT NULL,
      failing_since ${int},
      revision ${int} NOT NULL,
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE TABLE webhook_deliveries (
      workspace_id ${key} NOT NULL,
      webhook_id ${key} NOT NULL,
      id ${key} NOT NULL,
      type ${text} NOT NULL,
      body ${text} NOT NULL,
      state ${text} NOT NULL,
      attempts ${int} NOT NULL,
      response_status ${int},
      error ${text},
      created_at ${int} NOT NULL,
      attempted_at ${int},
      next_attempt_at ${int},
      ended_at ${int},
      PRIMARY KEY (workspace_id, webhook_id, id)
    )${tail}`,
    'CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, webhook_id, next_attempt_at)',
  ],
};
