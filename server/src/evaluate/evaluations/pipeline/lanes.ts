import { AppError } from '../../../kernel/errors.ts';
import { toPicodollars } from '../../../kernel/money.ts';
import { pricedModels } from '../../../models/prices/prices.ts';
import { requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { Job, JobContext, JobQueue, Jobs } from '../../../platform/jobs/jobs.ts';
import type { PublishEvaluation, PublishEvaluationEnd } from '../evaluation-events.ts';
import {
  cancelLanes,
  enqueueLane,
  LANE_JOB,
  type LaneJob,
  laneKeys,
  MAX_LANES,
} from '../evaluation-queue.ts';
import { KINDS } from '../kinds/registry.ts';
import { countUnits, type Plan, pricesOfPlan, unitAt, unitRange, unitsOfBenchmarks } from '../plan/plan.ts';
import type { FactsAt } from '../plan/references.ts';
import { type CompletedUnits, readCompletedUnits } from '../run/completed-units.ts';
import { createHeartbeat, maxGapMs } from '../run/heartbeat.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import { type LanePart, type Run, type RunDeps, type RunHooks, readPaidCost } from '../run/run.ts';
import {
  EVALUATION_FENCED,
  type EvaluationClaim,
  type EvaluationHead,
  findEvaluation,
  readPlan,
  updateHeldEvaluation,
} from '../stores/evaluation-store.ts';
import { readItemHashes } from '../stores/item-store.ts';
import {
  claimLane,
  closeLanes,
  endLanes,
  insertLanes,
  joinLanes,
  type LaneClaim,
  type LaneRow,
  readLanes,
  updateLane,
} from '../stores/lane-store.ts';
import { runUnits } from './run-units.ts';

// Runs one evaluation on several workers. The worker that runs it divides the pending units into lanes, takes the
// first lane itself, and continues alone once all have ended: it sends remaining units, compares, measures load, and
// completes the evaluation. If more workers become available, it closes the lanes, waits for calls in progress, and
// divides the remaining units again.

export interface LaneOptions extends RunDeps {
  changed: PublishEvaluation;
  noteEnd: PublishEvaluationEnd;
  factsAt: FactsAt;
  jobs: JobQueue & Pick<Jobs, 'children' | 'workers'>;
}

/** Sending fewer units than this at once takes seconds, which is as long as other workers need to start. */
const MIN_UNITS_FOR_LANES = 250;
/** Number of polls after which a run counts the available workers again: every two seconds. */
const LOOKS_FOR_WORKERS = 8;

const KINDS_IN_LANES = KINDS.filter(({ inLanes }) => inLanes === true);

/**
 * Runs eligible units in lanes if several workers are available and enough units are pending; resolves when all lanes
 * have ended. Returns the current claim, and the run of this process, null if it ran nothing. Rejects with
 * `EvaluationFenced` if another worker took the evaluation over, or with the signal's reason.
 */
export async function askInLanes(
  options: LaneOptions,
  held: EvaluationClaim,
  plan: Plan,
  hooks: RunHooks,
): Promise<{ held: EvaluationClaim; run: Run | null }> {
  const { db } = options;
  let [current, run]: [EvaluationClaim, Run | null] = [held, null];
  for (let division = 0; ; division++) {
    const isOfEarlierRun = (await readLanes(db, current)).length > 0;
    if (!isOfEarlierRun && !isWorthIt(options, plan)) return { held: current, run };
    const completed = await readCompletedUnits(db, current, countUnits(plan));
    if (!isOfEarlierRun && !(await divideIntoLanes(options, current, plan, completed, division)))
      return { held: current, run };
    const beside = completed.done - countDone(plan, completed, benchmarksInLanes(plan));
    const asked = await askAndWait(options, current, plan, { ...hooks, beside });
    run = asked.run ?? run;
    current = await joinFinishedLanes(options, current);
    // An earlier run may have closed its lanes and been killed.
    if (!asked.isClosed && !isOfEarlierRun) return { held: current, run };
  }
}

const benchmarksInLanes = ({ benchmarks }: Plan) =>
  benchmarks.flatMap(({ kind }, at) => (KINDS_IN_LANES.some(({ name }) => name === kind) ? [at] : []));

function countDone(plan: Plan, { isDone }: CompletedUnits, benchmarks: readonly number[]): number {
  let done = 0;
  for (const unit of unitsOfBenchmarks(plan, benchmarks)) if (isDone(unit)) done++;
  return done;
}

const isWorthIt = ({ db }: LaneOptions, plan: Plan) =>
  db.capabilities.manyProcesses && countUnits(plan) >= 2 * MIN_UNITS_FOR_LANES;

/** The number of lanes that is worthwhile for the pending units and the available workers. */
async function countLanes({ jobs }: Pick<LaneOptions, 'jobs'>, plan: Plan, pending: number): Promise<number> {
  const { max_concurrency = Infinity } = plan.methodology;
  const most = Math.min(MAX_LANES, Math.floor(pending / MIN_UNITS_FOR_LANES), max_concurrency);
  return Math.min(most, await jobs.workers(LANE_JOB));
}

/**
 * Creates lanes, and jobs for all but the first; false if no other worker can ever help. With one worker there is one
 * lane, which is closed when others become available.
 */
async function divideIntoLanes(
  { db, jobs }: LaneOptions,
  held: EvaluationClaim,
  plan: Plan,
  completed: CompletedUnits,
  division: number,
): Promise<boolean> {
  const pending = countInLanes(plan) - countDone(plan, completed, benchmarksInLanes(plan));
  const { max_concurrency = Infinity, max_cost_usd } = plan.methodology;
  if (pending < 2 * MIN_UNITS_FOR_LANES || max_concurrency < 2) return false;
  const lanes = Math.max(1, await countLanes({ jobs }, plan, pending));
  const slices = await sliceItems(db, held, plan, lanes);
  const done = Array.from({ length: lanes }, (_, lane) => ({
    done: withinLane(plan, slices, lane, completed).done,
  }));
  const { spent, calls } = await readPaidCost(db, held, plan, completed);
  const before = spent + (calls === 0 ? 0 : (held.cutOff * spent) / calls);
  const budget = max_cost_usd === null ? null : Math.max(0, Math.floor(toPicodollars(max_cost_usd) - before));
  const outcome = await db.write((batch) => {
    insertLanes(batch, held, done, budget, division);
    for (let lane = 1; lane < lanes; lane++) {
      enqueueLane(jobs, batch, { workspaceId: held.workspaceId, id: held.id, lane });
    }
  });
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation before it was divided into shards.');
  return true;
}

function countInLanes(plan: Plan): number {
  const ranges = benchmarksInLanes(plan).map((benchmark) => unitRange(plan, benchmark));
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The lane of each item, for the benchmarks that run in lanes. */
type Slices = ReadonlyMap<number, Uint8Array>;

/** Assigns items by their content, so that identical requests fall into one lane and share a response. */
async function sliceItems(
  db: RunDeps['db'],
  held: EvaluationClaim,
  plan: Plan,
  lanes: number,
): Promise<Slices> {
  const slices = new Map<number, Uint8Array>();
  for (const benchmark of benchmarksInLanes(plan)) {
    const hashes = await readItemHashes(db, { workspace_id: held.workspaceId, id: held.id }, benchmark);
    slices.set(
      benchmark,
      Uint8Array.from(hashes, (text) => laneOf(text, lanes)),
    );
  }
  return slices;
}

/** @param text SHA-256 in hex */
const laneOf = (text: string, lanes: number) => Number.parseInt(text.slice(0, 8), 16) % lanes;

function withinLane(plan: Plan, slices: Slices, lane: number, all: CompletedUnits): CompletedUnits {
  const isMine = (number: number) => {
    const { benchmark, item } = unitAt(plan, number);
    return slices.get(benchmark)?.[item] === lane;
  };
  let done = 0;
  for (const unit of unitsOfBenchmarks(plan, [...slices.keys()]))
    if (all.isDone(unit) && isMine(unit)) done++;
  return { ...all, done, isDone: (unit) => !isMine(unit) || all.isDone(unit) };
}

interface WaitHooks extends RunHooks {
  /** Number of finished units that belong to no lane. */
  beside: number;
}

/**
 * Runs the first lane and waits for the others. Lanes that no worker takes are abandoned, and their units run later.
 * Returns whether it closed the lanes because more workers are available.
 */
async function askAndWait(
  options: LaneOptions,
  held: EvaluationClaim,
  plan: Plan,
  hooks: WaitHooks,
): Promise<{ run: Run | null; isClosed: boolean }> {
  const stop = new AbortController();
  const signal = AbortSignal.any([hooks.signal, stop.signal]);
  let isAsking = true;
  const asking = askLane(options, { ...held, lane: 0 }, { signal, onActivity: hooks.onActivity })
    .catch((error) => {
      stop.abort(error);
      throw error;
    })
    .finally(() => {
      isAsking = false;
    });
  asking.catch(() => {});
  let isClosed = false;
  try {
    for (
      let looks = 1;
      !(await unlessShuttingDown(() => allEnded(options, held, plan, hooks, isAsking)));
      looks++
    ) {
      if (isAsking && !isClosed && looks % LOOKS_FOR_WORKERS === 0)
        isClosed = await unlessShuttingDown(() => closeForOthers(options, held, plan));
      await options.pause(signal);
      signal.throwIfAborted();
    }
  } catch (error) {
    stop.abort(error);
    await asking.catch(() => {});
    throw error;
  }
  return { run: await asking, isClosed };
}

/** Closes lanes if dividing again among the available workers saves more time than the wait costs. */
async function closeForOthers(options: LaneOptions, held: EvaluationClaim, plan: Plan): Promise<boolean> {
  const rows = await readLanes(options.db, held);
  const pending = rows.reduce((left, { done }) => left - done, countInLanes(plan));
  const lanes = await countLanes(options, plan, pending);
  if (lanes <= rows.length || pending / rows.length - pending / lanes < MIN_UNITS_FOR_LANES) return false;
  const outcome = await options.db.write((batch) => {
    updateHeldEvaluation(batch, held, { status: 'running' });
    closeLanes(batch, held);
  });
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation before it was divided again.');
  options.log.info(
    { evaluation: held.id, lanes },
    'more workers are available: the remaining units are divided again',
  );
  return true;
}

/**
 * Reports the progress of all lanes; once the first has ended, cancels those whose jobs still wait. False if some
 * continue.
 */
async function allEnded(
  options: LaneOptions,
  held: EvaluationClaim,
  plan: Plan,
  { beside, ...hooks }: WaitHooks,
  isAsking: boolean,
): Promise<boolean> {
  const rows = await readLanes(options.db, held);
  const done = rows.reduce((sum, row) => sum + row.done, beside);
  hooks.onProgress(done, countUnits(plan));
  hooks.onActivity();
  const open = rows.filter(({ ended }) => ended === 0);
  if (isAsking) return false;
  if (open.length > 0) await stopWaitingForShards(options, held, open);
  return open.length === 0;
}

/** Waits while the database is unreachable, as the ledger does. */
async function unlessShuttingDown(look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof AppError && error.code === 'storage_unavailable') return false;
    throw error;
  }
}

async function stopWaitingForShards(
  { db, jobs }: LaneOptions,
  held: EvaluationClaim,
  open: readonly LaneRow[],
): Promise<void> {
  const keyOf = ({ lane, of_lanes }: LaneRow) => laneKeys(held.id, of_lanes)[lane - 1] as string;
  const running = (await jobs.children(LANE_JOB, open.map(keyOf))).filter(({ isHeld }) => isHeld);
  const waiting = open.filter((row) => !running.some(({ key }) => key === keyOf(row)));
  if (waiting.length === 0) return;
  const outcome = await db.write((batch) => {
    updateHeldEvaluation(batch, held, { status: 'running' });
    endLanes(
      batch,
      held,
      waiting.map(({ lane }) => lane),
    );
    cancelLanes(jobs, batch, waiting.map(keyOf));
  });
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation while it waited for its shards.');
}

async function joinFinishedLanes({ db }: LaneOptions, held: EvaluationClaim): Promise<EvaluationClaim> {
  const rows = await readLanes(db, held);
  const cutOff = rows.reduce((sum, row) => sum + row.calls_cut_off, held.cutOff);
  const outcome = await db.write((batch) => joinLanes(batch, held, cutOff));
  if (!outcome.committed)
    throw new EvaluationFenced('Another worker took over the evaluation after its shards ended.');
  return { ...held, cutOff };
}

/** Options of a run with the prices that applied when its evaluation was created. */
export async function withPricesOf<T extends Pick<LaneOptions, 'models' | 'factsAt'>>(
  options: T,
  { workspace_id, created_at }: Pick<EvaluationHead, 'workspace_id' | 'created_at'>,
  plan: Plan,
): Promise<T> {
  const { which, day } = pricesOfPlan(plan, created_at);
  const facts = await options.factsAt(workspace_id, which);
  return { ...options, models: pricedModels(options.models, facts, day) };
}

/** Runs the job of a lane. */
export async function runLane(
  options: LaneOptions,
  { payload, guard }: Job<LaneJob>,
  { signal, heartbeat: beat }: JobContext,
): Promise<void> {
  const plan = await readPlan(options.db, { workspace_id: payload.workspaceId, id: payload.id });
  const heartbeat = plan && createHeartbeat(beat, maxGapMs(plan));
  try {
    await askLane(options, payload, { signal, onActivity: () => heartbeat?.active() }, guard);
  } catch (error) {
    if (!(error instanceof EvaluationFenced)) throw error;
    options.log.info({ evaluation: payload.id, lane: payload.lane }, 'another worker took over the shard');
  } finally {
    heartbeat?.stop();
  }
}

/** Has a fence if the run of the evaluation takes the lane itself. */
type Lane = Pick<EvaluationClaim, 'workspaceId' | 'id'> & { lane: number; fence?: number };

/** Runs the pending units of a lane and ends it; null if none are left. */
async function askLane(
  options: LaneOptions,
  of: Lane,
  hooks: Pick<RunHooks, 'signal' | 'onActivity'>,
  guard: Job<LaneJob>['guard'] = () => {},
): Promise<Run | null> {
  const { db } = options;
  let slot: ReturnType<typeof claimLane> | undefined;
  const claimed = await db.write((batch) => {
    slot = claimLane(batch, of, of.lane);
    guard(batch);
  });
  if (!claimed.committed && claimed.why !== EVALUATION_FENCED.orElse) requireCommitted(claimed);
  const lane = slot?.rows[0];
  const [row, plan] = await Promise.all([
    findEvaluation(db, of.workspaceId, of.id),
    readPlan(db, { workspace_id: of.workspaceId, id: of.id }),
  ]);
  if (!claimed.committed || !lane || !row || !plan) return null;
  const { round } = row;
  const { evaluation_fence: fence, calls_cut_off: cutOff } = lane;
  const held: LaneClaim = { workspaceId: of.workspaceId, id: of.id, fence, round, cutOff, lane };
  const slices = await sliceItems(db, held, plan, lane.of_lanes);
  const part: LanePart = {
    held,
    within: (all) => withinLane(plan, slices, lane.lane, all),
  };
  const { run } = await runUnits(
    // The run of the evaluation already has its prices.
    of.fence === undefined ? await withPricesOf(options, row, plan) : options,
    held,
    plan,
    { ...hooks, onProgress() {} },
    'ask',
    KINDS_IN_LANES,
    part,
  );
  const outcome = await db.write((batch) =>
    updateLane(batch, held, { ...run.tally(), ended: 1, calls_under_way: 0 }),
  );
  if (!outcome.committed) throw new EvaluationFenced('Another worker took over the shard at its end.');
  return run;
}
