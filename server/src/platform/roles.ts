interface RoleDuties {
  /** Whether it serves the API; otherwise it answers only liveness and readiness probes. */
  servesApi: boolean;
  /** The kinds of jobs that it runs. */
  runs: (kind: string) => boolean;
  /** Whether it periodically deletes what is no longer needed, and takes backups. */
  sweeps: boolean;
  /**
   * Whether it builds the search index of every workspace before it is ready, and applies changes of other processes.
   */
  keepsIndexes: boolean;
}

/** What each of several processes on a database does. */
export const ROLES = {
  all: { servesApi: true, runs: () => true, sweeps: true, keepsIndexes: false },
  api: { servesApi: true, runs: () => false, sweeps: false, keepsIndexes: true },
  worker: { servesApi: false, runs: () => true, sweeps: true, keepsIndexes: false },
  // It does nothing that would disturb its measurements: it reads no sources and writes no answers.
  load: {
    servesApi: false,
    runs: (kind: string) => kind.startsWith('evaluation.'),
    sweeps: false,
    keepsIndexes: false,
  },
} satisfies Record<string, RoleDuties>;

export type Role = keyof typeof ROLES;
