import type { Migration } from './migration.ts';

export const sources: Migration = {
  number: 5,
  name: 'sources',
  up: ({ key, text, int, bytes, tail }) => [
    // One row for a workspace: numbers the changes that the index follows, and counts the sources.
    `CREATE TABLE source_heads (
      workspace_id ${key} PRIMARY KEY,
      last_change ${int} NOT NULL,
      source_count ${int} NOT NULL
    )${tail}`,
    `CREATE TABLE sources (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      owner_id ${key} NOT NULL,
      type ${text} NOT NULL,
      url ${text},
      title ${text} NOT NULL,
      filename ${text},
      media_type ${text} NOT NULL,
      byte_size ${int} NOT NULL,
      content_hash ${key} NOT NULL,
      status ${text} NOT NULL,
      stage_json ${text},
      error_json ${text},
      classification ${text} NOT NULL,
      language ${text},
      holders ${int} NOT NULL,
      building ${int} NOT NULL,
      generation ${int} NOT NULL,
      chunk_count ${int} NOT NULL,
      change ${int},
      indexed_at ${int},
      revision ${int} NOT NULL,
      created_at ${int} NOT NULL,
      updated_at ${int} NOT NULL,
      deleted_at ${int},
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE UNIQUE INDEX sources_by_content ON sources (workspace_id, content_hash) WHERE owner_id = id AND holders > 0`,
    `CREATE INDEX sources_by_owner ON sources (workspace_id, owner_id, id)`,
    `CREATE UNIQUE INDEX sources_by_change ON sources (workspace_id, change)`,
    `CREATE INDEX sources_by_update ON sources (workspace_id, updated_at)`,
    `CREATE INDEX sources_deleted ON sources (deleted_at) WHERE deleted_at IS NOT NULL`,
    `CREATE TABLE source_uploads (
      workspace_id ${key} NOT NULL,
      id ${key} NOT NULL,
      touched_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )${tail}`,
    `CREATE TABLE source_originals (
      workspace_id ${key} NOT NULL,
      source_id ${key} NOT NULL,
      ordinal ${int} NOT NULL,
      bytes ${bytes} NOT NULL,
      PRIMARY KEY (workspace_id, source_id, ordinal)
    )${tail}`,
    `CREATE TABLE source_contents (
      workspace_id ${key} NOT NULL,
      source_id ${key} NOT NULL,
      generation ${int} NOT NULL,
      ordinal ${int} NOT NULL,
      text ${text} NOT NULL,
      PRIMARY KEY (workspace_id, source_id, generation, ordinal)
    )${tail}`,
    `CREATE TABLE chunks (
      workspace_id ${key} NOT NULL,
      source_id ${key} NOT NULL,
      generation ${int} NOT NULL,
      ordinal ${int} NOT NULL,
      id ${key} NOT NULL,
      start_at ${int} NOT NULL,
      end_at ${int} NOT NULL,
      text ${text} NOT NULL,
      heading_json ${text} NOT NULL,
      PRIMARY KEY (workspace_id, source_id, generation, ordinal)
    )${tail}`,
    `CREATE UNIQUE INDEX chunks_by_id ON chunks (workspace_id, id)`,
  ],
};
