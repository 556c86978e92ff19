import type { Migration } from './migration.ts';

export const ledger: Migration = {
  number: 9,
  name: 'ledger',
  up: ({ key, text, int, real, tail }) => [
    `CREATE INDEX evaluations_by_change ON evaluations (workspace_id, updated_at)`,
    `ALTER TABLE evaluations ADD COLUMN work ${text} NOT NULL DEFAULT 'ask'`,
    `ALTER TABLE evaluations ADD COLUMN round ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE evaluations ADD COLUMN run_facts_json ${text}`,
    // The id of a sample follows from its evaluation and unit.
    `ALTER TABLE evaluation_samples DROP COLUMN id`,
    `ALTER TABLE evaluation_samples ADD COLUMN verdict ${text}`,
    `ALTER TABLE evaluation_samples ADD COLUMN round ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE evaluation_samples ADD COLUMN request_key ${key}`,
    `ALTER TABLE evaluation_samples ADD COLUMN answer_of ${text}`,
    `UPDATE evaluation_samples SET verdict = CASE
      WHEN state = 'scored' AND score = 1 THEN 'right'
      WHEN state = 'scored' THEN 'wrong'
      WHEN state = 'answered' THEN NULL
      ELSE state END`,
    // Partial, so that a row enters each index once: when it is graded, and when its answer may be shared.
    `CREATE INDEX evaluation_samples_by_verdict
      ON evaluation_samples (workspace_id, evaluation_id, verdict, target, unit) WHERE verdict IS NOT NULL`,
    `CREATE INDEX evaluation_samples_by_request
      ON evaluation_samples (workspace_id, request_key, created_at) WHERE request_key IS NOT NULL`,
    `CREATE TABLE evaluation_labels (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      unit ${int} NOT NULL,
      id ${key} NOT NULL,
      criterion ${text} NOT NULL,
      score ${real} NOT NULL,
      note ${text},
      labelled_by ${text} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, unit, id)
    )${tail}`,
  ],
};
