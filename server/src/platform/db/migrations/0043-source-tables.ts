import type { Migration } from './migration.ts';

export const sourceTables: Migration = {
  number: 43,
  name: 'source tables',
  oldestProgram: 41,
  up: ({ text }) => [`ALTER TABLE sources ADD COLUMN table_json ${text}`],
};
