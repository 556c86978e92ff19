import type { Migration } from './migration.ts';

export const messages: Migration = {
  number: 4,
  name: 'messages',
  up: ({ key, text, int, tail }) => [
    // One row for a conversation: it numbers the messages, counts them, and forgets all of them at once.
    `CREATE TABLE conversations (
      workspace_id ${key} PRIMARY KEY,
      last_number ${int} NOT NULL,
      forgotten_through ${int} NOT NULL,
      message_count ${int} NOT NULL
    )${tail}`,
    `CREATE TABLE messages (
      workspace_id ${key} NOT NULL,
      number ${int} NOT NULL,
      id ${key} NOT NULL,
      role ${text} NOT NULL,
      content ${text} NOT NULL,
      agent_name ${text},
      status ${text} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, number)
    )${tail}`,
    `CREATE UNIQUE INDEX messages_by_id ON messages (workspace_id, id)`,
  ],
};
