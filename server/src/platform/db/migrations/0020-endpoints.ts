import type { Migration } from './migration.ts';

export const endpoints: Migration = {
  number: 20,
  name: 'endpoints',
  up: ({ text }) => [`ALTER TABLE stacks ADD COLUMN endpoint_json ${text}`],
};
