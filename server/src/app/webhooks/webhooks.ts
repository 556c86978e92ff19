import type { Actor } from '../../kernel/actor.ts';
import type { AddressRules } from '../../kernel/address-guard.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import {
  BatchUndone,
  guardLiveWorkspace,
  lockName,
  requireCommitted,
} from '../../platform/db/live-workspace.ts';
import { reviseRow } from '../../platform/db/revise.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { createResources } from '../../platform/resources/resources.ts';
import { messageBody } from './message.ts';
import { newSigningSecret, secretsInUse } from './signature.ts';
import { newDelivery, storedSecrets, toDelivery, toWebhook } from './webhook-fields.ts';
import { enqueueDelivery, WEBHOOK_DELIVERY_JOB } from './webhook-queue.ts';
import {
  type SecretRotation,
  WEBHOOK_API,
  type WebhookDelivery,
  type WebhookPatch,
  type WebhookWithSecret,
} from './webhook-schemas.ts';
import {
  type DeliveryRow,
  deleteDeliveries,
  endPendingDeliveries,
  findDelivery,
  guardWebhookLimit,
  insertDelivery,
  listDeliveries,
  updateDelivery,
  type WebhookRow,
} from './webhook-store.ts';
import { requireWebhookUrl } from './webhook-url.ts';

export { webhookSent } from './deliver.ts';
export { createSender } from './send.ts';
export { createWebhookOutbox } from './webhook-queue.ts';

export interface WebhooksOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  /** The addresses that are allowed, as for reading sources. */
  rules: AddressRules;
}

/**
 * Webhooks: external addresses that receive events of a workspace. Every operation needs the role editor and throws
 * `forbidden` for an agent, because an address may contain a secret. `create` throws `limit_exceeded` if the
 * workspace has its maximum, and `impossible` for an address that is not allowed. A paused webhook receives nothing,
 * and its pending deliveries end.
 */
export interface Webhooks extends Resource<typeof WEBHOOK_API> {
  /** Adds a new secret; earlier ones also sign for a while. Throws `wrong_state` while three of them do. */
  rotate(actor: Actor, workspaceId: string, id: string, rotation: SecretRotation): Promise<WebhookWithSecret>;
  /** Throws `wrong_state` if it is paused. */
  test(
    actor: Actor,
    workspaceId: string,
    id: string,
    alongside: Alongside<WebhookDelivery>,
  ): Promise<WebhookDelivery>;
  deliveries(
    actor: Actor,
    workspaceId: string,
    id: string,
    query: { limit?: number; cursor?: string },
  ): Promise<Page<WebhookDelivery>>;
  /**
   * Sends a message again, with all attempts. Throws `wrong_state` while it is being delivered or the webhook is
   * paused.
   */
  resend(actor: Actor, workspaceId: string, id: string, deliveryId: string): Promise<WebhookDelivery>;
}

const MAX_WEBHOOKS = 20;
const TOO_MANY_WEBHOOKS = 'too_many_webhooks';
const MAX_EARLIER = 3;
const EARLIER_SECRET_HOURS = 24;
const HOUR_MS = 3_600_000;
const DELIVERY_UNDER_WAY = 'delivery_under_way';

export function createWebhooks({ db, clock, jobs, rules }: WebhooksOptions): Webhooks {
  const webhooks = createResources({ db, clock }, WEBHOOK_API, {
    show: (row) => toWebhook(row, clock.now()),
    change: (_, patch: WebhookPatch) => fieldsOf(patch, rules),
    changing(batch, before, after) {
      if (after.status === 'paused' && before.status !== 'paused')
        endPendingDeliveries(batch, ofWebhook(before), 'The webhook was paused.', clock.now());
    },
    removing(batch, row) {
      deleteDeliveries(batch, ofWebhook(row));
      jobs.cancel(batch, { kind: WEBHOOK_DELIVERY_JOB, key: row.id });
    },
  });
  const find = (workspaceId: string, id: string) => webhooks.rows.find(db, workspaceId, id);

  async function requireActive(workspaceId: string, id: string): Promise<WebhookRow> {
    const row = await find(workspaceId, id);
    if (row.status === 'active') return row;
    throw new AppError('wrong_state', 'The webhook is paused; set its status to active first.');
  }

  return {
    ...webhooks,

    async create(actor, workspaceId, { name, url, events }, alongside) {
      requireOperation(actor, workspaceId, 'createWebhook');
      const secret = newSigningSecret();
      const own = {
        name,
        url: requireWebhookUrl(url, rules),
        events_json: JSON.stringify(events),
        status: 'active',
        status_reason: null,
        secrets_json: JSON.stringify([{ secret, until: null }]),
        failing_since: null,
      };
      return webhooks
        .insert(workspaceId, own, {
          alongside,
          show: (row) => ({ ...toWebhook(row, row.created_at), secret }),
          inserting(batch) {
            lockName(batch, `webhooks ${workspaceId}`);
            guardWebhookLimit(batch, workspaceId, MAX_WEBHOOKS, TOO_MANY_WEBHOOKS);
          },
        })
        .catch((error: unknown) => {
          if (!(error instanceof BatchUndone && error.why === TOO_MANY_WEBHOOKS)) throw error;
          throw new AppError(
            'limit_exceeded',
            `The workspace has the maximum of ${MAX_WEBHOOKS} webhooks; delete one first.`,
          );
        });
    },

    async rotate(actor, workspaceId, id, { earlier_hours = EARLIER_SECRET_HOURS }) {
      requireOperation(actor, workspaceId, 'rotateWebhookSecret');
      const secret = newSigningSecret();
      const row = await reviseRow(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected: null,
        write(batch, before) {
          const now = clock.now();
          const set = {
            secrets_json: JSON.stringify(rotateSecrets(before, secret, earlier_hours, now)),
            updated_at: now,
          };
          webhooks.rows.update(batch, before, set);
          return { ...before, ...set };
        },
      });
      return { ...toWebhook(row, clock.now()), secret };
    },

    async test(actor, workspaceId, id, alongside) {
      requireOperation(actor, workspaceId, 'testWebhook');
      const webhook = await requireActive(workspaceId, id);
      const now = clock.now();
      const message = { id: newId(now), type: 'webhook.test', at: now, data: { webhook_id: id } };
      const body = messageBody(workspaceId, message);
      const row = newDelivery(webhook, { id: message.id, type: message.type, body, now });
      await write(webhook, (batch) => {
        insertDelivery(batch, row);
        alongside(batch, toDelivery(row));
      });
      return toDelivery(row);
    },

    async deliveries(actor, workspaceId, id, query) {
      requireOperation(actor, workspaceId, 'listWebhookDeliveries');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const webhook = await find(workspaceId, id);
      return toPage(await listDeliveries(db, ofWebhook(webhook), page), page, toDelivery, warnings);
    },

    async resend(actor, workspaceId, id, deliveryId) {
      requireOperation(actor, workspaceId, 'resendWebhookDelivery');
      const webhook = await requireActive(workspaceId, id);
      const row = await findDelivery(db, ofWebhook(webhook), deliveryId);
      if (row.state === 'pending') throw underWay();
      const set = { state: 'pending', attempts: 0, next_attempt_at: clock.now(), ended_at: null };
      try {
        await write(webhook, (batch) =>
          updateDelivery(batch, row, set, { state: row.state, orElse: DELIVERY_UNDER_WAY }),
        );
      } catch (error) {
        if (error instanceof BatchUndone && error.why === DELIVERY_UNDER_WAY) throw underWay();
        throw error;
      }
      return toDelivery({ ...row, ...set } satisfies DeliveryRow);
    },
  };

  /** Writes a change together with the job that delivers. */
  async function write(webhook: WebhookRow, add: (batch: Batch) => void): Promise<void> {
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, webhook.workspace_id);
      add(batch);
      enqueueDelivery(jobs, batch, ofWebhook(webhook));
    });
    requireCommitted(outcome, webhook.workspace_id);
  }
}

const ofWebhook = ({ workspace_id, id }: Pick<WebhookRow, 'workspace_id' | 'id'>) => ({
  workspace_id,
  webhook_id: id,
});

const underWay = () =>
  new AppError(
    'wrong_state',
    'The message is being delivered, or waits for its next attempt; see next_attempt_at.',
  );

/** Adds the new secret and keeps the earlier ones valid for `hours`. */
function rotateSecrets(before: WebhookRow, secret: string, hours: number, now: number) {
  const earlier = hours === 0 ? [] : secretsInUse(storedSecrets(before), now);
  if (earlier.length > MAX_EARLIER)
    throw new AppError(
      'wrong_state',
      `${MAX_EARLIER} earlier secrets are still valid; wait until one expires, or revoke all of them now (earlier_hours: 0).`,
    );
  const until = now + hours * HOUR_MS;
  return [{ secret, until: null }, ...earlier.map((one) => ({ ...one, until: one.until ?? until }))];
}

/** A webhook that is set to active again has a clean record. */
function fieldsOf({ name, url, events, status }: WebhookPatch, rules: AddressRules): Partial<WebhookRow> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url: requireWebhookUrl(url, rules) }),
    ...(events !== undefined && { events_json: JSON.stringify(events) }),
    ...(status !== undefined && { status, status_reason: null, failing_since: null }),
  };
}
