import type { Clock } from '../../kernel/clock.ts';
import type { Batch } from '../../platform/db/db.ts';
import type { TellEvent, WorkspaceEvent } from '../../platform/events/events.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { MessageType } from './webhook-schemas.ts';

// Enqueues messages and deliveries; `webhook-jobs.ts` defines the jobs.

export const WEBHOOK_MESSAGE_JOB = 'webhook.message';
export const WEBHOOK_DELIVERY_JOB = 'webhook.deliver';

/** Payload of a message job: an event for every webhook that subscribes to it. */
export interface MessageJob {
  workspaceId: string;
  type: MessageType;
  event: Pick<WorkspaceEvent, 'id' | 'data'>;
  /** The time of the event. */
  at: number;
}

/**
 * Payload of a webhook's delivery job. There is at most one, so only one process at a time delivers for a webhook.
 */
export interface DeliverJob {
  workspaceId: string;
  webhookId: string;
}

/** Publishes an event to the webhooks of a workspace, durable in the batch of the change, so that neither is lost. */
export function createWebhookOutbox(jobs: JobQueue, clock: Clock): TellEvent {
  return (batch, workspaceId, event) => {
    for (const type of typesOf(event)) {
      const { id, data } = event;
      const payload = { workspaceId, type, event: { id, data }, at: clock.now() } satisfies MessageJob;
      jobs.enqueue(batch, { kind: WEBHOOK_MESSAGE_JOB, workspaceId, payload });
    }
  };
}

function typesOf({ type, data }: WorkspaceEvent): MessageType[] {
  if (type === 'approval.created') return ['approval.created'];
  if (type === 'evaluation.completed') {
    if (data.status === 'failed') return ['evaluation.failed'];
    return [data.status === 'cancelled' ? 'evaluation.cancelled' : 'evaluation.completed'];
  }
  if (type !== 'series.looked' || data.state === 'running') return [];
  return Number(data.alarms ?? 0) > 0 ? ['series.alarm', 'series.looked'] : ['series.looked'];
}

export function enqueueDelivery(
  jobs: JobQueue,
  batch: Batch,
  { workspace_id: workspaceId, webhook_id: webhookId }: { workspace_id: string; webhook_id: string },
): void {
  const payload = { workspaceId, webhookId } satisfies DeliverJob;
  jobs.enqueue(batch, { kind: WEBHOOK_DELIVERY_JOB, workspaceId, key: webhookId, payload });
}
