import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Revised, reviseRow, STALE_REVISION } from '../../platform/db/revise.ts';
import { requireUnusedBySeries } from '../../platform/db/series-use.ts';
import type { WorkspaceEvent } from '../../platform/events/events.ts';
import type { Member } from '../../platform/http/resource-routes.ts';
import type { SearchEngine } from '../search/search.ts';
import { createSourceAdding, type SourceAdding, type SourceAddingOptions } from './adding/add-source.ts';
import { createSourceLists, type SourceLists } from './list-sources.ts';
import { createSourceContents, isOneText, type SourceContents, uploadedText } from './source-contents.ts';
import { listSharerNames, recordChange, requeueOwner } from './source-owner-store.ts';
import { enqueueIndexing, enqueueSourcePurge } from './source-queue.ts';
import type { SOURCE_API, Source, SourcePatch } from './source-schemas.ts';
import {
  changeSource,
  countSourceRemoved,
  deleteSource,
  findSource,
  type SourceWithContent,
} from './source-store.ts';
import { cutTitle } from './source-title.ts';
import { patchedTable, readTableSettings, requireColumns, requireGrader } from './table-reading.ts';
import { toSource } from './to-response.ts';
import { createSourceVersions, type SourceVersions } from './versions/versions.ts';

export type { Upload } from './adding/source-input.ts';

export interface Sources
  extends Member<typeof SOURCE_API>,
    SourceAdding,
    SourceLists,
    SourceContents,
    SourceVersions {
  /** The ids among these that are sources of the workspace. */
  known(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reads the source again. Its chunks stay until the new ones replace them. */
  reindex(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
  /** Retries a failed source. Throws `wrong_state` if it is ready. */
  retry(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
}

export interface SourcesOptions extends Omit<SourceAddingOptions, 'changed'> {
  publish: (workspaceId: string, event: WorkspaceEvent) => void;
  search: Pick<SearchEngine, 'changed'>;
}

const NOT_IN_STATE = 'not_in_state';

const titleAsKept = (title: string) => cutTitle(title.trim());

/** The documents of a workspace. */
export function createSources({ publish, search, ...options }: SourcesOptions): Sources {
  const { db, clock, jobs } = options;

  function publishChange(workspaceId: string, id: string, status: string): void {
    publish(workspaceId, { type: 'source.updated', id, data: { status } });
  }

  async function requireSource(workspaceId: string, id: string): Promise<SourceWithContent> {
    const row = await findSource(db, workspaceId, id);
    if (!row) throw notFound('source', id);
    return row;
  }

  /** Sets a source in one of the states `from` back to `pending` and enqueues its indexing. Returns whether it did. */
  async function requeue(workspaceId: string, id: string, from: readonly string[]): Promise<boolean> {
    const { owner_id: sourceId, type } = await requireSource(workspaceId, id);
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      enqueueIndexing(jobs, batch, { workspaceId, sourceId }, type);
      requeueOwner(batch, workspaceId, sourceId, from, clock.now(), NOT_IN_STATE);
    });
    if (!outcome.committed && outcome.why === NOT_IN_STATE) return false;
    requireCommitted(outcome, workspaceId);
    publishChange(workspaceId, id, 'pending');
    return true;
  }

  /** Throws `forbidden` for an agent if a series uses the source, one that shares its content, or its new title. */
  async function requireUnused(
    actor: Actor,
    workspaceId: string,
    id: string,
    newTitle?: string,
  ): Promise<void> {
    if (!actor.isAgent) return;
    const { owner_id } = await requireSource(workspaceId, id);
    const sharing = await listSharerNames(db, workspaceId, owner_id);
    const names = newTitle === undefined ? sharing : [...sharing, titleAsKept(newTitle)];
    await requireUnusedBySeries(db, actor, workspaceId, names);
  }

  /** Throws `impossible` for columns that the table does not have, if it can already be read as one text. */
  async function requireNamedColumns(
    workspaceId: string,
    id: string,
    columns: NonNullable<SourcePatch['columns']>,
  ): Promise<void> {
    const row = await requireSource(workspaceId, id);
    if (!isOneText(row)) return;
    const text = (await versions.versionText(workspaceId, row)) ?? (await uploadedText(db, workspaceId, row));
    const { columns: merged = {} } = readTableSettings({
      table_json: patchedTable(row.table_json, { columns }),
    });
    await requireColumns(merged, text, options.columnsProblem);
  }

  async function withRevision(workspaceId: string, id: string): Promise<Revised<Source>> {
    const row = await requireSource(workspaceId, id);
    return { resource: toSource(row), revision: row.revision };
  }

  const versions = createSourceVersions({
    db,
    clock,
    find: requireSource,
    uploaded: (workspaceId, row) => uploadedText(db, workspaceId, row),
    requireUnused,
    changed: publishChange,
  });

  return {
    ...createSourceAdding({ ...options, changed: publishChange }),
    ...createSourceLists(db),
    ...versions,
    ...createSourceContents(db, requireSource, versions),

    get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return withRevision(workspaceId, id);
    },

    async known(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const found = await Promise.all(ids.map((id) => findSource(db, workspaceId, id.toLowerCase())));
      return new Set(found.flatMap((row) => row?.id ?? []));
    },

    async patch(actor, workspaceId, id, { title, columns, grader }, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id, title);
      if (columns != null) await requireNamedColumns(workspaceId, id, columns);
      const { isRetitled, isChanged } = await reviseRow(db, {
        workspaceId,
        read: () => requireSource(workspaceId, id),
        expected,
        write(batch, row) {
          requireGrader(grader, options.graderProblems);
          const kept = title === undefined ? row.title : titleAsKept(title);
          const table_json = patchedTable(row.table_json, { columns, grader });
          const isRetitled = kept !== row.title;
          const isChanged = isRetitled || table_json !== row.table_json;
          if (!isChanged) return { isRetitled, isChanged };
          guardLiveWorkspace(batch, workspaceId);
          // The workspace's row comes first, in the same order as in indexing: different orders could deadlock.
          if (isRetitled && row.owner_id === id && row.generation > 0)
            recordChange(batch, workspaceId, id, {}, { holders: 'some', ...STALE_REVISION });
          changeSource(batch, workspaceId, row, {
            ...(isRetitled && { title: kept, is_titled: 1 }),
            table_json,
            updated_at: clock.now(),
          });
          return { isRetitled, isChanged };
        },
      });
      if (isRetitled) search.changed(workspaceId);
      const now = await withRevision(workspaceId, id);
      if (isChanged) publishChange(workspaceId, id, now.resource.status);
      return now;
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      await reviseRow(db, {
        workspaceId,
        read: () => requireSource(workspaceId, id),
        expected,
        write(batch, row) {
          guardLiveWorkspace(batch, workspaceId);
          for (const sourceId of new Set([row.owner_id, id]))
            enqueueSourcePurge(jobs, batch, { workspaceId, sourceId });
          countSourceRemoved(batch, workspaceId);
          deleteSource(batch, workspaceId, row, clock.now());
        },
      });
      publish(workspaceId, { type: 'source.deleted', id, data: {} });
    },

    async reindex(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      await requeue(workspaceId, id, ['ready', 'failed']);
      return withRevision(workspaceId, id);
    },

    async retry(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      const isRetried = await requeue(workspaceId, id, ['failed']);
      const now = await withRevision(workspaceId, id);
      if (!isRetried && now.resource.status === 'ready') {
        throw new AppError(
          'wrong_state',
          'The source is ready, so there is nothing to retry; use reindex to read it again.',
        );
      }
      return now;
    },
  };
}
