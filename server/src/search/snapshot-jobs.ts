import type { Database } from '../db/db.ts';
import { type Jobs, RetryAfter } from '../jobs/jobs.ts';
import type { Log } from '../kernel/log.ts';
import type { SearchEngine, Snapshots } from './search-contract.ts';

interface SnapshotJobsOptions {
  db: Database;
  jobs: Jobs;
  /** Null where no other node has an index. */
  snapshots: SearchEngine['snapshots'];
  log: Log;
}

const KIND = 'search.snapshot';
const LOOK_EVERY_MS = 60_000;
const WALKED_AT_ONCE = 50;
const HEARTBEAT_MS = 10_000;
const UNTRAINED_MS = 15_000;
const BUSY_MS = 2000;

/**
 * Writes snapshots of search indexes where several processes share a database: one job a workspace, asked for when it
 * had no change for a minute, and at the start.
 */
export function defineSnapshotJobs({ db, jobs, snapshots, log }: SnapshotJobsOptions) {
  /** Workspaces that changed, and their last change at the last look. */
  const changed = new Map<string, number>();
  let walkedTo: string | null = '';
  let timer: NodeJS.Timeout | undefined;

  jobs.define<{ workspaceId: string }>(KIND, {
    // A copy may take minutes: the file of a large workspace is copied and compressed.
    async run({ payload: { workspaceId } }, { signal, heartbeat }) {
      if (snapshots === null || !(await snapshots.isDue(workspaceId))) return;
      const beat = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        const outcome = await snapshots.write(workspaceId, signal);
        if (outcome === 'untrained') throw new RetryAfter(UNTRAINED_MS, 'No model is trained yet.');
        if (outcome === 'busy') throw new RetryAfter(BUSY_MS, 'A change is being indexed.');
      } finally {
        clearInterval(beat);
      }
    },
  });

  async function ask(of: Snapshots, workspaceId: string): Promise<void> {
    if (!(await of.isDue(workspaceId))) return;
    const job = { kind: KIND, workspaceId, key: workspaceId, payload: { workspaceId } };
    await db.write((batch) => jobs.enqueue(batch, job));
  }

  /** Asks for those that had no change since the last look. */
  async function look(of: Snapshots): Promise<void> {
    for (const [workspaceId, before] of [...changed]) {
      const last = await of.lastChange(workspaceId);
      changed.set(workspaceId, last);
      if (last !== before) continue;
      changed.delete(workspaceId);
      await ask(of, workspaceId);
    }
  }

  /** Once through all workspaces, some at each look: what nobody asked for, because its process was killed, say. */
  async function walk(of: Snapshots): Promise<void> {
    if (walkedTo === null) return;
    const some = await of.workspacesAfter(walkedTo, WALKED_AT_ONCE);
    for (const workspaceId of some) if (!changed.has(workspaceId)) await ask(of, workspaceId);
    walkedTo = some.at(-1) ?? null;
    if (walkedTo === null) await of.sweep();
  }

  return {
    changed(workspaceId: string): void {
      if (snapshots !== null && !changed.has(workspaceId)) changed.set(workspaceId, -1);
    },
    start(): void {
      if (snapshots === null) return;
      const turn = () =>
        look(snapshots)
          .then(() => walk(snapshots))
          .catch((err) => log.warn({ err }, 'snapshots of search indexes could not be looked for'));
      void turn();
      timer = setInterval(turn, LOOK_EVERY_MS);
    },
    stop: () => clearInterval(timer),
  };
}
