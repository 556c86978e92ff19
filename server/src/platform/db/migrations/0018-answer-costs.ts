import type { Migration } from './migration.ts';

export const answerCosts: Migration = {
  number: 18,
  name: 'answer costs',
  up: ({ key, int, real, tail }) => [
    `CREATE TABLE answer_costs (
      id ${key} NOT NULL,
      actor_id ${key} NOT NULL,
      at ${int} NOT NULL,
      cost_usd ${real} NOT NULL,
      PRIMARY KEY (id)
    )${tail}`,
    `CREATE INDEX answer_costs_by_time ON answer_costs (at, actor_id, cost_usd)`,
  ],
};
