import { sql } from 'kysely';
import type { Database } from '../../db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../db/live-workspace.ts';
import type { Row } from '../../db/schema.ts';
import { newId } from '../../kernel/ids.ts';

/** Copies of index files in the database, for nodes that have none. */
export interface SnapshotStore {
  /** The newest whole one that was made with the same version and model, and not before `since`. */
  newest(workspaceId: string, madeWith: string, since: number): Promise<Snapshot | null>;
  /** Null where it was deleted meanwhile. */
  part(workspaceId: string, snapshotId: string, part: number): Promise<Uint8Array | null>;
  /** A row for the parts that follow; without a checksum it is none that is taken. */
  begin(workspaceId: string, madeWith: string): Promise<string>;
  addPart(workspaceId: string, snapshotId: string, part: number, bytes: Uint8Array): Promise<void>;
  /** From now on it is whole; the earlier ones of the same kind, and those made before `before`, go. */
  publish(snapshot: Snapshot, before: number): Promise<void>;
  /** Chunks that searches can find now, and of these the ones that changed after `change`. */
  chunksSince(workspaceId: string, change: number): Promise<{ all: number; changed: number }>;
  /** Deletes those that were begun before this and never became whole. */
  sweep(before: number): Promise<void>;
  /** Workspaces that have changes or snapshots, in order from one on. */
  workspacesAfter(workspaceId: string, limit: number): Promise<string[]>;
  /** What is left of a workspace that is gone: a program that knows no snapshots may have purged it. */
  forget(workspaceId: string): Promise<void>;
}

export type Snapshot = Row<'index_snapshots'>;

/** A statement each: so few that no batch takes long. */
const SWEPT = 'swept';
const PARTS_AT_ONCE = 16;

export function createSnapshotStore(db: Database): SnapshotStore {
  async function deleteParts(workspaceId: string, snapshotId: string): Promise<void> {
    for (let from = 0; ; from += PARTS_AT_ONCE) {
      let deleted = { changed: 0 };
      await db.write((batch) => {
        deleted = batch.add(
          batch.query
            .deleteFrom('index_snapshot_parts')
            .where('workspace_id', '=', workspaceId)
            .where('snapshot_id', '=', snapshotId)
            .where('part', '<', from + PARTS_AT_ONCE),
        );
      });
      if (deleted.changed === 0) return;
    }
  }

  async function deleteSnapshot(workspaceId: string, id: string): Promise<void> {
    // The row last: what is cut off here is found again by it.
    await db.write((batch) => {
      const update = batch.query.updateTable('index_snapshots').set({ sha256: null });
      batch.add(update.where('workspace_id', '=', workspaceId).where('id', '=', id));
    });
    await deleteParts(workspaceId, id);
    await db.write((batch) => {
      const row = batch.query.deleteFrom('index_snapshots').where('workspace_id', '=', workspaceId);
      batch.add(row.where('id', '=', id));
    });
  }

  return {
    async newest(workspaceId, madeWith, since) {
      const row = await db.query
        .selectFrom('index_snapshots')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('made_with', '=', madeWith)
        .where('created_at', '>=', since)
        .where('sha256', 'is not', null)
        .orderBy('applied', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    async part(workspaceId, snapshotId, part) {
      const row = await db.longQuery
        .selectFrom('index_snapshot_parts')
        .select('bytes')
        .where('workspace_id', '=', workspaceId)
        .where('snapshot_id', '=', snapshotId)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.bytes ?? null;
    },
    async addPart(workspace_id, snapshot_id, part, bytes) {
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspace_id);
        const row = { workspace_id, snapshot_id, part, bytes };
        batch.add(batch.query.insertInto('index_snapshot_parts').values(row));
      });
      requireCommitted(outcome, workspace_id);
    },
    async begin(workspace_id, made_with) {
      const id = newId();
      const none = { applied: 0, parts: 0, bytes: 0, sha256: null, created_at: Date.now() };
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspace_id);
        batch.add(batch.query.insertInto('index_snapshots').values({ workspace_id, id, made_with, ...none }));
      });
      requireCommitted(outcome, workspace_id);
      return id;
    },
    async publish(snapshot, before) {
      const { workspace_id, id, made_with, ...made } = snapshot;
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspace_id);
        const update = batch.query.updateTable('index_snapshots').set(made);
        const found = update.where('workspace_id', '=', workspace_id).where('id', '=', id);
        batch.add(found, { orElse: SWEPT });
      });
      if (!outcome.committed && outcome.why === SWEPT) return;
      requireCommitted(outcome, workspace_id);
      const old = await db.query
        .selectFrom('index_snapshots')
        .select('id')
        .where('workspace_id', '=', workspace_id)
        .where('id', '<>', id)
        .where((eb) =>
          eb.or([
            eb.and([eb('made_with', '=', made_with), eb('sha256', 'is not', null)]),
            eb('created_at', '<', before),
          ]),
        )
        .execute();
      for (const each of old) await deleteSnapshot(workspace_id, each.id);
    },
    async chunksSince(workspaceId, change) {
      const row = await db.longQuery
        .selectFrom('sources')
        .select(({ fn }) => [
          fn.coalesce(fn.sum<number>('chunk_count'), sql<number>`0`).as('all'),
          sql<number>`coalesce(sum(CASE WHEN change > ${change} THEN chunk_count ELSE 0 END), 0)`.as(
            'changed',
          ),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('holders', '>', 0)
        .executeTakeFirstOrThrow();
      return { all: Number(row.all), changed: Number(row.changed) };
    },
    async sweep(before) {
      const begun = await db.query
        .selectFrom('index_snapshots')
        .select(['workspace_id', 'id'])
        .where('sha256', 'is', null)
        .where('created_at', '<', before)
        .execute();
      for (const { workspace_id, id } of begun) await deleteSnapshot(workspace_id, id);
    },
    async workspacesAfter(workspaceId, limit) {
      const of = (table: 'source_heads' | 'index_snapshots') =>
        db.query
          .selectFrom(table)
          .select('workspace_id')
          .where('workspace_id', '>', workspaceId)
          .orderBy('workspace_id')
          .limit(limit)
          .execute();
      const rows = [...(await of('source_heads')), ...(await of('index_snapshots'))];
      return [...new Set(rows.map(({ workspace_id }) => workspace_id))].sort().slice(0, limit);
    },
    async forget(workspaceId) {
      const left = await db.query
        .selectFrom('index_snapshots')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .execute();
      for (const { id } of left) await deleteSnapshot(workspaceId, id);
    },
  };
}
