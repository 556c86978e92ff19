import type { Migration } from './migration.ts';

export const answerParts: Migration = {
  number: 24,
  name: 'answer parts',
  oldestProgram: 23,
  up: ({ text }) => [`ALTER TABLE evaluation_samples ADD COLUMN answer_parts_json ${text}`],
};
