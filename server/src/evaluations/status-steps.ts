import type { Batch, Database } from '../db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted } from '../db/live.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { TellEvaluation } from './evaluation-events.ts';
import type { Status } from './evaluation-schemas.ts';
import { changeStatus, type EvaluationHead, type EvaluationRow, readPlan } from './evaluation-store.ts';
import { measure } from './measure.ts';
import { countUnits } from './plan.ts';
import { toEvaluation } from './present.ts';
import { countVerdict, hasAnswers } from './sample-store.ts';

export interface StatusStepsOptions {
  db: Database;
  clock: Clock;
  changed: TellEvaluation;
  /** Throws `not_found`. */
  find(workspaceId: string, id: string): Promise<EvaluationHead>;
  enqueueRun(batch: Batch, workspaceId: string, id: string): void;
  enqueueSummary(batch: Batch, workspaceId: string, id: string): void;
  cancelRun(batch: Batch, id: string): void;
}

const STOPPED = ['cancelled', 'failed', 'completed'] as const;
const isStopped = ({ status }: EvaluationHead) => (STOPPED as readonly string[]).includes(status);

/** How an evaluation is stopped and started again. Each answers the row as it was written, or throws `wrong_state`. */
export function createStatusSteps(options: StatusStepsOptions) {
  const { db, clock, changed, find, enqueueRun, enqueueSummary, cancelRun } = options;

  async function change(
    workspaceId: string,
    id: string,
    from: readonly Status[],
    set: Partial<EvaluationRow>,
    also: (batch: Batch) => void,
  ): Promise<EvaluationHead> {
    let written: ReturnType<typeof changeStatus> | undefined;
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      written = changeStatus(batch, workspaceId, id, from, { ...set, updated_at: clock.now() });
      also(batch);
    });
    requireCommitted(outcome, workspaceId);
    const row = asWritten(written);
    changed(workspaceId, toEvaluation(row, null));
    return row;
  }

  /** Queues an evaluation that has stopped; of several requests at once, one does. */
  async function queueAgain(
    workspaceId: string,
    id: string,
    what: string,
    set: Partial<EvaluationRow>,
  ): Promise<EvaluationHead> {
    const fresh = { status: 'queued', completed_at: null, error_message: null, results_json: null };
    try {
      return await change(workspaceId, id, STOPPED, { ...fresh, ...set }, (batch) =>
        enqueueRun(batch, workspaceId, id),
      );
    } catch (error) {
      if (!(error instanceof BatchUndone)) throw error;
      throw notStopped(await find(workspaceId, id), what);
    }
  }

  return {
    async cancel(workspaceId: string, id: string): Promise<EvaluationHead> {
      const set = { status: 'cancelled', stop_reason: 'user', completed_at: clock.now() };
      try {
        return await change(workspaceId, id, ['queued', 'running'], set, (batch) => {
          cancelRun(batch, id);
          enqueueSummary(batch, workspaceId, id);
        });
      } catch (error) {
        if (!(error instanceof BatchUndone)) throw error;
        const row = await find(workspaceId, id);
        if (row.status === 'cancelled') return row;
        throw wrongState(row, 'only a queued or running one can be cancelled');
      }
    },

    async resume(workspaceId: string, id: string): Promise<EvaluationHead> {
      const row = await find(workspaceId, id);
      if (!isStopped(row)) throw notStopped(row, 'resumed');
      if (!(await hasPending(db, row))) throw wrongState(row, 'it has nothing left to ask');
      return queueAgain(workspaceId, id, 'resumed', { stop_reason: null, work: 'ask' });
    },

    async retry(workspaceId: string, id: string): Promise<EvaluationHead> {
      const row = await find(workspaceId, id);
      if (!isStopped(row)) throw notStopped(row, 'retried');
      const failed = await countVerdict(db, ofRow(row), 'failed');
      if (failed === 0) throw wrongState(row, 'no unit of it has failed');
      const plan = await readPlan(db, row);
      const share = plan === null ? 0 : Math.ceil((100 * failed) / countUnits(plan));
      const progress_percent = Math.max(0, row.progress_percent - share);
      return queueAgain(workspaceId, id, 'retried', {
        stop_reason: null,
        work: 'ask',
        round: row.round + 1,
        progress_percent,
      });
    },

    async rescore(workspaceId: string, id: string): Promise<EvaluationHead> {
      const row = await find(workspaceId, id);
      if (!isStopped(row)) throw notStopped(row, 'graded again');
      if (!(await hasAnswers(db, ofRow(row)))) throw wrongState(row, 'there is no answer to grade');
      return queueAgain(workspaceId, id, 'graded again', { work: 'rescore' });
    },
  };
}

const ofRow = ({ workspace_id, id }: EvaluationHead) => ({ workspaceId: workspace_id, id });

async function hasPending(db: Database, row: EvaluationHead): Promise<boolean> {
  if (row.status !== 'completed') return true;
  const plan = await readPlan(db, row);
  if (plan === null) return false;
  return (await measure(db, ofRow(row), plan)).done < countUnits(plan);
}

function notStopped(row: EvaluationHead, what: string): AppError {
  return wrongState(row, `it can be ${what} once it has stopped`);
}

function wrongState({ status }: EvaluationHead, why: string): AppError {
  return new AppError('wrong_state', `The evaluation is ${status}; ${why}.`);
}

/** The row as a committed batch wrote it, which a later reading need not find any more. */
export function asWritten(written: { rows: EvaluationHead[] } | undefined): EvaluationHead {
  const row = written?.rows[0];
  if (!row) throw new Error('A batch was committed without the row that it guards.');
  return row;
}
