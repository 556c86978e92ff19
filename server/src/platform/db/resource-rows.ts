import { notFound } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { Batch, Database } from './contract.ts';
import { guardLiveWorkspace, requireLiveWorkspace, workspaceIsLive } from './live-workspace.ts';
import { preparedRead } from './prepared-statements.ts';
import { STALE_REVISION } from './revise.ts';
import type { NewRow, Row, Schema } from './schema.ts';

/** The columns that every resource has. */
export interface SharedColumns {
  workspace_id: string;
  id: string;
  revision: number;
  created_at: number;
  updated_at: number;
}

/**
 * Tables of resources that people create, change and delete inside a workspace. They share columns and have no
 * tombstone.
 */
export type ResourceTable = {
  [T in keyof Schema]: Row<T> extends SharedColumns
    ? Row<T> extends { deleted_at: unknown }
      ? never
      : T
    : never;
}[keyof Schema];

export type ResourceRow<T extends ResourceTable> = Row<T> & SharedColumns;

/** The statements on one such table. All see only live rows of a live workspace. */
export interface ResourceRows<T extends ResourceTable> {
  /** Throws `not_found`, naming the workspace if that is what is missing. */
  find(db: Database, workspaceId: string, id: string): Promise<ResourceRow<T>>;
  /** The rows with these ids that exist, in no particular order. */
  findMany(db: Database, workspaceId: string, ids: readonly string[]): Promise<ResourceRow<T>[]>;
  /** Newest first, one more than `limit` if there are more. Throws `not_found` for the workspace. */
  list(db: Database, workspaceId: string, page: PageRequest): Promise<ResourceRow<T>[]>;
  insert(batch: Batch, row: ResourceRow<T>): void;
  /**
   * Sets columns of the row in its known revision and increments the revision; `STALE_REVISION` if another change was
   * first.
   */
  update(batch: Batch, row: ResourceRow<T>, set: Partial<Row<T>>): void;
  /** Deletes the row in its known revision, without a tombstone. `STALE_REVISION` if another change was first. */
  remove(batch: Batch, row: ResourceRow<T>): void;
}

/** @param kind the name of the resource in `not_found` */
export function resourceRows<T extends ResourceTable>(table: T, kind: string): ResourceRows<T> {
  // All of these tables have the columns that these statements name. Kysely's types do not support a table that is a
  // type parameter, so the statements use the types of one table, and the rows are cast to their own type at the end.
  const of = table as 'scenarios';

  const live = (query: Database['query'], workspaceId: string) =>
    query
      .selectFrom(of)
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(workspaceIsLive(workspaceId));
  const one = preparedRead(['workspaceId', 'id'], (query, { workspaceId, id }) =>
    live(query, workspaceId).where('id', '=', id),
  );
  type Rows = ResourceRow<T>[];

  return {
    async find(db, workspaceId, id) {
      const [row] = await one(db, { workspaceId, id });
      if (row) return row as unknown as ResourceRow<T>;
      await requireLiveWorkspace(db, workspaceId);
      throw notFound(kind, id);
    },

    async findMany(db, workspaceId, ids) {
      if (ids.length === 0) return [];
      return (await live(db.query, workspaceId)
        .where('id', 'in', [...ids])
        .execute()) as unknown as Rows;
    },

    async list(db, workspaceId, { limit, before }) {
      let query = live(db.query, workspaceId)
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (before !== null) query = query.where('id', '<', before);
      const rows = await query.execute();
      if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
      return rows as unknown as Rows;
    },

    insert(batch, row) {
      guardLiveWorkspace(batch, row.workspace_id);
      batch.add(batch.query.insertInto(of).values(row as unknown as NewRow<'scenarios'>));
    },

    update(batch, { workspace_id, id, revision }, set) {
      guardLiveWorkspace(batch, workspace_id);
      batch.add(
        batch.query
          .updateTable(of)
          .set({ ...(set as Partial<Row<'scenarios'>>), revision: revision + 1 })
          .where((eb) => eb.and({ workspace_id, id, revision })),
        STALE_REVISION,
      );
    },

    remove(batch, { workspace_id, id, revision }) {
      guardLiveWorkspace(batch, workspace_id);
      batch.add(
        batch.query.deleteFrom(of).where((eb) => eb.and({ workspace_id, id, revision })),
        STALE_REVISION,
      );
    },
  };
}
