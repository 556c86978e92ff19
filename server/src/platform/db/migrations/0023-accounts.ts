import type { Migration } from './migration.ts';

export const accounts: Migration = {
  number: 23,
  name: 'accounts',
  oldestProgram: 22,
  up: ({ key, text, tail }) => [
    `CREATE TABLE accounts (
      account ${key} PRIMARY KEY,
      revision ${key} NOT NULL,
      state_json ${text} NOT NULL
    )${tail}`,
  ],
};
