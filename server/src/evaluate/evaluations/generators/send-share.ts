import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../../kernel/log.ts';
import { unlessAborted } from '../../../kernel/unless-aborted.ts';
import {
  type ClockEstimate,
  type LoadThreads,
  requestsToColumns,
  type SentRecord,
  type SpentTokens,
  type WindowRecord,
} from '../../../measure/traffic/traffic.ts';
import type { Database } from '../../../platform/db/db.ts';
import { BatchUndone } from '../../../platform/db/live-workspace.ts';
import type { Job, JobContext } from '../../../platform/jobs/jobs.ts';
import type { LoadShareJob } from '../evaluation-queue.ts';
import type { ExclusiveMeasurement } from '../run/exclusive-measurement.ts';
import { itemRequests } from '../run/item-requests.ts';
import { readPlan } from '../stores/evaluation-store.ts';
import { compareClocks } from './compare-clocks.ts';

export interface ShareOptions {
  db: Database;
  load: LoadThreads;
  exclusive: ExclusiveMeasurement;
  log: Log;
}

/** What the job of a share reports to the process that leads the window. */
export interface ShareReport {
  /** Set when it is ready to send: how far the database's clock is ahead of its machine's. */
  clock?: ClockEstimate;
  /** Whether other calls of its process continue during the window. */
  contaminated?: boolean;
  /** Tokens of the requests that have ended. */
  spent?: SpentTokens;
  /** The requests that were sent, once all are. */
  record?: SentRecord;
  /** Why the share is not sent. */
  problem?: string;
}

/** Interval at which a sender reports the tokens it has spent. */
const SAY_EVERY_MS = 500;
/** Poll interval while it waits for the start. */
const LOOK_EVERY_MS = 100;
/** Maximum time to wait for calls of this process that are in progress. */
const DRAIN_WAIT_MS = 30_000;

/**
 * Runs the job of one share of a window: reports that it is ready, waits for the start, sends, and reports what it
 * sent. It stops when the job is cancelled or another process has it. A share is never started twice: a job that
 * moves to another process, or starts after its window, ends, and its leader reports it as missing.
 */
export async function sendLoadShare(
  options: ShareOptions,
  job: Job<LoadShareJob>,
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
): Promise<void> {
  if (job.said !== null || job.payload.startAt !== undefined) return;
  let said: ShareReport = {};
  let saying: Promise<unknown> = Promise.resolve();
  // Reports are written one after another, because each replaces the previous one.
  const say = (more: ShareReport): Promise<LoadShareJob> => {
    said = { ...said, ...more };
    const next = saying.catch(() => {}).then(() => job.say(said));
    saying = next;
    return next;
  };
  let spent: SpentTokens | undefined;
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  const alive = setInterval(() => {
    heartbeat();
    // While the database is unreachable the load continues, because the leader waits as well.
    if (spent && !said.record)
      say({ spent }).catch((error) => {
        if (error instanceof BatchUndone) lost.abort(error);
      });
  }, SAY_EVERY_MS);
  try {
    await say({});
    const sent = sendWhenStarted(options, job.payload, say, either, (soFar) => {
      spent = soFar;
    });
    await sent.catch((err: unknown) => {
      either.throwIfAborted();
      options.log.warn(
        { err, evaluation: job.payload.id },
        'a generator could not send its part of a load window',
      );
      return say({ problem: err instanceof Error ? err.message : String(err) });
    });
    await unlessAborted(new Promise<never>(() => {}), signal);
  } finally {
    clearInterval(alive);
  }
}

async function sendWhenStarted(
  { db, load, exclusive }: ShareOptions,
  payload: LoadShareJob,
  say: (said: ShareReport) => Promise<LoadShareJob>,
  signal: AbortSignal,
  onSpent: (soFar: SpentTokens) => void,
): Promise<void> {
  const { target, plan, share, of } = payload;
  const { release, contaminated } = await exclusive.alone(signal, DRAIN_WAIT_MS);
  let record: WindowRecord;
  try {
    const items = await itemsOfShare(db, payload);
    const { offsetMs, uncertaintyMs, machineOffsetMs } = await compareClocks(db);
    let { startAt } = await say({ clock: { offsetMs: machineOffsetMs, uncertaintyMs }, contaminated });
    while (startAt === undefined) {
      await delay(LOOK_EVERY_MS, undefined, { signal });
      ({ startAt } = await say({}));
    }
    const part = { index: share, of, startAtMs: startAt - offsetMs };
    record = await load.run({ ...target, items }, plan, signal, onSpent, part);
  } finally {
    release();
  }
  await say({ record: { ...record, requests: requestsToColumns(record.requests) } });
}

/** The items to send, if the window sends items of the evaluation. */
async function itemsOfShare(
  db: Database,
  {
    workspaceId,
    id,
    targetIndex,
    plan: window,
  }: Pick<LoadShareJob, 'workspaceId' | 'id' | 'targetIndex' | 'plan'>,
) {
  if (window.prompts !== 'items') return [];
  const plan = await readPlan(db, { workspace_id: workspaceId, id });
  const target = plan?.targets[targetIndex];
  if (!plan || !target) throw new Error('The evaluation was deleted.');
  return itemRequests(db, { workspaceId, id }, plan, target, window);
}
