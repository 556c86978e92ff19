import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { type Secret, secretsInUse } from './signature.ts';
import type { MessageType, Webhook, WebhookDelivery } from './webhook-schemas.ts';
import type { DeliveryRow, WebhookRow } from './webhook-store.ts';

export const storedSecrets = ({ secrets_json }: WebhookRow) => JSON.parse(secrets_json) as Secret[];
const eventsOf = ({ events_json }: WebhookRow) => JSON.parse(events_json) as MessageType[];

export const subscribesTo = (webhook: WebhookRow, type: MessageType) =>
  webhook.status === 'active' && eventsOf(webhook).includes(type);

export function toWebhook(row: WebhookRow, now: number): Webhook {
  const ends = secretsInUse(storedSecrets(row), now).flatMap(({ until }) => until ?? []);
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    url: row.url,
    events: eventsOf(row),
    status: row.status as Webhook['status'],
    status_reason: row.status_reason,
    failing_since: toTimestampOrNull(row.failing_since),
    earlier_secrets_until: toTimestampOrNull(ends.length === 0 ? null : Math.max(...ends)),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** A delivery that is due immediately. */
export function newDelivery(
  { workspace_id, id: webhook_id }: Pick<WebhookRow, 'workspace_id' | 'id'>,
  { id, type, body, now }: { id: string; type: string; body: string; now: number },
): DeliveryRow {
  return {
    workspace_id,
    webhook_id,
    id,
    type,
    body,
    state: 'pending',
    attempts: 0,
    response_status: null,
    error: null,
    created_at: now,
    attempted_at: null,
    next_attempt_at: now,
    ended_at: null,
  };
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    type: row.type,
    state: row.state as WebhookDelivery['state'],
    attempts: row.attempts,
    response_status: row.response_status,
    error: row.error,
    body: row.body,
    created_at: toTimestamp(row.created_at),
    attempted_at: toTimestampOrNull(row.attempted_at),
    next_attempt_at: toTimestampOrNull(row.next_attempt_at),
    ended_at: toTimestampOrNull(row.ended_at),
  };
}
