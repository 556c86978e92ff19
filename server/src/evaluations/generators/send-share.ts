import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/db.ts';
import type { Job, JobContext } from '../../jobs/jobs.ts';
import type { Log } from '../../kernel/log.ts';
import type { LoadThreads, SpentTokens, WindowPlan } from '../../traffic/traffic.ts';
import { toColumns } from '../../traffic/traffic.ts';
import type { LoadShareJob } from '../evaluation-queue.ts';
import type { ExclusiveMeasurement } from '../run/exclusive-measurement.ts';
import { itemRequests } from '../run/item-requests.ts';
import { readPlan } from '../stores/evaluation-store.ts';
import {
  failLostShare,
  joinShare,
  type ShareKey,
  type ShareSaid,
  sayOfShare,
} from '../stores/load-share-store.ts';
import { compareClocks } from './compare-clocks.ts';

export interface ShareOptions {
  db: Database;
  load: LoadThreads;
  exclusive: ExclusiveMeasurement;
  log: Log;
}

/** So often a sender says that it is there, and looks whether its window is over. */
const SAY_EVERY_MS = 500;
/** While it waits for the beginning. */
const LOOK_EVERY_MS = 100;
/** How long calls of this process that are under way may take to end. */
const PATIENCE_MS = 30_000;

/** The window is over, or was taken away from this process. */
class Over extends Error {}

/** The job of one share of a window: joins it, waits for its beginning, and sends. Whatever happens is said in its row. */
export async function sendShare(
  options: ShareOptions,
  { payload }: Job<LoadShareJob>,
  context: Pick<JobContext, 'signal' | 'heartbeat'>,
): Promise<void> {
  const { db, exclusive, log } = options;
  const key: ShareKey = payload;
  const owner = randomUUID();
  if (!(await joinShare(db, key, owner))) {
    // A process that was to send it was killed: the job came here when its lease had ended.
    await failLostShare(db, key, 'its process has ended');
    return;
  }
  const line = openLine(options, key, owner, context);
  try {
    const { release, contaminated } = await exclusive.alone(line.signal, PATIENCE_MS);
    try {
      await sendWhenStarted(options, payload, line, contaminated);
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof Over || context.signal.aborted) return;
    log.warn({ err: error, evaluation: payload.id }, 'a share of a window of load could not be sent');
    const problem = error instanceof Error ? error.message : String(error);
    await sayOfShare(db, key, owner, { state: 'failed', problem });
  } finally {
    line.close();
  }
}

async function sendWhenStarted(
  { db, load }: ShareOptions,
  { workspaceId, id, target, targetIndex, plan, share, of }: LoadShareJob,
  line: Line,
  contaminated: boolean,
): Promise<void> {
  const items = await itemsOfShare(db, { workspaceId, id }, targetIndex, plan);
  const { offsetMs, uncertaintyMs, machineOffsetMs } = await compareClocks(db);
  await line.say({
    state: 'ready',
    clock_offset_ms: machineOffsetMs,
    clock_uncertainty_ms: uncertaintyMs,
    contaminated: Number(contaminated),
  });
  let startAt: number | null = null;
  while (startAt === null) {
    await delay(LOOK_EVERY_MS, undefined, { signal: line.signal });
    startAt = await line.say({});
  }
  const part = { index: share, of, startAtMs: startAt - offsetMs };
  const record = await load.run({ ...target, items }, plan, line.signal, line.spent, part);
  const stored = { ...record, requests: toColumns(record.requests) };
  await line.say({ state: 'sent', record_json: JSON.stringify(stored) });
}

/** What is sent where that are items of the evaluation. Throws `Over` where it was erased meanwhile. */
async function itemsOfShare(
  db: Database,
  of: Pick<LoadShareJob, 'workspaceId' | 'id'>,
  targetIndex: number,
  window: WindowPlan,
) {
  if (window.prompts !== 'items') return [];
  const plan = await readPlan(db, { workspace_id: of.workspaceId, id: of.id });
  const target = plan?.targets[targetIndex];
  if (!plan || !target) throw new Over('The evaluation is gone.');
  return itemRequests(db, of, plan, target, window);
}

/** What connects a sender with the row of its share. */
interface Line {
  /** Aborted when the job is, and with `Over`. */
  readonly signal: AbortSignal;
  /** Answers when the window begins, null while that is open. Throws `Over`. */
  say(said: ShareSaid): Promise<number | null>;
  spent(soFar: SpentTokens): void;
  close(): void;
}

function openLine(
  { db, log }: ShareOptions,
  key: ShareKey,
  owner: string,
  { signal, heartbeat }: Pick<JobContext, 'signal' | 'heartbeat'>,
): Line {
  const over = new AbortController();
  let spent_json: string | null = null;

  async function say(said: ShareSaid): Promise<number | null> {
    const answer = await sayOfShare(db, key, owner, { ...said, ...(spent_json && { spent_json }) });
    if (answer !== 'over') return answer;
    const error = new Over('The window of load is over.');
    over.abort(error);
    throw error;
  }

  const timer = setInterval(() => {
    heartbeat();
    // While the database is away the load goes on: who leads the window waits as well.
    say({}).catch(
      (err) => over.signal.aborted || log.warn({ err }, 'a share of load could not say how far it is'),
    );
  }, SAY_EVERY_MS);
  return {
    signal: AbortSignal.any([signal, over.signal]),
    say,
    spent(soFar) {
      spent_json = JSON.stringify(soFar);
    },
    close: () => clearInterval(timer),
  };
}
