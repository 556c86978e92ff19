import type { Migration } from './migration.ts';

export const gradeDetails: Migration = {
  number: 15,
  name: 'grade-details',
  up: ({ real, text }) => [
    `ALTER TABLE evaluation_samples ADD COLUMN reference_grade ${real}`,
    `ALTER TABLE evaluation_samples ADD COLUMN details_json ${text}`,
  ],
};
