import type { Batch, Database } from '../../platform/db/db.ts';
import type { Events, Poller, TellEvent, WorkspaceEvent } from '../../platform/events/events.ts';
import type { Status } from './schemas/evaluation-schemas.ts';
import { evaluationsChangedSince } from './stores/evaluation-store.ts';

/** What events say about an evaluation. */
export interface EvaluationProgress {
  readonly id: string;
  readonly status: Status;
  readonly progress_percent: number;
}

export type PublishEvaluation = (workspaceId: string, evaluation: EvaluationProgress) => void;

/**
 * Publishes changes of an evaluation: progress at most 5 times a second, the end at once, and nothing after the end.
 */
export function createEvaluationPublisher({ publish }: Pick<Events, 'publish'>): PublishEvaluation {
  return (workspaceId, evaluation) => {
    const event = eventOf(evaluation);
    if (event.type === 'evaluation.progress') publish(workspaceId, event, { everyMs: 200 });
    else publish(workspaceId, event, { supersedes: 'evaluation.progress' });
  };
}

/** Publishes the end of an evaluation, in the batch that ends it. */
export type PublishEvaluationEnd = (
  batch: Batch,
  workspaceId: string,
  ended: Pick<EvaluationProgress, 'id' | 'status'>,
) => void;

export function createEndPublisher(tell: TellEvent): PublishEvaluationEnd {
  return (batch, workspaceId, { id, status }) =>
    tell(batch, workspaceId, { type: 'evaluation.completed', id, data: { status } });
}

/** Maximum number of changes published for one poll; clients that reload a list see the others too. */
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
