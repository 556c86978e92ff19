import type { Migration } from './migration.ts';

export const gradedBy: Migration = {
  number: 39,
  name: 'graded by',
  oldestProgram: 37,
  up: ({ text }) => [`ALTER TABLE evaluation_samples ADD COLUMN graded_by_json ${text}`],
};
