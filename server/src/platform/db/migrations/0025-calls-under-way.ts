import type { Migration } from './migration.ts';

export const callsUnderWay: Migration = {
  number: 25,
  name: 'calls under way',
  oldestProgram: 24,
  up: ({ int }) => [
    `ALTER TABLE evaluations ADD COLUMN calls_under_way ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE evaluations ADD COLUMN calls_cut_off ${int} NOT NULL DEFAULT 0`,
  ],
};
