import type { Migration } from './migration.ts';

export const series: Migration = {
  number: 34,
  name: 'series',
  oldestProgram: 33,
  up: ({ key, text, int, real, tail }) => [
    `CREATE TABLE series (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      name ${text} NOT NULL,
      description ${text},
      evaluation_json ${text} NOT NULL,
      schedule_json ${text},
      items ${text} NOT NULL,
      missed ${text} NOT NULL,
      max_cost_usd_per_month ${real},
      margins_json ${text} NOT NULL,
      status ${text} NOT NULL,
      next_due_at ${int},
      running ${key},
      reference ${key},
      looks ${int} NOT NULL,
      monitors_json ${text},
      revision ${int} NOT NULL,
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE TABLE series_looks (
      workspace_id ${key} NOT NULL,
      series_id ${key} NOT NULL,
      id ${key} NOT NULL,
      number ${int},
      state ${text} NOT NULL,
      reason ${text},
      due_at ${int},
      evaluation_id ${key},
      cost_usd ${real},
      shown_json ${text},
      identity_json ${text},
      created_at ${int} NOT NULL,
      ended_at ${int},
      PRIMARY KEY (workspace_id, series_id, id)
    )${tail}`,
  ],
};
