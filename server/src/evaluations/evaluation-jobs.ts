import type { Batch, Database } from '../db/db.ts';
import { BatchUndone, requireCommitted } from '../db/live.ts';
import type { Job, JobContext, Jobs } from '../jobs/jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Models } from '../models/models.ts';
import type { Aggregate } from './aggregate.ts';
import type { TellEvaluation } from './evaluation-events.ts';
import type { Status } from './evaluation-schemas.ts';
import {
  changeStatus,
  claimEvaluation,
  deletedEvaluations,
  type EvaluationHead,
  type EvaluationRow,
  eraseEvaluation,
  eraseParts,
  type Held,
  updateFenced,
} from './evaluation-store.ts';
import { type Ceilings, createCeilings } from './lanes.ts';
import { Fenced } from './ledger.ts';
import { measure } from './measure.ts';
import { storePartialResults } from './partial-results.ts';
import type { Plan } from './plan.ts';
import { createPulse, longestSilenceMs } from './pulse.ts';
import { buildResults } from './results.ts';
import { runUnits, type StopReason } from './runner.ts';

const RUN = 'evaluation.run';
const SUMMARISE = 'evaluation.summarise';
const ERASE = 'evaluation.erase';

interface Payload {
  workspaceId: string;
  id: string;
}

export function enqueueRun(jobs: Jobs, batch: Batch, workspaceId: string, id: string): void {
  jobs.enqueue(batch, { kind: RUN, workspaceId, key: id, payload: { workspaceId, id } satisfies Payload });
}

export function cancelRun(jobs: Jobs, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: RUN, key: id });
}

/** Keeps the results of what was measured before an evaluation was stopped. */
export function enqueueSummary(jobs: Jobs, batch: Batch, workspaceId: string, id: string): void {
  const payload = { workspaceId, id } satisfies Payload;
  jobs.enqueue(batch, { kind: SUMMARISE, workspaceId, key: id, payload });
}

export function enqueueErase(jobs: Jobs, batch: Batch, workspaceId: string, id: string): void {
  jobs.enqueue(batch, { kind: ERASE, workspaceId, key: id, payload: { workspaceId, id } satisfies Payload });
}

export interface EvaluationJobsOptions {
  db: Database;
  jobs: Jobs;
  models: Models;
  clock: Clock;
  log: Log;
  changed: TellEvaluation;
}

interface RunnerOptions extends EvaluationJobsOptions {
  ceilings: Ceilings;
}

const PROGRESS_MS = 500;
const ERASED_AT_ONCE = 200;
/** A creation that wrote its items in several batches is over, one way or the other, after this time. */
const HIDDEN_MS = 3_600_000;

/** Registers the jobs of evaluations: running one, and summarising or erasing what is left of a stopped one. */
export function defineEvaluationJobs(options: EvaluationJobsOptions): { sweep(): Promise<void> } {
  const { db, jobs, clock, changed } = options;
  const tell = (row: EvaluationHead) => changed(row.workspace_id, { ...row, status: row.status as Status });
  const deps: RunnerOptions = { ...options, ceilings: createCeilings() };

  jobs.define<Payload>(RUN, {
    concurrency: 4,
    run: (job, context) => runEvaluation(deps, job, context),
    onFailed(batch, { payload }, { message }) {
      const now = clock.now();
      const set = {
        status: 'failed',
        stop_reason: 'error',
        error_message: message,
        completed_at: now,
        updated_at: now,
      };
      const failed = failQuietly(batch, payload, set);
      batch.afterCommit(() => failed.rows.forEach(tell));
      enqueueSummary(jobs, batch, payload.workspaceId, payload.id);
    },
  });

  jobs.define<Payload>(SUMMARISE, {
    run: ({ payload: { workspaceId, id } }) =>
      storePartialResults({ db, clock, stored: tell }, workspaceId, id),
  });

  jobs.define<Payload>(ERASE, {
    async run({ payload: { workspaceId, id } }, { signal, heartbeat }) {
      while ((await eraseParts(db, workspaceId, id, ERASED_AT_ONCE)) > 0) {
        signal.throwIfAborted();
        heartbeat();
      }
      await db.write((batch) => eraseEvaluation(batch, workspaceId, id));
    },
  });

  return {
    /** Erases what creations that were killed half-way have left behind. */
    async sweep() {
      const left = await deletedEvaluations(db, clock.now() - HIDDEN_MS, 1000);
      await db.write((batch) => {
        for (const { workspace_id, id } of left) enqueueErase(jobs, batch, workspace_id, id);
      });
    },
  };
}

/** The evaluation may have been cancelled or deleted meanwhile; then its status stands, and the job fails alone. */
function failQuietly(batch: Batch, { workspaceId, id }: Payload, set: Partial<EvaluationRow>) {
  return changeStatus(batch, workspaceId, id, ['queued', 'running'], set, { mayMiss: true });
}

async function runEvaluation(options: RunnerOptions, job: Job<Payload>, context: JobContext): Promise<void> {
  const { workspaceId, id } = job.payload;
  const claimed = await claim(options, job);
  if (!claimed) return;
  const { held, plan } = claimed;
  const silenceMs = longestSilenceMs(plan);
  const pulse = createPulse(context.heartbeat, silenceMs);
  const progress = reportProgress(options, held, claimed.progress);
  try {
    options.changed(workspaceId, { id, status: 'running', progress_percent: claimed.progress });
    const stopped = await runUnits(options, held, plan, {
      signal: context.signal,
      onProgress: progress.report,
      onActivity: pulse.active,
    });
    await progress.flush();
    await complete(options, held, plan, stopped);
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
    options.log.info({ evaluation: id }, 'the evaluation was taken away from its run');
  } finally {
    pulse.stop();
    progress.stop();
  }
}

/** Takes the evaluation; null when it was cancelled, deleted or has ended. */
async function claim({ db, clock }: EvaluationJobsOptions, job: Job<Payload>) {
  const { workspaceId, id } = job.payload;
  let slot: ReturnType<typeof claimEvaluation> | undefined;
  const outcome = await db.write((batch) => {
    job.guard(batch);
    slot = claimEvaluation(batch, workspaceId, id, clock.now());
  });
  const row = slot?.rows[0];
  if (!outcome.committed || !row) return null;
  const held: Held = { workspaceId, id, fence: row.fence };
  return { held, plan: JSON.parse(row.plan_json) as Plan, progress: row.progress_percent };
}

/** Writes the progress at most twice a second, and never a smaller one than before. */
function reportProgress({ db, clock, log, changed }: EvaluationJobsOptions, held: Held, from: number) {
  let percent = from;
  let written = from;
  const flush = async () => {
    if (percent === written) return;
    const progress_percent = percent;
    const set = { progress_percent, updated_at: clock.now() };
    const outcome = await db.write((batch) => updateFenced(batch, held, set));
    if (!outcome.committed) return;
    written = progress_percent;
    changed(held.workspaceId, { id: held.id, status: 'running', progress_percent });
  };
  const timer = setInterval(
    () => flush().catch((err) => log.warn({ err }, 'progress was not written')),
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

async function complete(
  options: EvaluationJobsOptions,
  held: Held,
  plan: Plan,
  stopped: StopReason,
): Promise<void> {
  const { db, clock, changed } = options;
  const aggregate = await measure(db, held, plan);
  const scored = aggregate.cells.flat().some(({ counts }) => counts.scored > 0);
  const status = !scored ? 'failed' : stopped === 'budget' ? 'cancelled' : 'completed';
  const now = clock.now();
  const results = buildResults(plan, aggregate, { final: stopped !== 'budget' });
  const percent = Math.floor((100 * aggregate.done) / aggregate.units);
  const outcome = await db.write((batch) =>
    updateFenced(batch, held, {
      status,
      stop_reason: stopped ?? (scored ? null : 'error'),
      error_message: scored ? null : whyNothing(aggregate, stopped),
      results_json: JSON.stringify(results),
      progress_percent: percent,
      completed_at: now,
      updated_at: now,
    }),
  );
  try {
    requireCommitted(outcome);
  } catch (error) {
    if (error instanceof BatchUndone) throw new Fenced('The evaluation ended otherwise.');
    throw error;
  }
  changed(held.workspaceId, { id: held.id, status, progress_percent: percent });
}

function whyNothing({ cells }: Aggregate, stopped: StopReason): string {
  if (stopped === 'quota')
    return 'The account of the model is exhausted, and no answer was scored before it was.';
  const counts = new Map<string, number>();
  for (const { counts: cell } of cells.flat()) {
    for (const [reason, n] of Object.entries(cell.failures))
      counts.set(reason, (counts.get(reason) ?? 0) + n);
    if (cell.unscored > 0) counts.set('unscored', (counts.get('unscored') ?? 0) + cell.unscored);
  }
  const classes = [...counts].map(([reason, n]) => `${n} ${reason}`).join(', ');
  return `No answer could be scored (${classes || 'nothing was asked'}). See the samples for what each call said, mend it, and run the evaluation again.`;
}
