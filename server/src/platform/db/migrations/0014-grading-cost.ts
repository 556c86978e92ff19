import type { Migration } from './migration.ts';

export const gradingCost: Migration = {
  number: 14,
  name: 'grading-cost',
  up: ({ int }) => [`ALTER TABLE evaluation_samples ADD COLUMN grading_cost ${int}`],
};
