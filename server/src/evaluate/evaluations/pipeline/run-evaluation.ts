import { nameInSentence } from '../../../decide/slo/slo.ts';
import { BatchUndone, requireCommitted } from '../../../platform/db/live-workspace.ts';
import { type Job, type JobContext, RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import { cancelLoadShares, enqueueCacheEviction } from '../evaluation-queue.ts';
import { callsWithoutSamples, KINDS } from '../kinds/registry.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import {
  asksForScores,
  hasScores,
  hasUnits,
  type Plan,
  parsePlan,
  percentDone,
  pricesOfPlan,
} from '../plan/plan.ts';
import { describeRefusals } from '../plan/preflight.ts';
import { silentJudgeSentences } from '../plan/silent-judges.ts';
import { type CallReasons, callReasons } from '../results/call-reasons.ts';
import { createHeartbeat, maxGapMs } from '../run/heartbeat.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import type { Run, StopReason } from '../run/run.ts';
import type { Status } from '../schemas/evaluation-schemas.ts';
import { claimEvaluation, type EvaluationClaim, updateHeldEvaluation } from '../stores/evaluation-store.ts';
import { adoptLanes } from '../stores/lane-store.ts';
import { buildResults } from './build-results.ts';
import { askInLanes, type LaneOptions, withPricesOf } from './lanes.ts';
import { type Measurement, measureEvaluation } from './measure.ts';
import { runPreflight } from './preflight.ts';
import { type RunConditions, runConditions } from './run-conditions.ts';
import { type PlannedWork, runUnits, saveInterruptedRun } from './run-units.ts';

const PROGRESS_MS = 500;

/** One run of an evaluation, from its claim to its results. */
export async function runEvaluation(
  unpriced: LaneOptions,
  job: Job<Pick<EvaluationClaim, 'workspaceId' | 'id'>>,
  context: JobContext,
): Promise<void> {
  const { workspaceId, id } = job.payload;
  const claimed = await claimForRun(unpriced, job);
  if (!claimed) return;
  const { work } = claimed;
  let { plan } = claimed;
  const of = { workspace_id: workspaceId, created_at: claimed.createdAt };
  const options = await withPricesOf(unpriced, of, plan);
  const silenceMs = maxGapMs(plan);
  const heartbeat = createHeartbeat(context.heartbeat, silenceMs);
  const progress = reportProgress(options, claimed.held, claimed.progress);
  try {
    options.changed(workspaceId, { id, status: 'running', progress_percent: claimed.progress });
    const hooks = { signal: context.signal, onProgress: progress.report, onActivity: heartbeat.active };
    if (work === 'ask') plan = await runPreflight(options, claimed.held, plan, claimed.facts, hooks);
    // Runs units that lanes left, and those that must run alone or compare responses.
    const { held, run: inLane } =
      work === 'ask' && plan.methodology.delivery !== 'batch'
        ? await askInLanes(options, claimed.held, plan, hooks)
        : { ...claimed, run: null };
    const { stopped, run } = await runUnits(options, held, plan, hooks, work);
    await progress.flush();
    const waits = run.waits();
    if (waits !== null) return await handBack(options, run, waits);
    const facts = await options.factsAt(workspaceId, pricesOfPlan(plan, claimed.createdAt).which);
    const stop = work === 'ask' ? stopped : claimed.stopReason;
    await completeEvaluation({ ...options, facts }, run, stop, inLane ?? run);
  } catch (error) {
    if (!(error instanceof EvaluationFenced)) throw error;
    options.log.info({ evaluation: id }, 'another worker took over the evaluation');
  } finally {
    heartbeat.stop();
    progress.stop();
  }
}

/** Claims the evaluation; null if it was cancelled, deleted or has ended. */
async function claimForRun(
  { db, jobs, clock }: LaneOptions,
  job: Job<Pick<EvaluationClaim, 'workspaceId' | 'id'>>,
) {
  const { workspaceId, id } = job.payload;
  let slot: ReturnType<typeof claimEvaluation> | undefined;
  let adopted: ReturnType<typeof adoptLanes> | undefined;
  const outcome = await db.write((batch) => {
    slot = claimEvaluation(batch, workspaceId, id, clock.now());
    adopted = adoptLanes(batch, { workspaceId, id });
    // The leader of a window may have been killed and left its shares.
    cancelLoadShares(jobs, batch, id);
    // Last, because a cancellation also writes the evaluation before it cancels the job.
    job.guard(batch);
  });
  const row = slot?.rows[0];
  if (!outcome.committed || !row) return null;
  const cutOff = adopted?.rows[0]?.calls_cut_off ?? row.calls_cut_off;
  return {
    held: { workspaceId, id, fence: row.fence, round: row.round, cutOff } satisfies EvaluationClaim,
    plan: parsePlan(row.plan_json, row.run_facts_json),
    facts: row.run_facts_json,
    progress: row.progress_percent,
    createdAt: row.created_at,
    work: row.work as PlannedWork,
    stopReason: row.stop_reason as EarlierStop,
  };
}

/** Writes the progress at most twice a second, and never decreases it. */
function reportProgress({ db, clock, log, changed }: LaneOptions, held: EvaluationClaim, from: number) {
  let percent = from;
  let written = from;
  const flush = async () => {
    if (percent === written) return;
    const progress_percent = percent;
    const set = { progress_percent, updated_at: clock.now() };
    const outcome = await db.write((batch) => updateHeldEvaluation(batch, held, set));
    if (!outcome.committed) return;
    written = progress_percent;
    changed(held.workspaceId, { id: held.id, status: 'running', progress_percent });
  };
  const timer = setInterval(
    () => flush().catch((err) => log.warn({ err, evaluation: held.id }, 'progress was not written')),
    PROGRESS_MS,
  );
  return {
    report(done: number, units: number) {
      percent = Math.max(percent, Math.floor((100 * done) / units));
    },
    flush,
    stop: () => clearInterval(timer),
  };
}

/** Returns the job until batches are due, so that it blocks no worker. */
async function handBack({ clock }: LaneOptions, run: Run, until: number): Promise<never> {
  await saveInterruptedRun(run, null);
  throw new RetryJobAfter(Math.max(0, until - clock.now()), 'batches are under way');
}

/** Why an evaluation stopped before it was rescored, which rescoring does not change. */
type EarlierStop = StopReason | 'user' | 'error';

async function completeEvaluation(
  { db, jobs, clock, changed, noteEnd, ...known }: LaneOptions,
  run: Run,
  stopped: EarlierStop,
  /** The run that sent requests, for the run conditions. */
  asked: Run,
): Promise<void> {
  const { held, plan } = run;
  const measurement = await measureEvaluation(db, held, plan);
  const { aggregate, measured } = measurement;
  const stops = plan.targets.map((_, i) => run.targets[i]?.stopped ?? asked.targets[i]?.stopped ?? null);
  const { notMeasured } = callReasons(plan, aggregate, callsWithoutSamples(measured), stops);
  const ending = endingOf(plan, measurement, stopped);
  const { status } = ending;
  const now = clock.now();
  const results = await buildResults(plan, aggregate, {
    final: status !== 'cancelled',
    measured,
    ...known,
    stopped,
    cutOff: held.cutOff,
    stops,
  });
  if (!hasFindings(plan, measurement))
    ending.error_message = whyNothing(plan, measurement, stopped, notMeasured, silentJudgeSentences(results));
  const percent = percentDone(aggregate.done, aggregate.units);
  const outcome = await db.write((batch) => {
    updateHeldEvaluation(batch, held, {
      ...ending,
      work: 'ask',
      calls_under_way: 0,
      run_facts_json: JSON.stringify(runConditions(asked, aggregate, stops) satisfies RunConditions),
      results_json: JSON.stringify(results),
      progress_percent: percent,
      completed_at: now,
      updated_at: now,
    });
    // The shares of a window may not have been cancelled when it ended.
    cancelLoadShares(jobs, batch, held.id);
    enqueueCacheEviction(jobs, batch, held.workspaceId);
    noteEnd(batch, held.workspaceId, { id: held.id, status });
  });
  try {
    requireCommitted(outcome);
  } catch (error) {
    if (error instanceof BatchUndone) throw new EvaluationFenced('The evaluation has already ended.');
    throw error;
  }
  changed(held.workspaceId, { id: held.id, status, progress_percent: percent });
}

interface Ending {
  status: Status;
  stop_reason: Exclude<EarlierStop, null> | null;
  error_message: string | null;
}

/** How the run ended. If nothing was found, `whyNothing` supplies the message once there are results. */
function endingOf(plan: Plan, measurement: Measurement, stopped: EarlierStop): Ending {
  const { aggregate } = measurement;
  if (!hasFindings(plan, measurement))
    return { status: 'failed', stop_reason: stopped ?? 'error', error_message: null };
  if (stopped === 'budget' || stopped === 'user') {
    return { status: 'cancelled', stop_reason: stopped, error_message: null };
  }
  if (stopped === 'error' && aggregate.done < aggregate.units) {
    const error_message = 'An earlier run failed before every unit was sent; resume the evaluation.';
    return { status: 'failed', stop_reason: 'error', error_message };
  }
  const isOpen = stopped === 'quota' || stopped === 'refused';
  return { status: 'completed', stop_reason: isOpen ? stopped : null, error_message: null };
}

/** Whether there are findings: scores, measurements of a kind, or facts, which need neither. */
function hasFindings(plan: Plan, { aggregate: { cells }, measured }: Measurement): boolean {
  const scored = cells.flat().some(({ counts }) => counts.scored > 0);
  const found = KINDS.some((kind) => {
    const own = measured.of(kind);
    return own !== null && kind.hasFindings?.(own) === true;
  });
  return scored || found || plan.benchmarks.every(({ kind }) => !hasUnits(kind));
}

function whyNothing(
  plan: Plan,
  { aggregate: { cells }, measured }: Measurement,
  stopped: EarlierStop,
  notMeasured: CallReasons['notMeasured'],
  ofJudges: readonly string[],
): string {
  const silent = notMeasured.filter((one) => one !== null);
  const said = silent
    .slice(0, MAX_SAID)
    .map(({ target_label, reason }) => `${nameInSentence(target_label)}: ${reason}.`);
  if (stopped === 'quota')
    return [
      'The account of the model is exhausted, and no response was scored before.',
      ...said,
      ...describeRefusals({ targets: [], judges: plan.preflight?.judges ?? [] }),
    ].join(' ');
  const counts = new Map<string, number>();
  const add = (reason: string, n: number) => counts.set(reason, (counts.get(reason) ?? 0) + n);
  // Criteria and preferences derive from responses that are already counted.
  const asked = cells.filter((_, i) => asksForScores(plan.benchmarks[i] as PlannedBenchmark));
  for (const { counts: cell } of asked.flat()) {
    for (const [reason, n] of Object.entries(cell.failures)) add(reason, n);
    if (cell.unscored > 0) add('unscored', cell.unscored);
  }
  for (const kind of KINDS) {
    const own = measured.of(kind);
    for (const [reason, n] of Object.entries((own !== null && kind.failures?.(own)) || {})) add(reason, n);
  }
  const classes = [...counts].map(([reason, n]) => `${n} ${reason}`).join(', ');
  if (stopped === 'budget' && classes === '')
    return 'max_cost_usd is below the cost of the first calls. Increase it, or choose fewer samples.';
  const nothing = plan.benchmarks.some(hasScores)
    ? 'No response could be scored'
    : 'Nothing could be measured';
  return [
    `${nothing} (${classes || 'no unit was completed'}).`,
    ...said,
    ...ofJudges,
    ofJudges.length > 0
      ? 'Correct the cause, then rescore the evaluation if it was stored; no target is called again.'
      : 'The samples contain the response to each call. Correct the cause and run the evaluation again.',
  ].join(' ');
}

/** Maximum number of targets whose reasons an error message quotes. */
const MAX_SAID = 3;
