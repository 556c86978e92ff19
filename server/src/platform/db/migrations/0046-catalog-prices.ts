import type { Migration } from './migration.ts';

export const catalogPrices: Migration = {
  number: 46,
  name: 'catalog prices',
  oldestProgram: 45,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE catalog_prices (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      provider ${text} NOT NULL,
      model_id ${text} NOT NULL,
      price_json ${text} NOT NULL,
      set_by ${text} NOT NULL,
      set_at ${int} NOT NULL,
      ended_by ${text},
      ended_at ${int},
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
  ],
};
