import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { NoteEnd, TellEvaluation } from './evaluation-events.ts';
import { cancelRun, enqueueBatchClosing, enqueueRun, enqueueSummary } from './evaluation-queue.ts';
import { measureEvaluation } from './pipeline/measure.ts';
import type { RestartAction } from './pipeline/planning.ts';
import { toEvaluation } from './pipeline/to-response.ts';
import { countUnits, percentDone } from './plan/plan.ts';
import { keepAnsweredEntries, type Preflight } from './plan/preflight.ts';
import type { Status } from './schemas/evaluation-schemas.ts';
import {
  changeStatus,
  type EvaluationHead,
  type EvaluationRow,
  isUnderWay,
  readPlan,
  WRONG_EVALUATION_STATUS,
} from './stores/evaluation-store.ts';
import { countFinishedUnits, countUnitsWithOutcome, hasAnswers } from './stores/sample-store.ts';

export interface LifecycleOptions {
  db: Database;
  clock: Clock;
  changed: TellEvaluation;
  noteEnd: NoteEnd;
  /** Throws `not_found`. */
  find(workspaceId: string, id: string): Promise<EvaluationHead>;
  jobs: JobQueue;
}

const STOPPED_STATUSES = ['cancelled', 'failed', 'completed'] as const;

const QUEUED_AGAIN = {
  work: 'ask',
  stop_reason: null,
  completed_at: null,
  error_message: null,
  results_json: null,
} as const;

/** Resets the run and asks those again that did not pass the preflight. */
function askAgain({ run_facts_json: json }: EvaluationHead): Partial<EvaluationRow> {
  const facts = json === null ? null : (JSON.parse(json) as { preflight?: Preflight });
  if (!facts?.preflight) return QUEUED_AGAIN;
  return {
    ...QUEUED_AGAIN,
    run_facts_json: JSON.stringify({ ...facts, preflight: keepAnsweredEntries(facts.preflight) }),
  };
}

const ACTION_DONE_WORDS: Readonly<Record<RestartAction, string>> = {
  resume: 'resumed',
  retry: 'retried',
  rescore: 'graded again',
};

/** How an evaluation is stopped and started again. Each answers the row as it was written, or throws `wrong_state`. */
export function createLifecycle(options: LifecycleOptions) {
  const { db, clock, changed, noteEnd, find, jobs } = options;

  async function change(
    workspaceId: string,
    id: string,
    from: readonly Status[],
    set: Partial<EvaluationRow>,
    also: (batch: Batch) => void,
    fence?: number,
  ): Promise<EvaluationHead> {
    let written: ReturnType<typeof changeStatus> | undefined;
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      const changes = { ...set, updated_at: clock.now() };
      written = changeStatus(batch, workspaceId, id, from, changes, { fence });
      also(batch);
    });
    requireCommitted(outcome, workspaceId);
    const row = writtenRow(written);
    changed(workspaceId, toEvaluation(row, null));
    return row;
  }

  /** Column changes for this action. Throws `wrong_state` if it is not possible. */
  async function changesOf(what: RestartAction, row: EvaluationHead): Promise<Partial<EvaluationRow>> {
    if (isUnderWay(row)) throw notStopped(row, ACTION_DONE_WORDS[what]);
    if (what === 'resume') {
      // Requests refused with the account or the model were never answered: they are asked again together with those
      // not asked.
      if (row.stop_reason === 'refused') return retried(row);
      if (!(await hasPending(db, row))) throw wrongState(row, 'all its requests have been sent');
      return askAgain(row);
    }
    if (what === 'rescore') {
      if (!(await hasAnswers(db, ofRow(row)))) throw wrongState(row, 'it has no response to grade');
      return { work: 'rescore', progress_percent: 0 };
    }
    if ((await countUnitsWithOutcome(db, ofRow(row), 'failed')) === 0)
      throw wrongState(row, 'none of its units failed');
    return retried(row);
  }

  /** A further round, in which all that failed is pending again. */
  async function retried(row: EvaluationHead): Promise<Partial<EvaluationRow>> {
    const failed = await countUnitsWithOutcome(db, ofRow(row), 'failed');
    const plan = await readPlan(db, row);
    const share = plan === null ? 0 : Math.ceil((100 * failed) / countUnits(plan));
    const progress_percent = Math.max(0, row.progress_percent - share);
    return { ...askAgain(row), round: row.round + 1, progress_percent };
  }

  return {
    async cancel(workspaceId: string, id: string): Promise<EvaluationHead> {
      for (;;) {
        const row = await find(workspaceId, id);
        if (row.status === 'cancelled') return row;
        if (!isUnderWay(row)) throw wrongState(row, 'only a queued or running one can be cancelled');
        const from = [row.status as Status];
        try {
          const set = { ...cancelled(row, clock.now()), ...(await progressBefore(db, row)) };
          return await change(workspaceId, id, from, set, (batch) => stop(batch, row), row.fence);
        } catch (error) {
          // It started or ended meanwhile: its current state decides.
          if (!(error instanceof BatchUndone)) throw error;
        }
      }

      function stop(batch: Batch, { work }: EvaluationHead): void {
        cancelRun(jobs, batch, id);
        enqueueBatchClosing(jobs, batch, workspaceId, id);
        enqueueSummary(jobs, batch, workspaceId, id);
        // That of one that was graded again was told when it ended.
        if (work === 'ask') noteEnd(batch, workspaceId, { id, status: 'cancelled' });
      }
    },

    /** Throws `wrong_state` where it cannot go on in this way. */
    async requireAgain(what: RestartAction, row: EvaluationHead): Promise<void> {
      await changesOf(what, row);
    },

    /**
     * Queues a stopped evaluation again; of several simultaneous requests, one succeeds. `alongside` adds to the
     * batch and must not throw; a failed expectation of it becomes a `BatchUndone`.
     */
    async again(
      what: RestartAction,
      workspaceId: string,
      id: string,
      alongside: (batch: Batch) => void,
    ): Promise<EvaluationHead> {
      const set = await changesOf(what, await find(workspaceId, id));
      try {
        return await change(workspaceId, id, STOPPED_STATUSES, { status: 'queued', ...set }, (batch) => {
          enqueueRun(jobs, batch, workspaceId, id);
          alongside(batch);
        });
      } catch (error) {
        if (!(error instanceof BatchUndone) || error.why !== WRONG_EVALUATION_STATUS.orElse) throw error;
        throw notStopped(await find(workspaceId, id), ACTION_DONE_WORDS[what]);
      }
    },
  };
}

const ofRow = ({ workspace_id, id }: EvaluationHead) => ({ workspaceId: workspace_id, id });

/** What a cancelled evaluation is; one that was graded again is what it was before, as its row still says. */
function cancelled({ work, completed_at, error_message, stop_reason }: EvaluationHead, now: number) {
  if (work === 'ask') return { status: 'cancelled', stop_reason: 'user', completed_at: now };
  const wasCancelled = stop_reason === 'user' || stop_reason === 'budget';
  const status = error_message !== null ? 'failed' : wasCancelled ? 'cancelled' : 'completed';
  return { status, completed_at: completed_at ?? now };
}

/** Grading again has a progress of its own, and changes nothing of how much was asked. */
async function progressBefore(db: Database, row: EvaluationHead): Promise<Partial<EvaluationRow>> {
  const plan = row.work === 'rescore' ? await readPlan(db, row) : null;
  if (plan === null) return {};
  return {
    progress_percent: percentDone(await countFinishedUnits(db, ofRow(row), row.round), countUnits(plan)),
  };
}

async function hasPending(db: Database, row: EvaluationHead): Promise<boolean> {
  if (row.status !== 'completed') return true;
  const plan = await readPlan(db, row);
  if (plan === null) return false;
  return (await measureEvaluation(db, ofRow(row), plan)).aggregate.done < countUnits(plan);
}

function notStopped(row: EvaluationHead, what: string): AppError {
  return wrongState(row, `it can be ${what} once it has stopped`);
}

function wrongState({ status }: EvaluationHead, why: string): AppError {
  return new AppError('wrong_state', `The evaluation is ${status}; ${why}.`);
}

/** The row as a committed batch wrote it, which a later reading need not find any more. */
export function writtenRow(written: { rows: EvaluationHead[] } | undefined): EvaluationHead {
  const row = written?.rows[0];
  if (!row) throw new Error('A batch was committed without the row that it guards.');
  return row;
}
