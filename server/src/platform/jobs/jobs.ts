import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import { newProcessOwner } from '../../kernel/process-owner.ts';
import type { Batch, Database } from '../db/db.ts';
import type { JobHandler, NewJob } from './job.ts';
import { createLeases } from './job-leases.ts';
import { createRunner, type RunningJob } from './job-runner.ts';
import {
  type ChildJob,
  claimJobs,
  countDueJobs,
  type DueJobs,
  deleteJobs,
  deleteWorkers,
  findChildJobs,
  insertJob,
  type JobSelection,
  msUntilNextDue,
  releaseJobsOf,
} from './job-store.ts';
import { createStallWatch } from './stall-watch.ts';
import { createWhenWritable } from './when-writable.ts';

export type * from './job.ts';
export { JobAborted, PermanentJobError, RetryJobAfter, runSteps } from './job.ts';
export { jobRun } from './job-runner.ts';
export type { ChildJob, DueJobs } from './job-store.ts';

export type Jobs = ReturnType<typeof createJobs>;

/** The part of `Jobs` with which a feature enqueues and deletes jobs. */
export type JobQueue = Pick<Jobs, 'enqueue' | 'cancel'>;

export interface JobsOptions {
  db: Database;
  log: Log;
  /** The lease: how long a worker without heartbeats keeps its jobs. */
  leaseMs?: number;
  /** The interval of polling for due jobs of other processes, whether or not they notify. */
  pollMs?: number;
  /** The kinds that this process runs; it only enqueues the others. Default: all. */
  runs?: (kind: string) => boolean;
  /** The delay before retrying what the storage could not write (for example on a full disk). */
  retryMs?: number;
  /** Awaited before each run of a job; if it fails, the run fails. */
  beforeRun?: (kind: string) => Promise<void>;
  /** The file that records which jobs ran while the process was stalled; absent: not recorded. */
  stallFile?: string;
  /** How long the main loop must be blocked to count as a stall. */
  heldAfterMs?: number;
}

const LEASE_MS = 15_000;
const POLL_MS = 1000;
/** The polling interval while other processes send notifications. */
const POLL_NOTIFIED_MS = 5000;
/** The interval of checks for killed processes of this machine: their jobs continue within twice this time. */
const LOOK_FOR_DEAD_MS = 1500;
/** The delay if another process was quicker to claim everything due, whose claim may not have committed yet. */
const RACED_MS = 20;
/** Without other processes, only a change of the clock could make a timer miss a job. */
const POLL_ALONE_MS = 30_000;
const STOP_MS = 8000;
/** The delay before retrying work that the storage could not write. */
const RETRY_MS = 1000;
const SWEEP_EVERY_MS = 3_600_000;

// The topics of notifications between processes: due jobs of a kind, and deleted jobs.
const DUE = 'jobs.due';
const TAKEN_BACK = 'jobs.taken_back';

/**
 * Durable background work: enqueued in the caller's batch, claimed with a lease by database time, retried with
 * back-off, resumed after a kill. Finished jobs are deleted; permanently failed ones are kept for seven days.
 */
export function createJobs(options: JobsOptions) {
  const {
    db,
    log,
    leaseMs = LEASE_MS,
    retryMs = RETRY_MS,
    stallFile,
    heldAfterMs,
    runs = () => true,
  } = options;
  const { notifications } = db;
  const owner = newProcessOwner();
  const defined = new Set<string>();
  const handlers = new Map<string, JobHandler<unknown>>();
  const active = new Map<string, RunningJob>();
  const stalls = stallFile === undefined ? null : createStallWatch(stallFile, heldAfterMs);
  const runner = createRunner({ db, log, owner, retryMs, stalls, beforeRun: options.beforeRun });
  const stopping = new AbortController();
  const whenWritable = createWhenWritable(log, retryMs, stopping.signal);
  const leases = createLeases({
    ...{ db, owner, leaseMs, active, stopped: stopping.signal },
    freed() {
      notifications?.send(DUE, null);
      wake();
    },
  });
  const timers = new Set<NodeJS.Timeout>();
  let state: 'new' | 'running' | 'stopped' = 'new';
  let isClosed = false;
  let wakeTimer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | null = null;
  let turnAgain = false;
  let dueIn = 0;

  function pollMs(): number {
    if (options.pollMs !== undefined) return options.pollMs;
    if (notifications === null) return POLL_ALONE_MS;
    return notifications.listening() ? POLL_NOTIFIED_MS : POLL_MS;
  }

  notifications?.receive(DUE, (kind) => {
    if (kind === null || handlers.has(kind)) wake();
  });
  notifications?.receive(TAKEN_BACK, () => abortTakenBackLogged());
  notifications?.watch(() => {
    wake();
    abortTakenBackLogged();
  });

  function wake(): void {
    if (state !== 'running') return;
    turnAgain = true;
    turn ??= turns().finally(() => {
      turn = null;
      if (turnAgain) wake();
      else if (state === 'running') wakeTimer = setTimeout(wake, dueIn);
    });
  }

  async function turns(): Promise<void> {
    clearTimeout(wakeTimer);
    while (turnAgain && state === 'running') {
      turnAgain = false;
      try {
        dueIn = await claimDue();
      } catch (err) {
        log.warn({ err }, 'jobs could not be claimed');
        dueIn = POLL_MS;
      }
    }
  }

  /** Claims due jobs of all kinds for which there is capacity; returns the milliseconds until the next check. */
  async function claimDue(): Promise<number> {
    const free = new Map(
      Array.from(handlers, ([kind, { concurrency = 1, isFree }]) => [
        kind,
        isFree?.() === false ? 0 : concurrency - runningOf(kind).length,
      ]),
    );
    const kinds = dueOf([...free.keys()].filter((kind) => (free.get(kind) ?? 0) > 0));
    // Reads before it writes, so that an idle service writes nothing.
    const waits = await msUntilNextDue(db, kinds);
    const due = kinds.filter(({ kind }) => (waits.get(kind) ?? 1) <= 0);
    if (due.length === 0) return Math.max(1, Math.min(pollMs(), ...waits.values()));
    const claimed: ReturnType<typeof claimJobs>[] = [];
    await db.write((batch) => {
      for (const one of due) {
        const most = handlers.get(one.kind)?.except ? 1 : (free.get(one.kind) ?? 0);
        claimed.push(claimJobs(batch, { ...one, owner, most, leaseMs, time: db.time }));
      }
    });
    const rows = claimed.flatMap((slot) => slot.rows);
    for (const row of rows) launch(handlers.get(row.kind) as JobHandler<unknown>, row);
    if (rows.length === 0) return RACED_MS;
    turnAgain = true;
    return 0;
  }

  const dueOf = (kinds: readonly string[]) =>
    kinds.map((kind) => {
      const running = Array.from(active.values(), ({ row }) => row);
      return { kind, except: handlers.get(kind)?.except?.(running) ?? [] };
    });

  const runningOf = (kind: string) => [...active.values()].filter(({ row }) => row.kind === kind);

  function launch(handler: JobHandler<unknown>, row: Parameters<typeof runner.run>[1]): void {
    // A job that was deleted and enqueued again waits for the end of its earlier run.
    const earlier = runningOf(row.kind).find((other) => other.row.key === row.key);
    const running = runner.run(handler, row, earlier?.done ?? Promise.resolve());
    active.set(row.id, running);
    if (state !== 'running') running.abort('stopping');
    running.done = running.done.finally(() => {
      if (active.get(row.id) === running) active.delete(row.id);
      wake();
    });
  }

  function abortTakenBackLogged(): void {
    if (state === 'running')
      leases.abortTakenBack().catch((err) => log.warn({ err }, 'running jobs could not be checked'));
  }

  /** Runs `work` repeatedly, each time `ms` after the previous run ended. */
  function every(ms: () => number, what: string, work: () => Promise<void>): void {
    const timer = setTimeout(async () => {
      timers.delete(timer);
      await work().catch((err) => log.warn({ err }, what));
      if (!isClosed) every(ms, what, work);
    }, ms());
    timers.add(timer);
  }

  return {
    /** Registers the handler of a kind; before `start`. Jobs of a kind without a handler wait in the table. */
    define<P>(kind: string, handler: JobHandler<P>): void {
      if (defined.has(kind)) throw new Error(`The job kind ${kind} is defined twice.`);
      defined.add(kind);
      if (runs(kind)) handlers.set(kind, handler as JobHandler<unknown>);
    },
    /**
     * Enqueues in the caller's batch. If a job with the same kind and key waits, it gets this payload and the earlier
     * time; if one runs, it runs once more afterwards with this payload.
     */
    enqueue(batch: Batch, { kind, workspaceId, key, payload, runAt }: NewJob): void {
      const id = newId();
      const job = {
        id,
        kind,
        key: key ?? id,
        workspace_id: workspaceId,
        payload_json: JSON.stringify(payload),
      };
      insertJob(batch, job, db.time, runAt ?? null);
      batch.afterCommit(() => {
        wake();
        notifications?.send(DUE, kind);
      });
    },
    /** Deletes one job or all jobs of a workspace in the caller's batch; running ones are aborted. */
    cancel(batch: Batch, which: JobSelection): void {
      const gone = deleteJobs(batch, which);
      batch.afterCommit(() => {
        for (const { id } of gone.rows) active.get(id)?.abort('cancelled');
        if (gone.rows.length > 0) notifications?.send(TAKEN_BACK, '');
      });
    },
    async start(): Promise<void> {
      state = 'running';
      if (handlers.size === 0) return;
      await whenWritable('jobs of an earlier run', leases.takeOver);
      every(() => leaseMs / 3, 'leases of jobs could not be kept', leases.keepLeases);
      if (db.capabilities.manyProcesses) {
        every(pollMs, 'running jobs could not be checked', leases.abortTakenBack);
        every(() => LOOK_FOR_DEAD_MS, 'leases of dead processes could not be ended', leases.takeOver);
        const beat = () => leases.storeHeartbeat([...handlers.keys()]);
        await whenWritable('the heartbeat of this process could not be written', beat);
        every(() => leaseMs / 3, 'the heartbeat of this process could not be written', beat);
      }
      every(() => SWEEP_EVERY_MS, 'old failed jobs could not be deleted', leases.sweep);
      wake();
    },
    /**
     * Aborts running jobs, waits for them (8 s at most), and releases them so that the next start continues at once.
     */
    async stop(): Promise<void> {
      if (state === 'stopped') return;
      state = 'stopped';
      stopping.abort();
      clearTimeout(wakeTimer);
      await turn;
      for (const running of active.values()) running.abort('stopping');
      await withinMs(STOP_MS, Promise.all(Array.from(active.values(), ({ done }) => done)));
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      runner.close();
      await stalls?.stop();
      // If this fails (for example on a full disk), the leases expire; the stop is orderly anyway.
      await db
        .write((batch) => {
          releaseJobsOf(batch, owner);
          if (db.capabilities.manyProcesses) deleteWorkers(batch, [owner]);
          batch.afterCommit(() => notifications?.send(DUE, null));
        })
        .catch((err) => log.warn({ err }, 'jobs could not be handed back; their leases will end'));
    },
    /** Runs work that writes, and retries it while the storage is not writable; see `createWhenWritable`. */
    whenWritable,
    /** The jobs that wait for any process, for each kind that is defined or waiting. */
    async due(): Promise<DueJobs[]> {
      const found = await countDueJobs(db);
      const kinds = new Map(found.map((some) => [some.kind, some]));
      const none = [...defined].filter((kind) => !kinds.has(kind));
      return [...found, ...none.map((kind) => ({ kind, due: 0, oldestMs: null }))];
    },
    /** The unfinished jobs of a kind with these keys, ordered by key. */
    children: (kind: string, keys: readonly string[]): Promise<ChildJob[]> =>
      findChildJobs(db, { kind, keys }),
    /** Number of processes that run jobs of this kind, by heartbeats within the time of a lease. */
    workers: async (kind: string): Promise<number> =>
      (await leases.liveWorkers()).filter(({ kinds }) => kinds.includes(kind)).length,
    /** Resolves when no job runs in this process and none is due; for tests and orderly ends. */
    async idle(): Promise<void> {
      for (;;) {
        await turn;
        const done = Array.from(active.values(), (running) => running.done);
        if (done.length === 0 && !turn && !(await anyDue())) return;
        await Promise.all(done);
        wake();
        await sleep(1);
      }
    },
  };

  async function anyDue(): Promise<boolean> {
    const waits = await msUntilNextDue(db, dueOf([...handlers.keys()]));
    return [...waits.values()].some((wait) => wait <= 0);
  }
}

async function withinMs(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
