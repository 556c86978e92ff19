import type { AppError } from '../../../kernel/errors.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { BatchUndone } from '../../../platform/db/live-workspace.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { enqueueRun } from '../evaluation-queue.ts';
import { measureEvaluation } from '../pipeline/measure.ts';
import type { RestartAction } from '../pipeline/planning.ts';
import { countUnits, isRecorded } from '../plan/plan.ts';
import { keepAnsweredEntries, type Preflight } from '../plan/preflight.ts';
import {
  type EvaluationHead,
  type EvaluationRow,
  isUnderWay,
  readPlan,
  WRONG_EVALUATION_STATUS,
} from '../stores/evaluation-store.ts';
import { countUnitsWithOutcome, hasAnswers } from '../stores/sample-store.ts';
import { requireEvaluation } from './stored-evaluation.ts';
import { type StatusOptions, writeStatus, wrongStateError } from './write-status.ts';

interface RestartOptions extends StatusOptions {
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

const ACTION_DONE_WORDS: Readonly<Record<RestartAction, string>> = {
  resume: 'resumed',
  retry: 'retried',
  rescore: 'graded again',
};

/**
 * Queues a stopped evaluation again and returns its row; of several simultaneous requests, one succeeds. `alongside`
 * adds to the batch and must not throw; if a condition that it adds fails, the result is `BatchUndone`. Throws
 * `wrong_state` if the action is not possible.
 */
export async function restartEvaluation(
  options: RestartOptions,
  action: RestartAction,
  workspaceId: string,
  id: string,
  alongside: (batch: Batch) => void,
): Promise<EvaluationHead> {
  const { db, jobs } = options;
  const row = await requireEvaluation(db, workspaceId, id);
  const set = await restartColumns(db, action, row);
  try {
    return await writeStatus(options, row, {
      from: STOPPED_STATUSES,
      set: { status: 'queued', ...set },
      alongside(batch) {
        enqueueRun(jobs, batch, workspaceId, id);
        alongside(batch);
      },
    });
  } catch (error) {
    if (!(error instanceof BatchUndone) || error.why !== WRONG_EVALUATION_STATUS.orElse) throw error;
    throw notStopped(await requireEvaluation(db, workspaceId, id), action);
  }
}

/** Throws `wrong_state` if the action is not possible. */
export async function requireRestartable(
  db: Database,
  action: RestartAction,
  row: EvaluationHead,
): Promise<void> {
  await restartColumns(db, action, row);
}

/** Throws `wrong_state` for an imported evaluation, which cannot be sent or graded again. */
export async function requireNotImported(db: Database, row: EvaluationHead): Promise<void> {
  const plan = await readPlan(db, row);
  if (plan !== null && isRecorded(plan))
    throw wrongStateError(
      row,
      'it was imported from files of another tool, so nothing is asked or graded again',
    );
}

/** Column changes for this action. Throws `wrong_state` if it is not possible. */
async function restartColumns(
  db: Database,
  action: RestartAction,
  row: EvaluationHead,
): Promise<Partial<EvaluationRow>> {
  if (isUnderWay(row)) throw notStopped(row, action);
  await requireNotImported(db, row);
  if (action === 'resume') {
    // Requests that the account or model refused got no response, so they are repeated with those not sent yet.
    if (row.stop_reason === 'refused') return nextRoundColumns(db, row);
    if (!(await hasPending(db, row))) throw wrongStateError(row, 'all its requests have been sent');
    return askAgainColumns(row);
  }
  if (action === 'rescore') {
    if (!(await hasAnswers(db, keyOfRow(row)))) throw wrongStateError(row, 'it has no response to grade');
    return { work: 'rescore', progress_percent: 0 };
  }
  if ((await countUnitsWithOutcome(db, keyOfRow(row), 'failed')) === 0)
    throw wrongStateError(row, 'none of its units failed');
  return nextRoundColumns(db, row);
}

/** Columns of another round, in which all failed units are pending again. */
async function nextRoundColumns(db: Database, row: EvaluationHead): Promise<Partial<EvaluationRow>> {
  const failed = await countUnitsWithOutcome(db, keyOfRow(row), 'failed');
  const plan = await readPlan(db, row);
  const share = plan === null ? 0 : Math.ceil((100 * failed) / countUnits(plan));
  const progress_percent = Math.max(0, row.progress_percent - share);
  return { ...askAgainColumns(row), round: row.round + 1, progress_percent };
}

/** Columns of another run; targets and judges that did not pass the preflight are checked again. */
function askAgainColumns({ run_facts_json: json }: EvaluationHead): Partial<EvaluationRow> {
  const facts = json === null ? null : (JSON.parse(json) as { preflight?: Preflight });
  if (!facts?.preflight) return QUEUED_AGAIN;
  const preflight = keepAnsweredEntries(facts.preflight);
  return { ...QUEUED_AGAIN, run_facts_json: JSON.stringify({ ...facts, preflight }) };
}

const keyOfRow = ({ workspace_id, id }: EvaluationHead) => ({ workspaceId: workspace_id, id });

async function hasPending(db: Database, row: EvaluationHead): Promise<boolean> {
  if (row.status !== 'completed') return true;
  const plan = await readPlan(db, row);
  if (plan === null) return false;
  return (await measureEvaluation(db, keyOfRow(row), plan)).aggregate.done < countUnits(plan);
}

function notStopped(row: EvaluationHead, action: RestartAction): AppError {
  return wrongStateError(row, `it can be ${ACTION_DONE_WORDS[action]} once it has stopped`);
}
