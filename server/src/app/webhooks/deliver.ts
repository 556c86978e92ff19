import type { Clock } from '../../kernel/clock.ts';
import { createDiagnosticPoint } from '../../kernel/point.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import type { Sender, SendResult } from './send.ts';
import { type Secret, secretsInUse, signedHeaders } from './signature.ts';
import {
  type DeliveryRow,
  deleteOldDeliveries,
  deliveryTimes,
  endPendingDeliveries,
  listDueDeliveries,
  updateDelivery,
  updateHealth,
  type WebhookRow,
} from './webhook-store.ts';

/** Publishes the outcome of an attempt: `retried` if it failed and will be repeated. */
export const webhookSent = createDiagnosticPoint<{ outcome: 'delivered' | 'retried' | 'failed' }>(
  'webhook.sent',
);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Pause after each failed attempt, plus up to a fifth at random: 23.6 hours in all, after which the delivery has
 * failed.
 */
export const RETRY_PAUSES_MS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
const JITTER = 0.2;
/** A receiver may ask for a longer pause, up to this. */
const MAX_PAUSE_MS = 8 * HOUR;
/**
 * A webhook is paused when a message has finally failed and nothing was delivered for this long. Each message is
 * tried for a day.
 */
const PAUSED_AFTER_MS = 3 * DAY;
export const DELIVERY_RETENTION_MS = 30 * DAY;
/** Parallel deliveries of one webhook, so that a hanging receiver delays only its own. */
const PARALLEL_DELIVERIES = 4;
const FORGOTTEN_AT_ONCE = 200;

export interface DeliveryDeps {
  db: Database;
  clock: Clock;
  sender: Pick<Sender, 'send'>;
}

export interface Turn {
  signal: AbortSignal;
  /** Undoes writes of a run that has lost its job. */
  guard(batch: Batch): void;
}

/**
 * Sends the due deliveries of a webhook, a few at once, and deletes old ones. Returns when it must run next, null if
 * nothing is left.
 */
export async function sendDueDeliveries(
  deps: DeliveryDeps,
  webhook: WebhookRow,
  turn: Turn,
): Promise<number | null> {
  const { db, clock } = deps;
  const of = { workspace_id: webhook.workspace_id, webhook_id: webhook.id };
  if (webhook.status === 'paused') await endDelivery(deps, of, turn, 'The webhook was paused.');
  const due = await listDueDeliveries(db, of, clock.now(), PARALLEL_DELIVERIES);
  const health = { failingSince: webhook.failing_since };
  await Promise.all(due.map((delivery) => attemptDelivery(deps, webhook, delivery, health, turn)));
  await deleteOldDeliveries(db, of, clock.now() - DELIVERY_RETENTION_MS, FORGOTTEN_AT_ONCE);
  const { next, oldest } = await deliveryTimes(db, of);
  return next ?? (oldest === null ? null : oldest + DELIVERY_RETENTION_MS + 1);
}

async function endDelivery(
  { db, clock }: DeliveryDeps,
  of: { workspace_id: string; webhook_id: string },
  { guard }: Turn,
  error: string,
): Promise<void> {
  const outcome = await db.write((batch) => {
    endPendingDeliveries(batch, of, error, clock.now());
    guard(batch);
  });
  requireCommitted(outcome);
}

async function attemptDelivery(
  { db, clock, sender }: DeliveryDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  health: { failingSince: number | null },
  { signal, guard }: Turn,
): Promise<void> {
  const { id, body } = delivery;
  const secrets = secretsInUse(JSON.parse(webhook.secrets_json) as Secret[], clock.now());
  const timestamp = Math.floor(clock.now() / SECOND);
  const headers = signedHeaders(secrets, { id, timestamp, body });
  const sent = await sender.send(webhook.url, headers, body, signal);
  const now = clock.now();
  if (sent.error === null) health.failingSince = null;
  else health.failingSince ??= now;
  const since = health.failingSince;
  const set = outcomeOf(sent, delivery, now);
  const paused = whyPaused(sent, set.state, since, now);
  const ofWebhook = { workspace_id: webhook.workspace_id, webhook_id: webhook.id };
  const outcome = await db.write((batch) => {
    // A delivery that another attempt has ended meanwhile is not repeated, but that it was delivered is still
    // recorded.
    updateDelivery(batch, delivery, set, set.state === 'pending' ? { state: 'pending' } : {});
    if (paused === null) updateHealth(batch, webhook, { failing_since: since });
    else {
      updateHealth(batch, webhook, { failing_since: since, status: 'paused', status_reason: paused });
      endPendingDeliveries(batch, { ...ofWebhook, url: webhook.url }, paused, now);
    }
    guard(batch);
  });
  requireCommitted(outcome);
  webhookSent.tell({
    outcome:
      set.state === 'pending' && paused === null
        ? 'retried'
        : set.state === 'delivered'
          ? 'delivered'
          : 'failed',
  });
}

function outcomeOf({ status, error, retryAfterMs }: SendResult, delivery: DeliveryRow, now: number) {
  const attempts = delivery.attempts + 1;
  const set = { attempts, response_status: status, error, attempted_at: now };
  const pause = RETRY_PAUSES_MS[attempts - 1];
  if (error !== null && pause !== undefined) {
    const wait = Math.max(pause, Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS));
    const next_attempt_at = now + Math.round(wait * (1 + JITTER * Math.random()));
    return { ...set, state: 'pending', next_attempt_at, ended_at: null };
  }
  return { ...set, state: error === null ? 'delivered' : 'failed', next_attempt_at: null, ended_at: now };
}

const HTTP_GONE = 410;

function whyPaused({ status }: SendResult, state: string, since: number | null, now: number): string | null {
  if (status === HTTP_GONE)
    return 'The receiver responded 410 Gone. Correct the address, then resume the webhook.';
  if (state !== 'failed' || since === null || now - since < PAUSED_AFTER_MS) return null;
  const days = Math.floor((now - since) / DAY);
  return `Nothing was delivered for ${days} days. Correct the receiver, resume the webhook and resend the deliveries that failed.`;
}
