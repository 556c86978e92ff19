import { type Actor, canSeeWorkspace, requireRole, requireWorkspace } from '../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Alongside, Database } from '../db/db.ts';
import { requireCommitted } from '../db/live-workspace.ts';
import { changesNothing, type Revised, reviseRow } from '../db/revise.ts';
import type { Events } from '../events/events.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { enqueueWorkspacePurge } from './workspace-jobs.ts';
import type { NewWorkspace, Workspace, WorkspacePatch } from './workspace-schemas.ts';
import {
  type CountedWorkspace,
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  updateWorkspace,
} from './workspace-store.ts';

export interface WorkspacesOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  events: Pick<Events, 'tell' | 'endWorkspace'>;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Workspaces: everything about one decision. */
export function createWorkspaces({ db, clock, jobs, events }: WorkspacesOptions) {
  async function requireWorkspaceRow(id: string): Promise<CountedWorkspace> {
    const row = await findWorkspace(db, id);
    if (!row) throw notFound('workspace', id);
    return row;
  }

  return {
    async create(actor: Actor, input: NewWorkspace, alongside: Alongside<Workspace>): Promise<Workspace> {
      requireRole(actor, 'admin');
      if (actor.workspaces !== null) {
        throw new AppError(
          'forbidden',
          'This key is limited to certain workspaces and cannot create another one; use a key for all workspaces.',
        );
      }
      const now = clock.now();
      const row = {
        id: newId(now),
        name: input.name,
        description: input.description ?? null,
        revision: 1,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      };
      const none = {
        source_count: 0,
        message_count: 0,
        scenario_count: 0,
        stack_count: 0,
        evaluation_count: 0,
      };
      const workspace = toWorkspace({ ...row, ...none });
      const outcome = await db.write((batch) => {
        insertWorkspace(batch, row);
        alongside(batch, workspace);
      });
      requireCommitted(outcome);
      return workspace;
    },

    async list(actor: Actor, query: { limit?: number; cursor?: string }): Promise<Page<Workspace>> {
      requireRole(actor, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const among = actor.workspaces === null ? null : [...actor.workspaces];
      const rows = await listWorkspaces(db, { ...page, among });
      return toPage(
        rows.filter(({ id }) => canSeeWorkspace(actor, id)),
        page,
        toWorkspace,
        warnings,
      );
    },

    async get(actor: Actor, id: string): Promise<Revised<Workspace>> {
      requireWorkspace(actor, id, 'viewer');
      const row = await requireWorkspaceRow(id);
      return { resource: toWorkspace(row), revision: row.revision };
    },

    async patch(
      actor: Actor,
      id: string,
      patch: WorkspacePatch,
      expected: readonly number[] | null,
    ): Promise<Revised<Workspace>> {
      requireWorkspace(actor, id, 'editor');
      const set = pickPatch(patch);
      const after = await reviseRow(db, {
        workspaceId: id,
        read: () => requireWorkspaceRow(id),
        expected,
        write(batch, row) {
          if (changesNothing(row, set)) return row;
          const written = { ...set, updated_at: clock.now() };
          updateWorkspace(batch, row, written);
          events.tell(batch, id, { type: 'workspace.updated', id, data: {} });
          return { ...row, ...written, revision: row.revision + 1 };
        },
      });
      return { resource: toWorkspace(after), revision: after.revision };
    },

    async remove(actor: Actor, id: string, expected: readonly number[] | null): Promise<void> {
      requireWorkspace(actor, id, 'admin');
      await reviseRow(db, {
        workspaceId: id,
        read: () => requireWorkspaceRow(id),
        expected,
        write(batch, row) {
          updateWorkspace(batch, row, { deleted_at: clock.now() });
          enqueueWorkspacePurge(jobs, batch, id);
          batch.afterCommit(() => events.endWorkspace(id));
        },
      });
    },
  };
}

function pickPatch({
  name,
  description,
}: WorkspacePatch): Partial<Pick<CountedWorkspace, 'name' | 'description'>> {
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}

/** Lists the columns by name, because the database may have columns of a version that runs beside this one. */
function toWorkspace(row: CountedWorkspace): Workspace {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    source_count: row.source_count,
    message_count: row.message_count,
    scenario_count: row.scenario_count,
    stack_count: row.stack_count,
    evaluation_count: row.evaluation_count,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
