import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Database } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import { CLASSIFICATIONS, SOURCE_TYPES } from '../reading/reading.ts';
import { SOURCE_STATUSES, type Source, type SourceQuery } from './source-schemas.ts';
import { listSources, type SourceFilter } from './source-store.ts';
import { toSource } from './to-response.ts';

/** All sources that match: the first page, and the others, which are read on demand. */
export interface AllSources {
  first: Source[];
  /** Null if there is only one page. */
  rest: AsyncIterable<Source[]> | null;
  warnings: string[];
}

export type SourceLists = ReturnType<typeof createSourceLists>;

const PAGE = 500;

export function createSourceLists(db: Database) {
  async function* pagesAfter(
    workspaceId: string,
    filter: SourceFilter,
    from: string,
  ): AsyncGenerator<Source[]> {
    for (let before: string | undefined = from; before !== undefined; ) {
      const rows = await listSources(db, workspaceId, filter, { limit: PAGE, before });
      const page = rows.slice(0, PAGE);
      yield page.map(toSource);
      before = rows.length > PAGE ? page.at(-1)?.id : undefined;
    }
  }

  return {
    async list(actor: Actor, workspaceId: string, query: SourceQuery): Promise<Page<Source>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const { filter, warnings } = filterOf(query);
      const page = pageRequest(query, warnings);
      const rows = filter ? await listSources(db, workspaceId, filter, page) : [];
      return toPage(rows, page, toSource, warnings);
    },

    async listAll(actor: Actor, workspaceId: string, query: SourceQuery): Promise<AllSources> {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const { filter, warnings } = filterOf(query);
      const { before } = pageRequest(query, warnings);
      if (!filter) return { first: [], rest: null, warnings };
      const rows = await listSources(db, workspaceId, filter, { limit: PAGE, before });
      const first = rows.slice(0, PAGE).map(toSource);
      const last = rows.length > PAGE ? first.at(-1) : undefined;
      return { first, rest: last ? pagesAfter(workspaceId, filter, last.id) : null, warnings };
    },
  };
}

const KNOWN: Readonly<Record<keyof SourceFilter, readonly string[]>> = {
  type: SOURCE_TYPES,
  status: SOURCE_STATUSES,
  classification: CLASSIFICATIONS,
};

/** The filters of a query. `filter` is null if one of them can match no source; the warnings say which. */
function filterOf(query: SourceFilter): { filter: SourceFilter | null; warnings: string[] } {
  const warnings: string[] = [];
  const filter: SourceFilter = {};
  for (const name of ['type', 'status', 'classification'] as const) {
    const value = query[name];
    if (value === undefined) continue;
    filter[name] = value;
    if (KNOWN[name].includes(value)) continue;
    warnings.push(`No source has the ${name} ${JSON.stringify(value)}; known: ${KNOWN[name].join(', ')}.`);
  }
  return { filter: warnings.length > 0 ? null : filter, warnings };
}
