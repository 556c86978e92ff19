import { sql } from 'kysely';
import { notFound } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { requireLiveWorkspace, workspaceIsLive } from '../../platform/db/live-workspace.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type WebhookRow = Row<'webhooks'>;
export type DeliveryRow = Row<'webhook_deliveries'>;
type WebhookKey = Pick<DeliveryRow, 'workspace_id' | 'webhook_id'>;

/** All webhooks of a workspace, which are few. */
export function listWebhooksOfWorkspace(db: Database, workspaceId: string): Promise<WebhookRow[]> {
  return db.query
    .selectFrom('webhooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(workspaceIsLive(workspaceId))
    .execute();
}

/** The webhook, for a job; undefined if it or its workspace no longer exists. */
export function findWebhook(db: Database, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  return db.query
    .selectFrom('webhooks')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .where(workspaceIsLive(workspaceId))
    .executeTakeFirst();
}

/** Undoes the batch if the workspace has at least `most` webhooks. */
export function guardWebhookLimit(batch: Batch, workspaceId: string, most: number, orElse: string): void {
  const there = batch.query
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('there'))
    .where('workspace_id', '=', workspaceId);
  batch.add(batch.query.selectNoFrom(sql<number>`1`.as('room')).where(there, '<', most), { orElse });
}

/**
 * Updates the health of a webhook from its deliveries, unless its address has changed. This is no edit by a user, so
 * the revision stays.
 */
export function updateHealth(
  batch: Batch,
  { workspace_id, id, url }: Pick<WebhookRow, 'workspace_id' | 'id' | 'url'>,
  set: Partial<Pick<WebhookRow, 'failing_since' | 'status' | 'status_reason'>>,
): void {
  batch.add(
    batch.query
      .updateTable('webhooks')
      .set(set)
      .where((eb) => eb.and({ workspace_id, id, url, status: 'active' })),
  );
}

/** Adds a delivery unless it exists, because creating deliveries may run twice. */
export function insertDelivery(batch: Batch, row: NewRow<'webhook_deliveries'>): void {
  batch.add(
    batch.query
      .insertInto('webhook_deliveries')
      .values(row)
      .onConflict((conflict) => conflict.columns(['workspace_id', 'webhook_id', 'id']).doNothing()),
  );
}

/** Due deliveries, longest due first. */
export function listDueDeliveries(
  db: Database,
  { workspace_id, webhook_id }: WebhookKey,
  now: number,
  most: number,
): Promise<DeliveryRow[]> {
  return db.query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ workspace_id, webhook_id }))
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(most)
    .execute();
}

/** When the next delivery is due, and when the oldest was created; null without deliveries. */
export async function deliveryTimes(
  db: Database,
  { workspace_id, webhook_id }: WebhookKey,
): Promise<{ next: number | null; oldest: number | null }> {
  const all = db.query.selectFrom('webhook_deliveries').where((eb) => eb.and({ workspace_id, webhook_id }));
  const next = await all
    .select('next_attempt_at')
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  // Ids increase with time.
  const oldest = await all.select('created_at').orderBy('id').limit(1).executeTakeFirst();
  return { next: next?.next_attempt_at ?? null, oldest: oldest?.created_at ?? null };
}

export function updateDelivery(
  batch: Batch,
  { workspace_id, webhook_id, id }: WebhookKey & Pick<DeliveryRow, 'id'>,
  set: Partial<DeliveryRow>,
  guard: { state?: DeliveryRow['state']; orElse?: string } = {},
): void {
  let update = batch.query
    .updateTable('webhook_deliveries')
    .set(set)
    .where((eb) => eb.and({ workspace_id, webhook_id, id }));
  if (guard.state !== undefined) update = update.where('state', '=', guard.state);
  batch.add(update, guard.orElse === undefined ? {} : { orElse: guard.orElse });
}

/** Ends pending deliveries; with `url`, only if the webhook still has that address. */
export function endPendingDeliveries(
  batch: Batch,
  { workspace_id, webhook_id, url }: WebhookKey & { url?: string },
  error: string,
  now: number,
): void {
  let update = batch.query
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error, next_attempt_at: null, ended_at: now })
    .where((eb) => eb.and({ workspace_id, webhook_id }))
    .where('next_attempt_at', 'is not', null);
  if (url !== undefined)
    update = update.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhooks')
          .select('webhooks.id')
          .where((eb) =>
            eb.and({ 'webhooks.workspace_id': workspace_id, 'webhooks.id': webhook_id, 'webhooks.url': url }),
          ),
      ),
    );
  batch.add(update);
}

/** Newest first, one more than `limit` if there are more. */
export function listDeliveries(
  db: Database,
  { workspace_id, webhook_id }: WebhookKey,
  { limit, before }: PageRequest,
): Promise<DeliveryRow[]> {
  let query = db.query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ workspace_id, webhook_id }))
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== null) query = query.where('id', '<', before);
  return query.execute();
}

/** Throws `not_found`. */
export async function findDelivery(
  db: Database,
  { workspace_id, webhook_id }: WebhookKey,
  id: string,
): Promise<DeliveryRow> {
  const row = await db.query
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ workspace_id, webhook_id, id }))
    .where(workspaceIsLive(workspace_id))
    .executeTakeFirst();
  if (row) return row;
  await requireLiveWorkspace(db, workspace_id);
  throw notFound('delivery', id);
}

export function deleteDeliveries(batch: Batch, { workspace_id, webhook_id }: WebhookKey): void {
  batch.add(batch.query.deleteFrom('webhook_deliveries').where((eb) => eb.and({ workspace_id, webhook_id })));
}

/** Deletes deliveries created before a time, at most `most`; pending ones stay. */
export async function deleteOldDeliveries(
  db: Database,
  { workspace_id, webhook_id }: WebhookKey,
  before: number,
  most: number,
): Promise<void> {
  const old = await db.query
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at'])
    .where((eb) => eb.and({ workspace_id, webhook_id }))
    .orderBy('id')
    .limit(most)
    .execute();
  const ids = old.filter(({ created_at }) => created_at < before).map(({ id }) => id);
  if (ids.length === 0) return;
  await db.write((batch) => {
    batch.add(
      batch.query
        .deleteFrom('webhook_deliveries')
        .where((eb) => eb.and({ workspace_id, webhook_id }))
        .where('id', 'in', ids)
        .where('next_attempt_at', 'is', null),
    );
  });
}
