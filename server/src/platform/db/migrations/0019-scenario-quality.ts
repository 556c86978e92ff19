import type { Migration } from './migration.ts';

export const scenarioQuality: Migration = {
  number: 19,
  name: 'scenario-quality',
  up: ({ text }) => [`ALTER TABLE scenarios ADD COLUMN quality_json ${text} NOT NULL DEFAULT '[]'`],
};
