import type { Migration } from './migration.ts';

export const stackRetrieval: Migration = {
  number: 30,
  name: 'stack retrieval',
  oldestProgram: 29,
  up: ({ text }) => [`ALTER TABLE stacks ADD COLUMN retrieval_json ${text}`],
};
