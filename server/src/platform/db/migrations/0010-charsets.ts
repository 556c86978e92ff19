import type { Migration } from './migration.ts';

export const charsets: Migration = {
  number: 10,
  name: 'charsets',
  up: ({ text }) => [
    `ALTER TABLE sources ADD COLUMN charset ${text}`,
    // Until now a text was read as UTF-8 or not at all.
    `UPDATE sources SET charset = 'utf-8' WHERE type = 'text' AND generation > 0`,
  ],
};
