import { isOwnerProcessGone } from '../../kernel/process-owner.ts';
import type { Database } from '../db/db.ts';
import type { RunningJob } from './job-runner.ts';
import {
  deleteFailedJobs,
  deleteWorkers,
  endLeases,
  extendLeases,
  findJobsLeasedBy,
  listLeaseOwners,
  readWorkers,
  storeWorkerHeartbeat,
} from './job-store.ts';

interface LeaseOptions {
  db: Database;
  /** The name of this process. */
  owner: string;
  leaseMs: number;
  /** The jobs that this process runs, by id. */
  active: ReadonlyMap<string, RunningJob>;
  stopped: AbortSignal;
  /** Hears that jobs of dead processes are free again. */
  freed(): void;
}

const FAILED_KEPT_MS = 7 * 24 * 3_600_000;
/** How long the row of a process without heartbeats is kept. */
const FORGET_MS = 3_600_000;
/** The maximum number of processes that are counted. */
const MAX_WORKERS = 200;
const SWEEP_ROWS = 200;

/** The leases of this process and of others: kept, lost and taken over. */
export function createLeases({ db, owner, leaseMs, active, stopped, freed }: LeaseOptions) {
  return { keepLeases, abortTakenBack, takeOver, storeHeartbeat, liveWorkers, sweep };

  /** Renews the leases of the running jobs; a job that this process no longer leases is aborted. */
  async function keepLeases(): Promise<void> {
    if (active.size === 0) return;
    const leased = [...active.values()];
    let kept: ReturnType<typeof extendLeases> | undefined;
    await db.write((batch) => {
      const ids = leased.map(({ row }) => row.id);
      kept = extendLeases(batch, { owner, ids, leaseMs, time: db.time });
    });
    abortLost(leased, kept?.rows ?? []);
  }

  /** Aborts jobs that another process has deleted, in case its notification was lost. */
  async function abortTakenBack(): Promise<void> {
    if (active.size === 0) return;
    const leased = [...active.values()];
    abortLost(leased, await findJobsLeasedBy(db, owner));
  }

  function abortLost(leased: readonly RunningJob[], kept: readonly { id: string; fence: number }[]): void {
    const fences = new Map(kept.map(({ id, fence }) => [id, fence]));
    for (const { row, abort } of leased) {
      if (fences.get(row.id) !== row.fence) abort('lease_lost');
    }
  }

  /** Ends the leases of dead processes, so that their jobs continue at once; `freed` hears of it. */
  async function takeOver(): Promise<void> {
    const others = (await listLeaseOwners(db, MAX_WORKERS)).filter((other) => other !== owner);
    // On the embedded database, the lock on the data directory proves that all other lease holders are dead.
    const dead = db.capabilities.manyProcesses ? others.filter(isOwnerProcessGone) : others;
    if (dead.length === 0) return;
    await db.write((batch) => {
      endLeases(batch, dead, db.time);
      deleteWorkers(batch, dead);
    });
    freed();
  }

  /** Records the heartbeat of this process, which runs jobs of these kinds. */
  async function storeHeartbeat(kinds: string[]): Promise<void> {
    await db.write((batch) => storeWorkerHeartbeat(batch, { owner, kinds, time: db.time }));
  }

  /** The processes that run jobs, by their heartbeats within the time of a lease. */
  async function liveWorkers() {
    const newest = await readWorkers(db, 'newest', MAX_WORKERS);
    return newest.filter(({ silentMs }) => silentMs < leaseMs);
  }

  /** Deletes rows of processes that are long silent, and jobs that failed more than seven days ago. */
  async function sweep(): Promise<void> {
    const old = (await readWorkers(db, 'oldest', SWEEP_ROWS)).filter(({ silentMs }) => silentMs > FORGET_MS);
    if (old.length > 0)
      await db.write((batch) =>
        deleteWorkers(
          batch,
          old.map((other) => other.owner),
        ),
      );
    while ((await deleteFailedJobs(db, FAILED_KEPT_MS, SWEEP_ROWS)) === SWEEP_ROWS && !stopped.aborted);
  }
}
