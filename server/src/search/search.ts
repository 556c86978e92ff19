import type { Database } from '../db/db.ts';
import { requireLiveWorkspace } from '../db/live-workspace.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import { isUuid } from '../kernel/ids.ts';
import { clampLimit } from '../kernel/page.ts';
import type { SearchEngine, SearchInput, SearchResult, SearchResults } from './search-contract.ts';
import type { SearchRequest } from './search-schemas.ts';
import { findSources, type SourceRow } from './stores/chunk-store.ts';

export type { SearchEngine, SearchResults } from './search-contract.ts';
export { createSearchEngine } from './search-engine.ts';
export { createChunkStore } from './stores/chunk-store.ts';
export type { Place } from './stores/contract.ts';
export { createEmbeddingStore } from './stores/embedding-store.ts';
export type { EmbeddingSettings } from './sync/embedder.ts';

/** Search as a user asks for it. */
export interface Search {
  search(actor: Actor, workspaceId: string, request: SearchRequest): Promise<SearchResults>;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/**
 * Asks the index, in its own terms: sources that share one content are one source there, so the sources asked for
 * are turned into the owners of their content, and results back into the sources that were asked for.
 */
export function createSearch({ db, engine }: { db: Database; engine: Pick<SearchEngine, 'search'> }): Search {
  return {
    async search(actor, workspaceId, request) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const warnings: string[] = [];
      const limit = clampLimit(request.limit, warnings, { fallback: DEFAULT_LIMIT, max: MAX_LIMIT });
      const { query, mode } = request;
      const ask = { query, limit, ...(mode !== undefined && { mode }) };
      if (request.source_ids === undefined || request.source_ids.length === 0) {
        const some = request.source_ids === undefined ? {} : { sourceIds: [] };
        const found = await engine.search(workspaceId, { ...ask, ...some });
        return { ...found, warnings: [...warnings, ...found.warnings] };
      }
      const wanted = [...new Set(request.source_ids.map((id) => id.toLowerCase()))];
      const sharers = await findSources(db, workspaceId, wanted.filter(isUuid));
      warnings.push(...unknownSources(wanted, sharers));
      if (sharers.length === 0) return { ...(await searchNothing(engine, workspaceId, ask)), warnings };
      const sourceIds = [...new Set(sharers.map(({ owner_id }) => owner_id))];
      const found = await engine.search(workspaceId, { ...ask, sourceIds });
      const results = await asAskedFor(db, workspaceId, found.results, sharers);
      return { ...found, results, warnings: [...warnings, ...found.warnings] };
    },
  };
}

/** The answer to a search in no source: its mode is still checked and named. */
async function searchNothing(
  engine: Pick<SearchEngine, 'search'>,
  workspaceId: string,
  ask: SearchInput,
): Promise<SearchResults> {
  return engine.search(workspaceId, { ...ask, sourceIds: [] });
}

function unknownSources(wanted: readonly string[], known: readonly SourceRow[]): string[] {
  const ids = new Set(known.map(({ id }) => id));
  const unknown = wanted.filter((id) => !ids.has(id));
  if (unknown.length === 0) return [];
  return [`Not sources of this workspace, so they match nothing: ${unknown.join(', ')}.`];
}

/** A result of a content that another source shares is shown as the one that was asked for. */
async function asAskedFor(
  db: Database,
  workspaceId: string,
  results: readonly SearchResult[],
  wanted: readonly SourceRow[],
): Promise<SearchResult[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const others = results.filter(({ source_id }) => !ids.has(source_id)).map(({ source_id }) => source_id);
  if (others.length === 0) return [...results];
  const shown = await findSources(db, workspaceId, [...new Set(others)]);
  const ownerOf = new Map(shown.map(({ id, owner_id }) => [id, owner_id]));
  return results.map((result) => {
    const owner = ownerOf.get(result.source_id);
    const source = ids.has(result.source_id) ? undefined : wanted.find(({ owner_id }) => owner_id === owner);
    if (!source) return result;
    const { id: source_id, title: source_title } = source;
    return { ...result, source_id, source_title, url: isUpload(source) ? source.url : result.url };
  });
}

/** Its address, if any, is only kept; one that was read is the same for all that share what was read there. */
function isUpload({ type }: SourceRow): boolean {
  return type === 'text' || type === 'pdf';
}
