import type { Actor } from '../../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../../kernel/clock.ts';
import { impossibleField, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { enqueueLabelCount } from '../evaluation-queue.ts';
import { kindOf } from '../kinds/registry.ts';
import { asksForScores, type Plan, unitAt } from '../plan/plan.ts';
import type { Label, NewLabel } from '../schemas/label-schemas.ts';
import {
  type EvaluationHead,
  guardEvaluation,
  readPlan,
  requireEvaluationCommitted,
} from '../stores/evaluation-store.ts';
import { insertLabel, type LabelRow, readLabelsOfSample } from '../stores/label-store.ts';
import { sampleId, unitOfSample } from '../stores/sample-id.ts';
import { readSample } from '../stores/sample-store.ts';

const OVERALL_CRITERION = 'overall';
const MAX_SHOWN = 1000;
/**
 * Labels added within this time are counted together, because reading all judgements of a large evaluation takes
 * seconds.
 */
const COUNTED_AFTER_MS = 300;

export interface LabelDeps {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
}

/**
 * Adds a person's label to a response. It does not change the grade, and calibrates the judges. Throws 422 for an
 * unknown criterion, and `not_found` if the evaluation was deleted meanwhile.
 */
export async function addLabel(
  { db, clock, jobs }: LabelDeps,
  actor: Actor,
  evaluation: EvaluationHead,
  sample: string,
  { score, criterion = OVERALL_CRITERION, note = null }: NewLabel,
): Promise<Label> {
  const unit = await requireSample(db, evaluation, sample);
  const plan = await readPlan(db, evaluation);
  if (plan) requireCriterion(plan, unit, criterion);
  const now = clock.now();
  const row: LabelRow = {
    workspace_id: evaluation.workspace_id,
    evaluation_id: evaluation.id,
    unit,
    id: newId(now),
    criterion,
    score,
    note,
    labelled_by: actor.id,
    created_at: now,
  };
  const outcome = await db.write((batch) => {
    guardLiveWorkspace(batch, evaluation.workspace_id);
    guardEvaluation(batch, evaluation);
    insertLabel(batch, row);
    if (plan?.judges)
      enqueueLabelCount(jobs, batch, evaluation.workspace_id, evaluation.id, now + COUNTED_AFTER_MS);
  });
  requireEvaluationCommitted(evaluation, outcome);
  return toLabel(row);
}

/** The labels of one sample, oldest first. */
export async function listLabels(db: Database, evaluation: EvaluationHead, sample: string): Promise<Label[]> {
  const unit = await requireSample(db, evaluation, sample);
  return (await readLabelsOfSample(db, ofEvaluation(evaluation), unit, MAX_SHOWN)).map(toLabel);
}

function requireCriterion(plan: Plan, unit: number, criterion: string): void {
  const benchmark = plan.benchmarks[unitAt(plan, unit).benchmark];
  if (!benchmark || !asksForScores(benchmark)) {
    throw impossibleField(
      '/criterion',
      'This sample has no response to label; label the samples of its targets.',
    );
  }
  const known = [...(kindOf(benchmark).labelled?.(benchmark) ?? []), OVERALL_CRITERION];
  if (known.includes(criterion)) return;
  throw impossibleField(
    '/criterion',
    `No criterion of this response is called "${criterion}"; known: ${known.join(', ')}.`,
  );
}

async function requireSample(db: Database, evaluation: EvaluationHead, sample: string): Promise<number> {
  const unit = unitOfSample(evaluation.id, sample);
  if (unit === null || !(await readSample(db, ofEvaluation(evaluation), unit))) {
    throw notFound('sample', sample);
  }
  return unit;
}

const ofEvaluation = ({ workspace_id, id }: EvaluationHead) => ({ workspaceId: workspace_id, id });

function toLabel(row: LabelRow): Label {
  return {
    id: row.id,
    sample_id: sampleId(row.evaluation_id, row.unit),
    criterion: row.criterion,
    score: row.score,
    note: row.note,
    labelled_by: row.labelled_by,
    created_at: toTimestamp(row.created_at),
  };
}
