import { useQuery } from '@tanstack/react-query';
import { allPages, answer, type Schemas } from '@touchstone/client';
import { use, useState } from 'react';
import { api, type Found, type Source } from '../api/api.ts';
import { FoundHits } from './found-hits.ts';

/** Number of characters of a long text that are read at a time. */
const AT_ONCE = 4_000_000;

export interface Content {
  text: string;
  isWhole: boolean;
}

/** The extracted text of a source, up to the passage at least. Read again when the source was. */
export function useContent(workspaceId: string, source: Source, until: number) {
  const [wanted, setWanted] = useState(AT_ONCE);
  const most = Math.max(wanted, Math.ceil(until / AT_ONCE) * AT_ONCE);
  const path = { workspace_id: workspaceId, source_id: source.id };
  const content = useQuery({
    queryKey: ['workspace', workspaceId, 'content', source.id, source.indexed_at, most],
    queryFn: async ({ signal }): Promise<Content> => {
      const call = api.GET('/workspaces/{workspace_id}/sources/{source_id}/content', {
        params: { path },
        parseAs: 'stream',
        signal,
      });
      return readSome(await answer(call), most);
    },
    enabled: source.indexed_at !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return { ...content, readOn: () => setWanted(most + AT_ONCE) };
}

async function readSome(
  stream: ReadableStream<Uint8Array> | null | undefined,
  most: number,
): Promise<Content> {
  const pieces: string[] = [];
  let length = 0;
  const reader = stream
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return { text: pieces.join(''), isWhole: true };
    pieces.push(value ?? '');
    length += value?.length ?? 0;
    if (length < most) continue;
    await reader?.cancel();
    return { text: pieces.join(''), isWhole: false };
  }
}

/** Where a passage is in its source. */
export type Passage = Pick<Schemas['SourceChunk'], 'location' | 'url'> &
  Partial<Pick<Found['results'][number], 'highlights' | 'excerpt'>>;

/** The passage that the address names: as it was found, or else looked up. Null: the source has no such passage. */
export function usePassage(workspaceId: string, source: Source, chunkId: string | undefined) {
  const hit = use(FoundHits).find(({ chunk_id }) => chunk_id === chunkId);
  const looked = useQuery({
    queryKey: ['workspace', workspaceId, 'passage', source.id, source.indexed_at, chunkId],
    queryFn: () => lookUp(workspaceId, source.id, chunkId ?? ''),
    enabled: chunkId !== undefined && hit === undefined && source.indexed_at !== undefined,
  });
  const passage: Passage | null | undefined = hit ?? looked.data;
  return { passage: chunkId === undefined ? undefined : passage, error: looked.error };
}

async function lookUp(workspace_id: string, source_id: string, chunkId: string): Promise<Passage | null> {
  const path = { workspace_id, source_id };
  const list = ({ cursor }: { cursor?: string }) => {
    const query = { limit: 1000, ...(cursor !== undefined && { cursor }) };
    return answer(
      api.GET('/workspaces/{workspace_id}/sources/{source_id}/chunks', { params: { path, query } }),
    );
  };
  for await (const chunk of allPages(list)) if (chunk.id === chunkId) return chunk;
  return null;
}
