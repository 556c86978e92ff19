import { systemActor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Search } from '../../search/search.ts';
import type { Sources } from '../../sources/sources.ts';
import type { Passage, Passages } from '../passages.ts';

export interface PassagesOptions {
  sources: Pick<Sources, 'listAll' | 'chunks'>;
  search: Search;
}

type Source = Awaited<ReturnType<Sources['listAll']>>['first'][number];

const CHUNKS_AT_ONCE = 200;

/** The passages of a workspace through its sources and its search, by keyword: the same index gives the same ones. */
export function createPassages({ sources, search }: PassagesOptions): (workspaceId: string) => Passages {
  async function* readySources(workspaceId: string): AsyncGenerator<Source> {
    const { first, rest } = await sources.listAll(systemActor, workspaceId, { status: 'ready' });
    yield* first;
    for await (const page of rest ?? []) yield* page;
  }

  async function* passagesOf(workspaceId: string, { id, title }: Source): AsyncGenerator<Passage[]> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await sources
        .chunks(systemActor, workspaceId, id, { limit: CHUNKS_AT_ONCE, ...(cursor && { cursor }) })
        .catch((error: unknown) => {
          throw changed(error, title);
        });
      yield page.data.map(({ id: chunkId, text, location: { heading } }) => ({
        chunkId,
        title,
        heading,
        text,
      }));
      cursor = page.next_cursor;
    }
  }

  return (workspaceId) => ({
    async *all() {
      for await (const source of readySources(workspaceId)) yield* passagesOf(workspaceId, source);
    },
    async find(query, limit) {
      const { results } = await search.search(systemActor, workspaceId, { query, limit, mode: 'keyword' });
      return results.map(({ chunk_id, source_title, text, location: { heading } }) => ({
        chunkId: chunk_id,
        title: source_title,
        heading,
        text,
      }));
    },
  });
}

/** A source that is indexed anew, or deleted, while its chunks are read. */
function changed(error: unknown, title: string): unknown {
  if (!(error instanceof AppError) || !['invalid_cursor', 'not_found'].includes(error.code)) return error;
  return new AppError(
    'wrong_state',
    `The source "${title}" changed while it was read; send the request again.`,
  );
}
