import type { Migration } from './migration.ts';

export const leftOut: Migration = {
  number: 41,
  name: 'left out',
  oldestProgram: 39,
  up: ({ text }) => [`ALTER TABLE sources ADD COLUMN left_out_json ${text}`],
};
