import type { Migration } from './migration.ts';

export const deletedEvaluations: Migration = {
  number: 27,
  name: 'deleted evaluations',
  oldestProgram: 23,
  // Each start looks for them: it read the whole table.
  up: () => [`CREATE INDEX evaluations_deleted ON evaluations (created_at) WHERE deleted_at IS NOT NULL`],
};
