import type { Migration } from './migration.ts';

export const turns: Migration = {
  number: 21,
  name: 'turns',
  up: ({ key, text, int, real, tail }) => [
    `CREATE TABLE evaluation_turns (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      unit ${int} NOT NULL,
      beginning ${int} NOT NULL,
      ordinal ${int} NOT NULL,
      kind ${text} NOT NULL,
      step_json ${text} NOT NULL,
      input_tokens ${int},
      output_tokens ${int},
      cost ${int},
      latency_ms ${real},
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, unit, beginning, ordinal)
    )${tail}`,
  ],
};
