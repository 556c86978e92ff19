import { systemActor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { RetryJobAfter } from '../../platform/jobs/jobs.ts';
import {
  CURRENT_GRADER_VERSIONS,
  type Evaluation,
  type Evaluations,
  graderChangesSince,
  graderVersionsIn,
  type Versions,
} from '../evaluations/evaluations.ts';
import { addObservations, type Monitor } from './monitors.ts';
import { storedMargins } from './series-fields.ts';
import { analyseReferenceRun } from './series-looks.ts';
import { type LookRow, listNewestLooks, type SeriesRow } from './series-store.ts';

interface RegradedLook {
  monitors: Monitor[];
  /** Current grader versions of the reference run. */
  graders: Versions;
  /** Number of later interim analyses that count, and of those that do not because their evaluation was deleted. */
  looks: number;
  gone: number;
}

/** Poll interval while responses are graded. */
const REGRADE_POLL_MS = 1000;
/** Maximum number of interim analyses. */
const MAX_LOOKS = 10_000;

/**
 * Findings of the reference run and later interim analyses, all graded by current versions. Stored responses are
 * graded again and no target is called; otherwise a changed grader would cause a step and an alarm. Throws
 * `RetryJobAfter` while responses are graded; returns the reason if the reference run cannot be graded again.
 */
export async function regradeLooks(
  { db, evaluations }: { db: Database; evaluations: Pick<Evaluations, 'get' | 'observe' | 'rescore'> },
  series: SeriesRow,
  own: LookRow,
): Promise<RegradedLook | { reason: string }> {
  const { workspace_id: workspaceId } = series;
  const ran = await find(evaluations, own);
  if (ran?.results && graderChangesSince(ran.results, CURRENT_GRADER_VERSIONS).length > 0)
    return {
      reason: 'the service was updated after this run was graded, so it is not counted. The next run is.',
    };
  const complete = (await listNewestLooks(db, series, MAX_LOOKS, 'complete')).reverse();
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
        'the evaluation of the reference run was deleted, so its responses cannot be graded again: this run is not counted. Create a new series.',
    };
  const { margins, items } = { margins: storedMargins(series), items: series.items as 'frozen' | 'fresh' };
  let { monitors } = analyseReferenceRun(
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
  return { monitors, graders: graderVersionsIn(reference.results), looks, gone: after.length - looks };

  async function requireGraded({ id, status, results, completed_at }: Evaluation): Promise<void> {
    const isUnderWay = status === 'queued' || status === 'running';
    // An interim analysis without responses that can be graded again is unchanged.
    const isDone = completed_at !== null && Date.parse(completed_at) >= own.created_at;
    const isOld =
      results !== null && !isDone && graderChangesSince(results, CURRENT_GRADER_VERSIONS).length > 0;
    if (!isUnderWay && !isOld) return;
    if (!isUnderWay) await evaluations.rescore(systemActor, workspaceId, id);
    throw new RetryJobAfter(REGRADE_POLL_MS, 'stored responses are graded again');
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
