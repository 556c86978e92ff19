interface RoleDuties {
  /** Otherwise it answers only whether it lives and is ready. */
  servesApi: boolean;
  /** Which kinds of jobs. */
  runs: (kind: string) => boolean;
  /** Periodically deletes what is no longer needed, and takes backups. */
  sweeps: boolean;
  /** Makes the search index of every workspace before it is ready, and keeps it up with what others add. */
  keepsIndexes: boolean;
}

/** What each of several processes on a database does. */
export const ROLES = {
  all: { servesApi: true, runs: () => true, sweeps: true, keepsIndexes: false },
  api: { servesApi: true, runs: () => false, sweeps: false, keepsIndexes: true },
  worker: { servesApi: false, runs: () => true, sweeps: true, keepsIndexes: false },
  // Beside what it measures it does nothing that would disturb it: no reading of sources, no answers.
  load: {
    servesApi: false,
    runs: (kind: string) => kind.startsWith('evaluation.'),
    sweeps: false,
    keepsIndexes: false,
  },
} satisfies Record<string, RoleDuties>;

export type Role = keyof typeof ROLES;
