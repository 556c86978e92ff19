import type { Migration } from './migration.ts';

export const lanes: Migration = {
  number: 28,
  name: 'lanes',
  oldestProgram: 23,
  up: ({ key, text, int, real, tail }) => [
    `CREATE TABLE evaluation_lanes (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      lane ${int} NOT NULL,
      of_lanes ${int} NOT NULL,
      evaluation_fence ${int} NOT NULL,
      fence ${int} NOT NULL,
      ended ${int} NOT NULL,
      done ${int} NOT NULL,
      calls_under_way ${int} NOT NULL,
      calls_cut_off ${int} NOT NULL,
      leased ${real} NOT NULL,
      spent ${real} NOT NULL,
      paid_calls ${int} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, lane)
    )${tail}`,
    `ALTER TABLE evaluations ADD COLUMN lane_budget ${real}`,
    `CREATE TABLE workers (
      owner ${key} PRIMARY KEY,
      kinds_json ${text} NOT NULL,
      seen_at ${int} NOT NULL
    )${tail}`,
    `CREATE INDEX workers_by_time ON workers (seen_at)`,
  ],
};
