import type { Migration } from './migration.ts';

export const evaluationBatches: Migration = {
  number: 36,
  name: 'evaluation batches',
  oldestProgram: 33,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE evaluation_batches (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      id ${key} NOT NULL,
      target ${int} NOT NULL,
      round ${int} NOT NULL,
      attempt ${int} NOT NULL,
      state ${text} NOT NULL,
      remote_id ${text},
      units_json ${text} NOT NULL,
      requests ${int} NOT NULL,
      most_cost ${int} NOT NULL,
      sends ${int} NOT NULL,
      looks ${int} NOT NULL,
      done ${int} NOT NULL,
      problem ${text},
      due_at ${int} NOT NULL,
      expires_at ${int},
      created_at ${int} NOT NULL,
      sent_at ${int},
      ended_at ${int},
      PRIMARY KEY (workspace_id, evaluation_id, id)
    )${tail}`,
  ],
};
