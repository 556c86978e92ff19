import type { Migration } from './migration.ts';

export const keptChunks: Migration = {
  number: 13,
  name: 'kept-chunks',
  up: () => [
    'DROP INDEX chunks_by_id',
    // A chunk that a new reading finds unchanged keeps its id.
    'CREATE UNIQUE INDEX chunks_by_id ON chunks (workspace_id, id, generation)',
  ],
};
