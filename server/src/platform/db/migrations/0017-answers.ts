import type { Migration } from './migration.ts';

export const answers: Migration = {
  number: 17,
  name: 'answers',
  up: ({ key, text, int, tail }) => [
    `ALTER TABLE messages ADD COLUMN reply_to ${key}`,
    `ALTER TABLE messages ADD COLUMN answer_id ${key}`,
    // 1 once an agent has begun: it never begins a second time.
    `ALTER TABLE messages ADD COLUMN is_begun ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE messages ADD COLUMN pinned ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE messages ADD COLUMN revision ${int} NOT NULL DEFAULT 1`,
    `ALTER TABLE messages ADD COLUMN citations_json ${text}`,
    `ALTER TABLE messages ADD COLUMN made_json ${text}`,
    `ALTER TABLE messages ADD COLUMN usage_json ${text}`,
    `ALTER TABLE messages ADD COLUMN error_json ${text}`,
    `CREATE TABLE message_steps (
      workspace_id ${key} NOT NULL,
      message_id ${key} NOT NULL,
      ordinal ${int} NOT NULL,
      step_json ${text} NOT NULL,
      PRIMARY KEY (workspace_id, message_id, ordinal)
    )${tail}`,
  ],
};
