import type { Migration } from './migration.ts';

export const judgements: Migration = {
  number: 11,
  name: 'judgements',
  up: ({ key, text, int, real, tail }) => [
    `ALTER TABLE evaluation_samples ADD COLUMN scores_json ${text}`,
    `CREATE TABLE evaluation_judgements (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      unit ${int} NOT NULL,
      judge ${int} NOT NULL,
      swapped ${int} NOT NULL,
      state ${text} NOT NULL,
      said_json ${text},
      reason ${text},
      message ${text},
      returned_model ${text},
      input_tokens ${int},
      output_tokens ${int},
      cost ${int},
      latency_ms ${real},
      attempts ${int} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, unit, judge, swapped)
    )${tail}`,
  ],
};
