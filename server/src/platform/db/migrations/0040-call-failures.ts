import type { Migration } from './migration.ts';

export const callFailures: Migration = {
  number: 40,
  name: 'call failures',
  oldestProgram: 39,
  up: ({ text }) => [`ALTER TABLE evaluation_samples ADD COLUMN failure_json ${text}`],
};
