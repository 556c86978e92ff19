import { workerData } from 'node:worker_threads';
import { answerSearch } from './answer-search.ts';
import { createHighlighter } from './highlight-index.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { isDamage } from './index-schema.ts';
import { createOpenFiles } from './open-files.ts';
import { serveThread } from './serve-thread.ts';
import { createBagMaker } from './term-bag.ts';
import { monotonicNow, type SearchOperations, type SearchThreadData } from './thread-messages.ts';
import { createVectorCache } from './vector-cache.ts';

/** The search thread: reads index files, never writes one. */
const MAX_OPEN_FILES = 64;

const { vectorMemoryBytes } = workerData as SearchThreadData;
const files = createOpenFiles<IndexReader>(MAX_OPEN_FILES);
const cache = createVectorCache(vectorMemoryBytes);
const highlighter = createHighlighter();
const bagOf = createBagMaker();

const operations: SearchOperations = {
  search({ path, ...request }) {
    try {
      const reader = files.use(path, () => openIndexReader(path));
      if (!reader) return { state: 'missing' };
      const tools = { vectors: () => cache.of(path, reader), bagOf };
      return { state: 'ok', ...answerSearch(reader, { ...request, now: monotonicNow }, tools) };
    } catch (error) {
      files.close(path);
      cache.forget(path);
      if (isDamage(error)) return { state: 'damaged' };
      throw error;
    }
  },
  highlight: ({ texts, phrases }) => highlighter.highlight(texts, phrases),
  close({ path }) {
    files.close(path);
    cache.forget(path);
  },
};

serveThread(operations, () => {
  files.closeAll();
  highlighter.close();
});
