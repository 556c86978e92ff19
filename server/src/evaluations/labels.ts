import type { Database } from '../db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../db/live.ts';
import type { Actor } from '../kernel/actor.ts';
import { type Clock, toTimestamp } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { EvaluationHead } from './evaluation-store.ts';
import type { Label, NewLabel } from './label-schemas.ts';
import { insertLabel, type LabelRow, labelsOfSample } from './label-store.ts';
import { sampleId, unitOfSample } from './sample-id.ts';
import { readSample } from './sample-store.ts';

const OVERALL = 'overall';
const MOST_SHOWN = 1000;

/** What people give an answer; kept beside the sample, whatever graders say, to calibrate judges against. */
export async function addLabel(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  evaluation: EvaluationHead,
  sample: string,
  { score, criterion = OVERALL, note = null }: NewLabel,
): Promise<Label> {
  const unit = await requireSample(db, evaluation, sample);
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
    insertLabel(batch, row);
  });
  requireCommitted(outcome, evaluation.workspace_id);
  return toLabel(row);
}

/** The labels of one sample, oldest first. */
export async function listLabels(db: Database, evaluation: EvaluationHead, sample: string): Promise<Label[]> {
  const unit = await requireSample(db, evaluation, sample);
  return (await labelsOfSample(db, ofEvaluation(evaluation), unit, MOST_SHOWN)).map(toLabel);
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
