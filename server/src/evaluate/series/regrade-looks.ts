import { systemActor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { RetryAfter } from '../../platform/jobs/jobs.ts';
import {
  changedSince,
  type Evaluation,
  type Evaluations,
  GRADED_BY_NOW,
  type Versions,
  versionsIn,
} from '../evaluations/evaluations.ts';
import { addObservations, type Monitor } from './monitors.ts';
import { marginsOf } from './series-fields.ts';
import { lookFirst } from './series-looks.ts';
import { type LookRow, newestLooks, type SeriesRow } from './series-store.ts';

interface Regraded {
  monitors: Monitor[];
  /** Of the reference, as it is graded now. */
  graders: Versions;
  /** Looks after the reference that count, and those that do not since their evaluation was deleted. */
  looks: number;
  gone: number;
}

/** How soon it is looked again whether answers are graded. */
const AGAIN_MS = 1000;
/** More are not followed. */
const MOST_LOOKS = 10_000;

/**
 * What the reference and the looks after it show, each graded by the versions of today: the answers that are kept are
 * graded again, and no target is asked. Without this a change of a grader would be a step, and an alarm, that no target
 * took. Throws `RetryAfter` while answers are graded; answers the reason where the reference cannot be.
 */
export async function regradeLooks(
  { db, evaluations }: { db: Database; evaluations: Pick<Evaluations, 'get' | 'observe' | 'rescore'> },
  series: SeriesRow,
  own: LookRow,
): Promise<Regraded | { reason: string }> {
  const { workspace_id: workspaceId } = series;
  const ran = await find(evaluations, own);
  if (ran?.results && changedSince(ran.results, GRADED_BY_NOW).length > 0)
    return {
      reason: 'the service was updated after this look was graded, so it is not counted. The next one is.',
    };
  const complete = (await newestLooks(db, series, MOST_LOOKS, 'complete')).reverse();
  const found: { look: LookRow; evaluation: Evaluation | null }[] = [];
  for (const look of complete) {
    const evaluation = await find(evaluations, look);
    if (evaluation !== null) await requireGraded(evaluation);
    found.push({ look, evaluation });
  }
  const after = found.filter(({ look }) => look.id !== series.reference);
  const reference = found.find(({ look }) => look.id === series.reference)?.evaluation;
  if (reference?.results == null)
    return {
      reason:
        'the evaluation of the reference was deleted, so its answers cannot be graded again: this look is not counted. Make a new series.',
    };
  const { margins, items } = { margins: marginsOf(series), items: series.items as 'frozen' | 'fresh' };
  let { monitors } = lookFirst(
    await evaluations.observe(systemActor, workspaceId, reference.id),
    margins,
    items,
  );
  let looks = 0;
  for (const { evaluation } of after) {
    if (evaluation === null) continue;
    const seen = await evaluations.observe(systemActor, workspaceId, evaluation.id);
    monitors = addObservations(monitors, seen).monitors;
    looks++;
  }
  return { monitors, graders: versionsIn(reference.results), looks, gone: after.length - looks };

  async function requireGraded({ id, status, results, completed_at }: Evaluation): Promise<void> {
    const isUnderWay = status === 'queued' || status === 'running';
    // What has no answer that can be graded again stays as it is.
    const isDone = completed_at !== null && Date.parse(completed_at) >= own.created_at;
    const isOld = results !== null && !isDone && changedSince(results, GRADED_BY_NOW).length > 0;
    if (!isUnderWay && !isOld) return;
    if (!isUnderWay) await evaluations.rescore(systemActor, workspaceId, id);
    throw new RetryAfter(AGAIN_MS, 'kept answers are graded again');
  }
}

async function find(
  evaluations: Pick<Evaluations, 'get'>,
  { workspace_id, evaluation_id }: LookRow,
): Promise<Evaluation | null> {
  try {
    return (await evaluations.get(systemActor, workspace_id, evaluation_id as string)).resource;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
