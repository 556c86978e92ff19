import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { isUuid } from '../../kernel/ids.ts';
import { clampLimit } from '../../kernel/page.ts';
import { createDiagnosticPoint } from '../../kernel/point.ts';
import type { Database } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { SearchEngine, SearchInput, SearchResult, SearchResults } from './search-contract.ts';
import type { SearchRequest } from './search-schemas.ts';
import { findSources, type SourceRow } from './stores/chunk-store.ts';

export { checkIndex } from './index/check-index.ts';
export type { SearchMode } from './query/run-query.ts';
export type { SearchEngine, SearchResults } from './search-contract.ts';
export { createSearchEngine } from './search-engine.ts';
export { createSharedIndex } from './shared-index.ts';
export { createChunkStore } from './stores/chunk-store.ts';
export type { Place } from './stores/contract.ts';
export { createEmbeddingStore } from './stores/embedding-store.ts';
export { deleteOldIndexCopies } from './stores/index-copy-store.ts';
export type { EmbeddingSettings } from './sync/embedder.ts';

/** The search of a workspace for its users. */
export type Search = ReturnType<typeof createSearch>;

/** A finished search of the index. */
export const searchDone = createDiagnosticPoint<Pick<SearchResults, 'mode' | 'took_ms'>>('search.answered');

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * Searches the index. Sources with the same content share one entry in the index, under the source that owns the
 * content. So requested sources are replaced by these owners, and results are returned with the requested sources
 * again.
 */
export function createSearch({ db, engine }: { db: Database; engine: Pick<SearchEngine, 'search'> }) {
  return {
    /** Throws `not_found` for a workspace that the actor may not see, and `not_ready` while the index restarts. */
    async search(
      actor: Actor,
      workspaceId: string,
      { query, mode, limit: requested, source_ids }: SearchRequest,
      options?: Pick<SearchInput, 'current'>,
    ): Promise<SearchResults> {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const warnings: string[] = [];
      const limit = clampLimit(requested, warnings, { fallback: DEFAULT_LIMIT, max: MAX_LIMIT });
      const sources = source_ids && (await requestedSources(db, workspaceId, source_ids, warnings));
      const found = await engine.search(workspaceId, {
        query,
        limit,
        ...options,
        ...(mode !== undefined && { mode }),
        ...(sources && { sourceIds: [...new Set(sources.map(({ owner_id }) => owner_id))] }),
      });
      if (searchDone.isHeard) searchDone.tell(found);
      const results = sources ? await asRequested(db, workspaceId, found.results, sources) : found.results;
      return { ...found, results, warnings: [...warnings, ...found.warnings] };
    },
  };
}

async function requestedSources(
  db: Database,
  workspaceId: string,
  sourceIds: readonly string[],
  warnings: string[],
): Promise<SourceRow[]> {
  if (sourceIds.length === 0)
    warnings.push('source_ids is empty, so nothing matches; omit it to search all sources.');
  const wanted = [...new Set(sourceIds.map((id) => id.toLowerCase()))];
  const sources = await findSources(db, workspaceId, wanted.filter(isUuid));
  const known = new Set(sources.map(({ id }) => id));
  const unknown = wanted.filter((id) => !known.has(id));
  if (unknown.length > 0)
    warnings.push(`These ids are not sources of this workspace and match nothing: ${unknown.join(', ')}.`);
  return sources;
}

/** If several sources share the content of a result, it is returned as the requested source. */
async function asRequested(
  db: Database,
  workspaceId: string,
  results: readonly SearchResult[],
  requested: readonly SourceRow[],
): Promise<SearchResult[]> {
  const ids = new Set(requested.map(({ id }) => id));
  const others = results.filter(({ source_id }) => !ids.has(source_id)).map(({ source_id }) => source_id);
  if (others.length === 0) return [...results];
  const shown = await findSources(db, workspaceId, [...new Set(others)]);
  const ownerOf = new Map(shown.map(({ id, owner_id }) => [id, owner_id]));
  return results.map((result) => {
    const owner = ownerOf.get(result.source_id);
    const source = ids.has(result.source_id)
      ? undefined
      : requested.find(({ owner_id }) => owner_id === owner);
    if (!source) return result;
    const { id: source_id, title: source_title } = source;
    return { ...result, source_id, source_title, url: isUpload(source) ? source.url : result.url };
  });
}

/** An upload has its own address, if any; sources that were read from an address share it with their content. */
function isUpload({ type }: SourceRow): boolean {
  return type === 'text' || type === 'pdf';
}
