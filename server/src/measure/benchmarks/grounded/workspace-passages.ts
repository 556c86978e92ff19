import { systemActor } from '../../../kernel/actor.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Search } from '../../../knowledge/search/search.ts';
import type { Sources } from '../../../knowledge/sources/sources.ts';
import { LIMITS } from '../../../platform/http/schemas.ts';
import { type Passage, type Passages, shownPassage } from '../passages.ts';

export interface PassagesOptions {
  sources: Pick<Sources, 'listAll' | 'chunks'>;
  search: Search;
}

type Source = Awaited<ReturnType<Sources['listAll']>>['first'][number];

const CHUNKS_AT_ONCE = 200;
const MAX_FOUND = 100;
/** Additional hits to request, because rows of datasets among them are dropped. */
const DATASET_ROWS = 30;
/** Results from an incomplete index say nothing about the workspace. */
const CURRENT = { current: true };

/** The passages of a workspace through its sources and its keyword search: the same index gives the same passages. */
export function createPassages({ sources, search }: PassagesOptions): (workspaceId: string) => Passages {
  async function* readySources(workspaceId: string): AsyncGenerator<Source> {
    const { first, rest } = await sources.listAll(systemActor, workspaceId, { status: 'ready' });
    yield* first;
    for await (const page of rest ?? []) yield* page;
  }

  async function* passagesOf(
    workspaceId: string,
    { id, title, classification }: Source,
  ): AsyncGenerator<Passage[]> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await sources
        .chunks(systemActor, workspaceId, id, { limit: CHUNKS_AT_ONCE, ...(cursor && { cursor }) })
        .catch((error: unknown) => {
          throw changed(error, title);
        });
      yield page.data.map(({ id: chunkId, text, location: { heading } }) => ({
        chunkId,
        sourceId: id,
        isDataset: classification === 'dataset',
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
      const request = { query, limit, mode: 'keyword' as const };
      const { results } = await search.search(systemActor, workspaceId, request, CURRENT);
      return results.map(toPassage);
    },
    async retrieve(query, { mode, k, source_ids }) {
      const request = {
        query: query.slice(0, LIMITS.query),
        limit: Math.min(MAX_FOUND, k + DATASET_ROWS),
        ...(mode && { mode }),
        ...(source_ids && { source_ids: [...source_ids] }),
      };
      const { results } = await search.search(systemActor, workspaceId, request, CURRENT);
      return results
        .filter(({ is_dataset }) => !is_dataset)
        .slice(0, k)
        .map((result) => shownPassage(toPassage(result)));
    },
  });
}

type Result = Awaited<ReturnType<Search['search']>>['results'][number];

function toPassage({ chunk_id, source_id, source_title, text, location, is_dataset }: Result): Passage {
  return {
    chunkId: chunk_id,
    sourceId: source_id,
    isDataset: is_dataset,
    title: source_title,
    heading: location.heading,
    text,
  };
}

/** A source was reindexed or deleted while its chunks were read. */
function changed(error: unknown, title: string): unknown {
  if (!(error instanceof AppError) || !['invalid_cursor', 'not_found'].includes(error.code)) return error;
  return new AppError(
    'wrong_state',
    `The source "${title}" changed while it was read; send the request again.`,
  );
}
