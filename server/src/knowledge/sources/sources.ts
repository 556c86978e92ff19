import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Revised, revise, STALE } from '../../platform/db/revise.ts';
import { requireUnusedBySeries } from '../../platform/db/series-use.ts';
import type { WorkspaceEvent } from '../../platform/events/events.ts';
import type { Member } from '../../platform/http/resource-routes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ReadingService } from '../reading/reading.ts';
import type { SearchEngine } from '../search/search.ts';
import { createSourceAdding, type SourceAdding } from './adding/add-source.ts';
import { createSourceLists, type SourceLists } from './list-sources.ts';
import { createSourceContents, type SourceContents } from './source-contents.ts';
import { namesSharing, recordChange, requeueOwner } from './source-owner-store.ts';
import { enqueueIndex, enqueuePurge } from './source-queue.ts';
import type { SOURCE_API, Source } from './source-schemas.ts';
import { countOut, deleteSource, findSource, retitleSource, type ShownSource } from './source-store.ts';
import { cutTitle } from './source-title.ts';
import { toSource } from './to-response.ts';

export type { Upload } from './adding/source-input.ts';

export interface Sources extends Member<typeof SOURCE_API>, SourceAdding, SourceLists, SourceContents {
  /** Those of these ids that are sources of the workspace. */
  known(actor: Actor, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reads the source again. Its chunks stay until the new ones replace them. */
  reindex(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
  /** Tries a failed source again. Throws `wrong_state` for one that is ready. */
  retry(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
}

export interface SourcesOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  publish: (workspaceId: string, event: WorkspaceEvent) => void;
  reading: Pick<ReadingService, 'refusal'>;
  search: Pick<SearchEngine, 'changed'>;
  /** Largest upload, in bytes. */
  maxBytes: number;
  maxSources: number;
}

const NOT_IN_STATE = 'not_in_state';

const titleAsKept = (title: string) => cutTitle(title.trim());

/** The documents of a workspace. */
export function createSources({ publish, search, ...options }: SourcesOptions): Sources {
  const { db, clock, jobs } = options;

  function changed(workspaceId: string, id: string, status: string): void {
    publish(workspaceId, { type: 'source.updated', id, data: { status } });
  }

  async function find(workspaceId: string, id: string): Promise<ShownSource> {
    const row = await findSource(db, workspaceId, id);
    if (!row) throw notFound('source', id);
    return row;
  }

  /** Puts a source in one of the states `from` back to `pending` and enqueues its indexing. Returns whether it was. */
  async function requeue(workspaceId: string, id: string, from: readonly string[]): Promise<boolean> {
    const { owner_id: sourceId, type } = await find(workspaceId, id);
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      enqueueIndex(jobs, batch, { workspaceId, sourceId }, type);
      requeueOwner(batch, workspaceId, sourceId, from, clock.now(), NOT_IN_STATE);
    });
    if (!outcome.committed && outcome.why === NOT_IN_STATE) return false;
    requireCommitted(outcome, workspaceId);
    changed(workspaceId, id, 'pending');
    return true;
  }

  /** Throws `forbidden` for an agent where a series uses the source, one that shares its content, or its new title. */
  async function requireUnused(
    actor: Actor,
    workspaceId: string,
    id: string,
    newTitle?: string,
  ): Promise<void> {
    if (!actor.isAgent) return;
    const { owner_id } = await find(workspaceId, id);
    const sharing = await namesSharing(db, workspaceId, owner_id);
    const names = newTitle === undefined ? sharing : [...sharing, titleAsKept(newTitle)];
    await requireUnusedBySeries(db, actor, workspaceId, names);
  }

  async function revised(workspaceId: string, id: string): Promise<Revised<Source>> {
    const row = await find(workspaceId, id);
    return { resource: toSource(row), revision: row.revision };
  }

  return {
    ...createSourceAdding({ ...options, changed }),
    ...createSourceLists(db),
    ...createSourceContents(db, find),

    get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return revised(workspaceId, id);
    },

    async known(actor, workspaceId, ids) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const found = await Promise.all(ids.map((id) => findSource(db, workspaceId, id.toLowerCase())));
      return new Set(found.flatMap((row) => row?.id ?? []));
    },

    async patch(actor, workspaceId, id, { title }, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id, title);
      const isChanged = await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          const kept = title === undefined ? row.title : titleAsKept(title);
          if (kept === row.title) return false;
          guardLiveWorkspace(batch, workspaceId);
          // The head first, as reading does it: two that lock in different orders would wait for each other.
          if (row.owner_id === id && row.generation > 0)
            recordChange(batch, workspaceId, id, {}, { holders: 'some', ...STALE });
          retitleSource(batch, workspaceId, row, { title: kept, updated_at: clock.now() });
          return true;
        },
      });
      if (isChanged) search.changed(workspaceId);
      const now = await revised(workspaceId, id);
      if (isChanged) changed(workspaceId, id, now.resource.status);
      return now;
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          guardLiveWorkspace(batch, workspaceId);
          enqueuePurge(jobs, batch, { workspaceId, sourceId: row.owner_id });
          countOut(batch, workspaceId);
          deleteSource(batch, workspaceId, row, clock.now());
        },
      });
      publish(workspaceId, { type: 'source.deleted', id, data: {} });
    },

    async reindex(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      await requeue(workspaceId, id, ['ready', 'failed']);
      return revised(workspaceId, id);
    },

    async retry(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      const isRetried = await requeue(workspaceId, id, ['failed']);
      const now = await revised(workspaceId, id);
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
