import type { Migration } from './migration.ts';

export const cachedTokens: Migration = {
  number: 38,
  name: 'cached tokens',
  oldestProgram: 37,
  up: ({ int }) => [
    // Of an answer's input tokens those that its server read from a cache; null where it did not count them.
    `ALTER TABLE evaluation_samples ADD COLUMN cached_tokens ${int}`,
  ],
};
