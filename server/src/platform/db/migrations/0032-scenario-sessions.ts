import type { Migration } from './migration.ts';

export const scenarioSessions: Migration = {
  number: 32,
  name: 'scenario sessions',
  oldestProgram: 31,
  up: ({ text }) => [
    `ALTER TABLE scenarios ADD COLUMN session_requirements_json ${text} NOT NULL DEFAULT '{}'`,
  ],
};
