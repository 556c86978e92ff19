import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageRequest, toPage } from '../../kernel/page.ts';
import { requireOperation } from '../access/operations.ts';
import type { Alongside, Batch, Database } from '../db/db.ts';
import { requireCommitted } from '../db/live-workspace.ts';
import {
  type ResourceRow,
  type ResourceRows,
  type ResourceTable,
  resourceRows,
  type SharedColumns,
} from '../db/resource-rows.ts';
import { changesNothing, type Revised, reviseRow } from '../db/revise.ts';
import type { Row } from '../db/schema.ts';
import { requireUnusedBySeries } from '../db/series-use.ts';
import type { EventType, TellEvent } from '../events/events.ts';
import { resourceOperationId } from '../http/resource-routes.ts';

export interface ResourceOptions {
  db: Database;
  clock: Clock;
  /** Omitted if no event reports its changes. */
  tell?: TellEvent;
}

/** The columns of a resource besides those that all resources have. */
export type OwnColumns<T extends ResourceTable> = Omit<Row<T>, keyof SharedColumns>;

/** What a resource does differently from others. */
export interface ResourceRules<T extends ResourceTable, P, R> {
  /** The resource in the form of the API. */
  show(row: ResourceRow<T>): R | Promise<R>;
  /** The columns that a patch sets. Throws the reasons against it. */
  change(before: ResourceRow<T>, patch: P): Partial<OwnColumns<T>> | Promise<Partial<OwnColumns<T>>>;
  /** Adds statements to the batch that changes a resource. */
  changing?(batch: Batch, before: ResourceRow<T>, after: ResourceRow<T>): void;
  /** Adds statements to the batch that deletes a resource. */
  removing?(batch: Batch, row: ResourceRow<T>): void;
  /** Whether a series may name it. Because series run without approvals, an agent then cannot change or delete it. */
  namedBySeries?: boolean;
}

/** The operations that are the same for all resources; `access/operations.ts` defines who may use them. */
export interface Resources<T extends ResourceTable, P, R> {
  /** Its statements, for the resource's further operations. */
  rows: ResourceRows<T>;
  /**
   * Stores a new resource. `alongside` receives it in the form of `show`, which may contain more than later responses.
   */
  insert<M>(
    workspaceId: string,
    own: OwnColumns<T>,
    { alongside, show, inserting }: Inserting<T, M>,
  ): Promise<M>;
  /** `read` reads one row more than the page has, like `rows.list`, which is the default. */
  list(
    actor: Actor,
    workspaceId: string,
    query: { limit?: number; cursor?: string },
    read?: (page: PageRequest) => Promise<ResourceRow<T>[]>,
  ): Promise<Page<R>>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<R>>;
  /** If nothing changes, the revision and `updated_at` stay. */
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: P,
    expected: readonly number[] | null,
  ): Promise<Revised<R>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
}

interface Inserting<T extends ResourceTable, M> {
  alongside: Alongside<M>;
  show(row: ResourceRow<T>): M | Promise<M>;
  /** Adds statements to the batch, before the row. */
  inserting?(batch: Batch, row: ResourceRow<T>): void;
}

/** A table of resources that people create, change and delete in a workspace. */
export function createResources<T extends ResourceTable, P, R>(
  { db, clock, tell }: ResourceOptions,
  api: { one: string; many: T },
  { show, change, changing, removing, namedBySeries = false }: ResourceRules<T, P, R>,
): Resources<T, P, R> {
  const rows = resourceRows(api.many, api.one);
  const told = (batch: Batch, { workspace_id, id }: SharedColumns, what: 'updated' | 'deleted') =>
    tell?.(batch, workspace_id, { type: `${api.one}.${what}` as EventType, id, data: {} });
  const requireUnused = (actor: Actor, workspaceId: string, id: string) =>
    namedBySeries ? requireUnusedBySeries(db, actor, workspaceId, [id]) : null;

  return {
    rows,

    async insert(workspaceId, own, { alongside, show, inserting }) {
      const now = clock.now();
      const shared: SharedColumns = {
        workspace_id: workspaceId,
        id: newId(now),
        revision: 1,
        created_at: now,
        updated_at: now,
      };
      const row = { ...own, ...shared } as unknown as ResourceRow<T>;
      const made = await show(row);
      const outcome = await db.write((batch) => {
        inserting?.(batch, row);
        rows.insert(batch, row);
        alongside(batch, made);
        told(batch, shared, 'updated');
      });
      requireCommitted(outcome, workspaceId);
      return made;
    },

    async list(actor, workspaceId, query, read = (page) => rows.list(db, workspaceId, page)) {
      requireOperation(actor, workspaceId, resourceOperationId(api, 'list'));
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const found = await read(page);
      const shown = new Map<string, R>();
      for (const row of found.slice(0, page.limit)) shown.set(row.id, await show(row));
      return toPage(found, page, ({ id }) => shown.get(id) as R, warnings);
    },

    async get(actor, workspaceId, id) {
      requireOperation(actor, workspaceId, resourceOperationId(api, 'get'));
      const row = await rows.find(db, workspaceId, id);
      return { resource: await show(row), revision: row.revision };
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireOperation(actor, workspaceId, resourceOperationId(api, 'update'));
      await requireUnused(actor, workspaceId, id);
      const after = await reviseRow(db, {
        workspaceId,
        read: () => rows.find(db, workspaceId, id),
        expected,
        prepare: (before) => change(before, patch),
        write(batch, before, set) {
          if (changesNothing(before, set)) return before;
          const written = { ...set, updated_at: clock.now() } as unknown as Partial<Row<T>>;
          const after = { ...before, ...written, revision: before.revision + 1 };
          changing?.(batch, before, after);
          rows.update(batch, before, written);
          told(batch, before, 'updated');
          return after;
        },
      });
      return { resource: await show(after), revision: after.revision };
    },

    async remove(actor, workspaceId, id, expected) {
      requireOperation(actor, workspaceId, resourceOperationId(api, 'delete'));
      await requireUnused(actor, workspaceId, id);
      await reviseRow(db, {
        workspaceId,
        read: () => rows.find(db, workspaceId, id),
        expected,
        write(batch, row) {
          rows.remove(batch, row);
          removing?.(batch, row);
          told(batch, row, 'deleted');
        },
      });
    },
  };
}
