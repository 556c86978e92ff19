import type { Migration } from './migration.ts';

export const embeddings: Migration = {
  number: 8,
  name: 'embeddings',
  up: ({ key, int, bytes, tail }) => [
    // Paid vectors: truth, unlike the index. One for a text, however many chunks have it.
    `CREATE TABLE embeddings (
      workspace_id ${key} NOT NULL,
      model ${key} NOT NULL,
      text_hash ${key} NOT NULL,
      vector ${bytes} NOT NULL,
      created_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, model, text_hash)
    )${tail}`,
  ],
};
