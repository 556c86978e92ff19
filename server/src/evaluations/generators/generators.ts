import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/db.ts';
import type { JobQueue } from '../../jobs/jobs.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  addSpent,
  type ClockEstimate,
  clockSentence,
  fromColumns,
  joinShares,
  type LoadThreads,
  MOST_UNCERTAINTY_MS,
  NOTHING_SPENT,
  type SentRecord,
  type SpentTokens,
  spentOn,
  type WindowRecord,
} from '../../traffic/traffic.ts';
import { cancelLoadShares, enqueueLoadShares } from '../evaluation-queue.ts';
import type { Generators, SentWindow, SharedWindow } from '../run/generators.ts';
import { Fenced } from '../run/ledger.ts';
import {
  deleteShares,
  insertShares,
  readShareRecords,
  readShares,
  type SeenShare,
  startShares,
} from '../stores/load-share-store.ts';
import { type ComparedClock, compareClocks } from './compare-clocks.ts';

export interface GeneratorsOptions {
  db: Database;
  jobs: JobQueue;
  load: LoadThreads;
}

/** A window begins so long after all its senders are ready: each reads that within a tenth of a second. */
const START_IN_MS = 3000;
/** How long processes are waited for; one that is busy may take 30 s until its calls have ended. */
const JOIN_MS = 45_000;
const LOOK_WAITING_MS = 100;
const LOOK_SENDING_MS = 500;
/** Who says nothing for so long is lost; a sender says something every half-second. */
const SILENT_MS = 5000;

/** A share will not come: the window ends. */
class ShareLost extends Error {}

/**
 * The process that runs an evaluation leads its windows. It asks for shares by jobs, waits until a process has joined
 * for each and knows its clock, writes when the window begins by the database's clock, and sends the first share itself.
 * What the others sent it reads from their rows, request by request.
 */
export function createGenerators(options: GeneratorsOptions): Generators {
  const { db, jobs } = options;

  async function open(
    { held, target, targetIndex, plan }: SharedWindow,
    windowId: string,
    of: number,
  ): Promise<void> {
    const { workspaceId, id } = held;
    const outcome = await db.write((batch) => {
      insertShares(batch, db, held, windowId, of);
      enqueueLoadShares(jobs, batch, { workspaceId, id, windowId, plan, target, targetIndex, of });
    });
    if (!outcome.committed) throw new Fenced('The evaluation was taken away before its window was sent.');
  }

  async function close({ held }: SharedWindow, windowId: string, of: number): Promise<void> {
    await db.write((batch) => {
      deleteShares(batch, held, windowId);
      cancelLoadShares(jobs, batch, windowId, of);
    });
  }

  return {
    async send(window) {
      const windowId = randomUUID();
      const of = window.plan.generators ?? 1;
      await open(window, windowId, of);
      try {
        return await lead(options, window, windowId, of);
      } finally {
        // What is left goes with the evaluation's next window, or with the evaluation.
        await close(window, windowId, of).catch(() => {});
      }
    },
  };
}

async function lead(
  { db, load }: GeneratorsOptions,
  { held, target, items, plan, signal, onSpent }: SharedWindow,
  windowId: string,
  of: number,
): Promise<SentWindow> {
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  let own = NOTHING_SPENT;
  let others = NOTHING_SPENT;
  const told = () => onSpent(addSpent(own, others));
  try {
    const clock = await compareClocks(db);
    const ready = await untilReady(() => readShares(db, held, windowId), of, signal);
    const clocks = [seenClock(clock), ...ready.map(clockOf)];
    requireClocks(clocks);
    const startAt = await startShares(db, held, windowId, START_IN_MS);
    const part = { index: 0, of, startAtMs: startAt - clock.offsetMs };
    const sending = load.run(
      { ...target, items },
      plan,
      either,
      (soFar) => {
        own = soFar;
        told();
      },
      part,
    );
    const watching = watch(
      () => readShares(db, held, windowId),
      of,
      (rows) => {
        others = rows.map(spentBy).reduce(addSpent, NOTHING_SPENT);
        told();
      },
      either,
    ).catch((error) => {
      lost.abort(error);
      throw error;
    });
    const [first, shares] = await Promise.all([sending, watching]);
    const records = [first, ...(await readShareRecords(db, held, windowId)).map(parseRecord)];
    const sent = records.map((record, i) => ({ record, ...(clocks[i] as ClockEstimate) }));
    const { record, generators, voidFor } = joinShares(plan, sent);
    const contaminated = shares.some((row) => row.contaminated === 1);
    return { record, generators, contaminated, spent: spentOn(record.requests), voidFor };
  } catch (error) {
    signal.throwIfAborted();
    const reason = lost.signal.aborted ? lost.signal.reason : error;
    if (!(reason instanceof ShareLost)) throw reason;
    const spent = addSpent(own, others);
    return { record: null, generators: [], contaminated: false, spent, voidFor: [reason.message] };
  }
}

/** The shares once a process is ready for each. Throws `ShareLost` where that takes too long, or one fails. */
async function untilReady(
  look: () => Promise<readonly SeenShare[]>,
  of: number,
  signal: AbortSignal,
): Promise<readonly SeenShare[]> {
  const until = performance.now() + JOIN_MS;
  for (;;) {
    const rows = await look();
    requireAll(rows, of);
    const ready = rows.filter(({ state }) => state === 'ready');
    if (ready.length === of - 1) return rows;
    if (performance.now() > until)
      throw new ShareLost(
        `only ${ready.length + 1} of ${of} processes that send load were free within ${JOIN_MS / 1000} s`,
      );
    await delay(LOOK_WAITING_MS, undefined, { signal });
  }
}

/** Resolves with the shares once all are sent. Throws `ShareLost` once one cannot come any more. */
async function watch(
  look: () => Promise<readonly SeenShare[]>,
  of: number,
  seen: (rows: readonly SeenShare[]) => void,
  signal: AbortSignal,
): Promise<readonly SeenShare[]> {
  for (;;) {
    await delay(LOOK_SENDING_MS, undefined, { signal });
    const rows = await look().catch(nullWhileAway);
    if (rows === null) continue;
    requireAll(rows, of);
    seen(rows);
    if (rows.every(({ state }) => state === 'sent')) return rows;
  }
}

/** The storage is away; senders go on meanwhile. */
function nullWhileAway(error: unknown): null {
  if (error instanceof AppError && error.code === 'storage_unavailable') return null;
  throw error;
}

function requireAll(rows: readonly SeenShare[], of: number): void {
  if (rows.length !== of - 1) throw new Fenced('The window of load was taken away.');
  for (const { share, state, problem, silentMs } of rows) {
    const who = `generator ${share + 1} of ${of}`;
    if (state === 'failed') throw new ShareLost(`the share of ${who} is missing: ${problem}`);
    const isThere = state === 'joined' || state === 'ready';
    if (isThere && silentMs > SILENT_MS)
      throw new ShareLost(`the share of ${who} is missing: it said nothing for ${SILENT_MS / 1000} s`);
  }
}

function requireClocks(clocks: readonly ClockEstimate[]): void {
  for (const [i, { uncertaintyMs }] of clocks.entries())
    if (uncertaintyMs > MOST_UNCERTAINTY_MS)
      throw new ShareLost(clockSentence(`generator ${i + 1} of ${clocks.length}`, uncertaintyMs));
}

/** As it is shown: how far the clock of the machine is from the database's. */
const seenClock = ({ machineOffsetMs, uncertaintyMs }: ComparedClock): ClockEstimate => ({
  offsetMs: machineOffsetMs,
  uncertaintyMs,
});

const clockOf = ({ clock_offset_ms, clock_uncertainty_ms }: SeenShare): ClockEstimate => ({
  offsetMs: clock_offset_ms ?? 0,
  uncertaintyMs: clock_uncertainty_ms ?? Number.POSITIVE_INFINITY,
});

const spentBy = ({ spent_json }: SeenShare): SpentTokens =>
  spent_json === null ? NOTHING_SPENT : (JSON.parse(spent_json) as SpentTokens);

function parseRecord(json: string | null): WindowRecord {
  if (json === null) throw new ShareLost('a share has no requests');
  // A process of an older version says no reasons.
  const {
    requests,
    reasons = [],
    ...rest
  } = JSON.parse(json) as SentRecord & Partial<Pick<SentRecord, 'reasons'>>;
  return { ...rest, reasons, requests: fromColumns(requests) };
}
