import type { Migration } from './migration.ts';

export const askedBy: Migration = {
  number: 22,
  name: 'asked by',
  up: ({ key }) => [
    `ALTER TABLE messages ADD COLUMN asked_by ${key}`,
    // Few messages are being written at any time, so the index stays small.
    `CREATE INDEX messages_being_written ON messages (asked_by) WHERE status = 'streaming'`,
  ],
};
