import type { Batch, Database } from '../../platform/db/db.ts';
import type { Events, Poller, TellEvent, WorkspaceEvent } from '../../platform/events/events.ts';
import type { Status } from './schemas/evaluation-schemas.ts';
import { evaluationsChangedSince } from './stores/evaluation-store.ts';

/** What is told of an evaluation. */
export interface EvaluationProgress {
  readonly id: string;
  readonly status: Status;
  readonly progress_percent: number;
}

export type TellEvaluation = (workspaceId: string, evaluation: EvaluationProgress) => void;

/** Progress at most 5 times a second; that an evaluation has ended at once, and nothing of it after that. */
export function createEvaluationTeller({ publish }: Pick<Events, 'publish'>): TellEvaluation {
  return (workspaceId, evaluation) => {
    const event = eventOf(evaluation);
    if (event.type === 'evaluation.progress') publish(workspaceId, event, { everyMs: 200 });
    else publish(workspaceId, event, { supersedes: 'evaluation.progress' });
  };
}

/** Tells of the end of an evaluation, durable in the batch that ends it. */
export type NoteEnd = (
  batch: Batch,
  workspaceId: string,
  ended: Pick<EvaluationProgress, 'id' | 'status'>,
) => void;

export function createEndNote(tell: TellEvent): NoteEnd {
  return (batch, workspaceId, { id, status }) =>
    tell(batch, workspaceId, { type: 'evaluation.completed', id, data: { status } });
}

/** So many changes of one moment are told; a list that was read for one of them shows the others. */
const MAX_TOLD = 200;

/** Finds evaluations that another process changed. */
export function createEvaluationPoller(db: Database): Poller {
  return async (workspaceIds, since) => {
    const rows = await evaluationsChangedSince(db, workspaceIds, since, MAX_TOLD);
    return rows.map(({ workspace_id: workspaceId, status, updated_at: version, ...row }) => ({
      workspaceId,
      event: eventOf({ ...row, status: status as Status }),
      version,
    }));
  };
}

function eventOf({ id, status, progress_percent }: EvaluationProgress): WorkspaceEvent {
  const isLive = status === 'queued' || status === 'running';
  const type = isLive ? 'evaluation.progress' : 'evaluation.completed';
  return { type, id, data: { status, progress_percent } };
}
