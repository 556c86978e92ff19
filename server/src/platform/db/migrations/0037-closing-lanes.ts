import type { Migration } from './migration.ts';

export const closingLanes: Migration = {
  number: 37,
  name: 'closing lanes',
  oldestProgram: 36,
  up: ({ int }) => [
    // 1 = no further unit is begun: the evaluation is to be divided anew. The version before asks such a lane to its end.
    `ALTER TABLE evaluation_lanes ADD COLUMN closing ${int} NOT NULL DEFAULT 0`,
  ],
};
