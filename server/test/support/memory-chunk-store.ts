import type { ChunkStore, SourceChange, StoredChunk } from '../../src/knowledge/search/stores/contract.ts';

/** A `ChunkStore` in memory, with the changes that sources make. For tests and benches. */
export interface MemoryChunkStore extends ChunkStore {
  /** Adds a source or replaces its chunks; returns the change number. A chunk is its text, or text under headings. */
  put(workspaceId: string, sourceId: string, title: string, chunks: readonly MemoryChunk[]): number;
  delete(workspaceId: string, sourceId: string): number;
  forget(workspaceId: string): void;
}

export type MemoryChunk = string | { text: string; heading: string[] };

interface Source {
  change: number;
  title: string;
  /** null = deleted. */
  chunks: StoredChunk[] | null;
}

interface Workspace {
  latest: number;
  sources: Map<string, Source>;
  chunks: Map<string, StoredChunk>;
}

export function createMemoryChunkStore(): MemoryChunkStore {
  const workspaces = new Map<string, Workspace>();
  const of = (id: string): Workspace => {
    const workspace = workspaces.get(id) ?? { latest: 0, sources: new Map(), chunks: new Map() };
    workspaces.set(id, workspace);
    return workspace;
  };
  const set = (
    workspaceId: string,
    sourceId: string,
    title: string,
    chunks: StoredChunk[] | null,
  ): number => {
    const workspace = of(workspaceId);
    for (const old of workspace.sources.get(sourceId)?.chunks ?? []) workspace.chunks.delete(old.chunk_id);
    for (const chunk of chunks ?? []) workspace.chunks.set(chunk.chunk_id, chunk);
    workspace.sources.set(sourceId, { change: ++workspace.latest, title, chunks });
    return workspace.latest;
  };
  return {
    put(workspaceId, sourceId, title, chunks) {
      const change = of(workspaceId).latest + 1;
      const stored = chunks.map((chunk, at) =>
        toStored(chunk, `${sourceId}/${change}/${at}`, sourceId, title),
      );
      return set(workspaceId, sourceId, title, stored);
    },
    delete: (workspaceId, sourceId) => set(workspaceId, sourceId, '', null),
    forget: (workspaceId) => void workspaces.delete(workspaceId),
    latestChanges: async () =>
      Array.from(workspaces, ([workspaceId, { latest }]) => ({ workspaceId, change: latest })),
    latestChange: async (workspaceId) => workspaces.get(workspaceId)?.latest ?? 0,
    changesSince: async (workspaceId, after, limit) =>
      [...of(workspaceId).sources]
        .map(([sourceId, source]) => toChange(sourceId, source))
        .filter(({ change }) => change > after)
        .sort((a, b) => a.change - b.change)
        .slice(0, limit),
    async chunksOf(workspaceId, sourceId, revision, fromOrdinal, limit) {
      const source = of(workspaceId).sources.get(sourceId);
      if (source?.change !== revision || !source.chunks) return null;
      return source.chunks.slice(fromOrdinal, fromOrdinal + limit);
    },
    datasetsAmong: async () => new Set(),
    async chunksById(workspaceId, chunkIds) {
      const { chunks } = of(workspaceId);
      return new Map(
        chunkIds.flatMap((id) => [chunks.get(id) ?? []].flat().map((chunk) => [id, chunk] as const)),
      );
    },
    workspaceExists: async (workspaceId) => workspaces.has(workspaceId),
  };
}

function toStored(
  chunk: MemoryChunk,
  chunk_id: string,
  source_id: string,
  source_title: string,
): StoredChunk {
  const { text, heading } = typeof chunk === 'string' ? { text: chunk, heading: [] } : chunk;
  return {
    chunk_id,
    source_id,
    source_title,
    text,
    heading,
    url: null,
    start: 0,
    end: text.length,
    place: null,
  };
}

/** The revision of a source is the number of the change that made it. */
function toChange(sourceId: string, { change, title, chunks }: Source): SourceChange {
  return chunks === null
    ? { change, kind: 'delete', sourceId }
    : { change, kind: 'replace', sourceId, revision: change, title };
}
