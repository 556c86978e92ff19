import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexReader, openIndexReader } from '../../server/src/knowledge/search/index/index-reader.ts';
import { openIndexWriter } from '../../server/src/knowledge/search/index/index-writer.ts';
import { trainIndex } from '../../server/src/knowledge/search/index/train-index.ts';
import { parseQuery } from '../../server/src/knowledge/search/query/parse-query.ts';
import { planKeywords } from '../../server/src/knowledge/search/query/plan-keywords.ts';
import { runQuery, type SearchMode } from '../../server/src/knowledge/search/query/run-query.ts';
import { rankHits } from '../../server/src/knowledge/search/rank/rank-hits.ts';
import { CANDIDATES_PER_RANKING } from '../../server/src/knowledge/search/semantic/semantic-search.ts';
import {
  createVectorCache,
  type LoadedVectors,
} from '../../server/src/knowledge/search/semantic/vector-cache.ts';
import { createWordCounter, type WordCounter } from '../../server/src/knowledge/search/text/bag-of-words.ts';
import { runToCompletion } from '../../server/test/support/run-to-completion.ts';
import type { Collection } from './collection.ts';

/** A collection as an index, with each document as a source of one chunk, searched without threads. */
export interface IndexedCollection {
  reader: IndexReader;
  loaded: LoadedVectors;
  countWords: WordCounter;
  documentOf(row: number): string;
  /** Document ids, best first. */
  answer(text: string, mode: SearchMode): string[];
  close(): void;
}

/** A request with only the words: all sources, and no time limit. */
export const UNLIMITED_KEYWORD_REQUEST = {
  sourceIds: null,
  count: CANDIDATES_PER_RANKING,
  deadline: Number.POSITIVE_INFINITY,
  now: () => 0,
};

/** Trains on the first share of the documents; the others are folded in after. */
export function indexCollection(documents: Collection['documents'], trainedShare = 1): IndexedCollection {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-collection-'));
  const path = join(folder, 'index.sqlite');
  const file = openIndexWriter(path);
  if (!file) throw new Error('The index file could not be made.');
  const add = (some: Collection['documents']) => {
    file.begin();
    for (const { id, title, text } of some) file.addChunks(id, title, [{ chunk_id: id, text, heading: [] }]);
    file.commit(1);
  };
  const first = Math.ceil(documents.length * trainedShare);
  add(documents.slice(0, first));
  runToCompletion(trainIndex(() => file));
  add(documents.slice(first));
  const reader = openIndexReader(path);
  const loaded = reader && createVectorCache(2 ** 32).of(path, reader);
  if (!reader || !loaded || loaded === 'too_large') throw new Error('The index has no model.');
  const countWords = createWordCounter();
  const chunks = reader.chunks(documents.map((_, at) => at + 1));
  return {
    reader,
    loaded,
    countWords,
    documentOf: (row) => chunks.get(row)?.chunkId ?? '',
    answer(text, mode) {
      const plan = planKeywords(parseQuery(text));
      const request = { ...UNLIMITED_KEYWORD_REQUEST, plan, mode, words: text, embedded: null };
      const { hits } = runQuery(reader, request, { vectors: () => loaded, countWords });
      return rankHits(hits, new Set()).map(({ chunkId }) => chunkId);
    },
    close() {
      reader.close();
      file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
