import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import {
  addSpentTokens,
  type ClockEstimate,
  clockUncertaintySentence,
  joinShares,
  type LoadThreads,
  MAX_CLOCK_UNCERTAINTY_MS,
  NO_TOKENS_SPENT,
  requestsFromColumns,
  type SentRecord,
  sumSpentTokens,
  type WindowRecord,
} from '../../../measure/traffic/traffic.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import type { ChildJob, JobQueue, Jobs } from '../../../platform/jobs/jobs.ts';
import {
  cancelLoadShares,
  enqueueLoadShares,
  LOAD_SHARE_JOB,
  type LoadShareJob,
  loadShareKeys,
} from '../evaluation-queue.ts';
import type { Generators, SentWindow, SharedWindow } from '../run/generators.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import { type EvaluationClaim, updateHeldEvaluation } from '../stores/evaluation-store.ts';
import { type ComparedClock, compareClocks } from './compare-clocks.ts';
import type { ShareReport } from './send-share.ts';

export interface GeneratorsOptions {
  db: Database;
  jobs: JobQueue & Pick<Jobs, 'children'>;
  load: LoadThreads;
}

/**
 * Delay between the moment when all senders are ready and the start of a window. Senders poll for the start every
 * tenth of a second.
 */
const START_IN_MS = 3000;
/** How long to wait for processes. A busy one may need 30 s until its calls have ended. */
const JOIN_MS = 45_000;
const LOOK_WAITING_MS = 100;
const LOOK_SENDING_MS = 500;

/** A share of the window will not arrive, so the window ends. */
class ShareLost extends Error {}

/**
 * The process that runs an evaluation leads its load windows. It enqueues a job for each share, waits until a process
 * has taken each and reported its clock, writes the start of the window by the database's clock, and sends the first
 * share itself. The jobs of the other shares report what they sent, request by request.
 */
export function createGenerators(options: GeneratorsOptions): Generators {
  const { db, jobs } = options;
  return {
    async send(window) {
      try {
        return await leadWindow(options, window);
      } finally {
        // Cancels only while this process holds the evaluation, because the shares may belong to a process that took
        // it over. The next claim, or the end of the evaluation, cancels what remains.
        await writeHeld(db, window.held, (batch) => cancelLoadShares(jobs, batch, window.held.id)).catch(
          () => {},
        );
      }
    },
  };
}

/** Writes a batch while this process holds the evaluation. */
async function writeHeld(db: Database, held: EvaluationClaim, write: (batch: Batch) => void): Promise<void> {
  const outcome = await db.write((batch) => {
    updateHeldEvaluation(batch, held, { status: 'running' });
    write(batch);
  });
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation before this window was sent.');
}

async function leadWindow(
  { db, jobs, load }: GeneratorsOptions,
  { held, target, targetIndex, items, plan, signal, onSpent }: SharedWindow,
): Promise<SentWindow> {
  const { workspaceId, id } = held;
  const of = plan.generators ?? 1;
  const payload: Omit<LoadShareJob, 'share'> = { workspaceId, id, plan, target, targetIndex, of };
  const keys = loadShareKeys(id, of);
  const look = async () => readShares(await jobs.children(LOAD_SHARE_JOB, keys), keys);
  await writeHeld(db, held, (batch) => {
    cancelLoadShares(jobs, batch, id);
    enqueueLoadShares(jobs, batch, payload);
  });
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  let own = NO_TOKENS_SPENT;
  let others = NO_TOKENS_SPENT;
  const told = () => onSpent(addSpentTokens(own, others));
  try {
    const clock = await compareClocks(db);
    const ready = await untilReady(look, of, signal);
    const clocks = [seenClock(clock), ...ready];
    requireClocks(clocks);
    const startAt = monotonicMs() + clock.offsetMs + START_IN_MS;
    await writeHeld(db, held, (batch) => enqueueLoadShares(jobs, batch, { ...payload, startAt }));
    const part = { index: 0, of, startAtMs: startAt - clock.offsetMs };
    const onOwn = (soFar: typeof own) => {
      own = soFar;
      told();
    };
    const sending = load.run({ ...target, items }, plan, either, onOwn, part);
    const onOthers = (shares: readonly ShareReport[]) => {
      others = shares.map(({ spent = NO_TOKENS_SPENT }) => spent).reduce(addSpentTokens, NO_TOKENS_SPENT);
      told();
    };
    const watching = watchShares(look, onOthers, either).catch((error) => {
      lost.abort(error);
      throw error;
    });
    const [first, shares] = await Promise.all([sending, watching]);
    const records = [first, ...shares.map(({ record }) => toRecord(record as SentRecord))];
    const sent = records.map((record, i) => ({ record, ...(clocks[i] as ClockEstimate) }));
    const { record, generators, voidFor } = joinShares(plan, sent);
    const contaminated = shares.some((share) => share.contaminated);
    return { record, generators, contaminated, spent: sumSpentTokens(record.requests), voidFor };
  } catch (error) {
    signal.throwIfAborted();
    const reason = lost.signal.aborted ? lost.signal.reason : error;
    if (!(reason instanceof ShareLost)) throw reason;
    const spent = addSpentTokens(own, others);
    return { record: null, generators: [], contaminated: false, spent, voidFor: [reason.message] };
  }
}

/** Reads the reports of all shares but the first. Throws `ShareLost` if one will not be sent. */
function readShares(children: readonly ChildJob[], keys: readonly string[]): ShareReport[] {
  return keys.map((key, i) => {
    const child = children.find((one) => one.key === key);
    const said = (child?.said ?? {}) as ShareReport;
    // The process of a started share has exited, or its job has ended.
    const isLeft = child === undefined || (child.said !== null && !child.isHeld);
    const problem = said.problem ?? (isLeft ? 'its process has ended' : null);
    if (problem !== null)
      throw new ShareLost(`the results of generator ${i + 2} of ${keys.length + 1} are missing: ${problem}`);
    return said;
  });
}

/**
 * Waits until a process is ready for each share and returns their clocks. Throws `ShareLost` if that takes too long,
 * or one fails.
 */
async function untilReady(
  look: () => Promise<readonly ShareReport[]>,
  of: number,
  signal: AbortSignal,
): Promise<ClockEstimate[]> {
  const until = performance.now() + JOIN_MS;
  for (;;) {
    const clocks = (await look()).flatMap(({ clock }) => clock ?? []);
    if (clocks.length === of - 1) return clocks;
    if (performance.now() > until)
      throw new ShareLost(
        `only ${clocks.length + 1} of ${of} processes that send load were free within ${JOIN_MS / 1000} s`,
      );
    await delay(LOOK_WAITING_MS, undefined, { signal });
  }
}

/** Resolves with the reports once all shares are sent. Throws `ShareLost` once one cannot arrive. */
async function watchShares(
  look: () => Promise<readonly ShareReport[]>,
  seen: (shares: readonly ShareReport[]) => void,
  signal: AbortSignal,
): Promise<readonly ShareReport[]> {
  for (;;) {
    await delay(LOOK_SENDING_MS, undefined, { signal });
    const shares = await look().catch(nullWhileAway);
    if (shares === null) continue;
    seen(shares);
    if (shares.every(({ record }) => record)) return shares;
  }
}

/** The database is unreachable; the senders continue meanwhile. */
function nullWhileAway(error: unknown): null {
  if (error instanceof AppError && error.code === 'storage_unavailable') return null;
  throw error;
}

function requireClocks(clocks: readonly ClockEstimate[]): void {
  for (const [i, { uncertaintyMs }] of clocks.entries())
    if (uncertaintyMs > MAX_CLOCK_UNCERTAINTY_MS)
      throw new ShareLost(clockUncertaintySentence(`generator ${i + 1} of ${clocks.length}`, uncertaintyMs));
}

/** As shown in results: the offset between the machine's clock and the database's. */
const seenClock = ({ machineOffsetMs, uncertaintyMs }: ComparedClock): ClockEstimate => ({
  offsetMs: machineOffsetMs,
  uncertaintyMs,
});

const toRecord = ({ requests, ...rest }: SentRecord): WindowRecord => ({
  ...rest,
  requests: requestsFromColumns(requests),
});
