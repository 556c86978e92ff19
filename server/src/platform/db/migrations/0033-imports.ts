import type { Migration } from './migration.ts';

export const imports: Migration = {
  number: 33,
  name: 'imports',
  oldestProgram: 29,
  up: ({ key, text, int, tail }) => [
    `CREATE TABLE imports (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      name ${text} NOT NULL,
      status ${text} NOT NULL,
      settings_json ${text} NOT NULL,
      state_json ${text} NOT NULL,
      salt ${text},
      received_bytes ${int} NOT NULL,
      error_json ${text},
      sources_json ${text} NOT NULL,
      result_json ${text},
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE TABLE import_calls (
      workspace_id ${key} NOT NULL,
      import_id ${key} NOT NULL,
      ordinal ${int} NOT NULL,
      hash ${key} NOT NULL,
      repeated ${int} NOT NULL,
      session ${key} NOT NULL,
      has_session ${int} NOT NULL,
      model ${text},
      route ${text},
      at_us ${int} NOT NULL,
      duration_us ${int},
      input_tokens ${int},
      output_tokens ${int},
      cached_tokens ${int},
      characters ${int} NOT NULL,
      failed ${int} NOT NULL,
      chain_json ${text} NOT NULL,
      answer ${text},
      content_json ${text} NOT NULL,
      PRIMARY KEY (workspace_id, import_id, ordinal)
    )${tail}`,
    // Equal requests; and sessions one after the other, each in the order of time.
    `CREATE INDEX import_calls_by_hash ON import_calls (workspace_id, import_id, hash)`,
    `CREATE INDEX import_calls_by_session ON import_calls (workspace_id, import_id, session, at_us, ordinal)`,
  ],
};
