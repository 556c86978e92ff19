import type { Migration } from './migration.ts';

export const modelProviders: Migration = {
  number: 44,
  name: 'model providers',
  oldestProgram: 43,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE model_providers (
      id ${key} NOT NULL PRIMARY KEY,
      name ${key} NOT NULL UNIQUE,
      kind ${text} NOT NULL,
      base_url ${text} NOT NULL,
      settings_json ${text} NOT NULL,
      wrapped_by ${text},
      wrapped_key ${text},
      sealed_key ${text},
      revision ${int} NOT NULL,
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL
    )${tail}`,
  ],
};
