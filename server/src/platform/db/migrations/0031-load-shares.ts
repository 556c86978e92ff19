import type { Migration } from './migration.ts';

export const loadShares: Migration = {
  number: 31,
  name: 'load shares',
  oldestProgram: 23,
  up: ({ key, text, int, real, tail }) => [
    // While several processes send a window of load together: the share of each and its outcome.
    `CREATE TABLE load_shares (
      workspace_id ${key} NOT NULL,
      evaluation_id ${key} NOT NULL,
      share ${int} NOT NULL,
      window_id ${key} NOT NULL,
      evaluation_fence ${int} NOT NULL,
      state ${text} NOT NULL,
      owner ${text},
      start_at ${int},
      clock_offset_ms ${real},
      clock_uncertainty_ms ${real},
      contaminated ${int} NOT NULL,
      spent_json ${text},
      record_json ${text},
      problem ${text},
      seen_at ${int} NOT NULL,
      PRIMARY KEY (workspace_id, evaluation_id, share)
    )${tail}`,
  ],
};
