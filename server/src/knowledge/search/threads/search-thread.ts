import { workerData } from 'node:worker_threads';
import { monotonicMs } from '../../../kernel/clock.ts';
import { createHighlighter } from '../index/highlighter.ts';
import { type IndexReader, openIndexReader } from '../index/index-reader.ts';
import { isIndexDamage } from '../index/index-schema.ts';
import { runQuery } from '../query/run-query.ts';
import { createVectorCache } from '../semantic/vector-cache.ts';
import { createWordCounter } from '../text/bag-of-words.ts';
import { createOpenFiles } from './open-files.ts';
import { serveThread } from './serve-thread.ts';
import type { SearchOperations, SearchThreadData } from './thread-messages.ts';

/** The search thread: reads index files, never writes one. */
const MAX_OPEN_FILES = 64;

const { vectorMemoryBytes } = workerData as SearchThreadData;
const files = createOpenFiles<IndexReader>(MAX_OPEN_FILES);
const cache = createVectorCache(vectorMemoryBytes);
const highlighter = createHighlighter();
const countWords = createWordCounter();

const operations: SearchOperations = {
  search({ path, ...request }) {
    try {
      const reader = files.use(path, () => openIndexReader(path));
      if (!reader) return { state: 'missing' };
      const tools = { vectors: () => cache.of(path, reader), countWords };
      return { state: 'ok', ...runQuery(reader, { ...request, now: monotonicMs }, tools) };
    } catch (error) {
      files.close(path);
      cache.forget(path);
      if (isIndexDamage(error)) return { state: 'damaged' };
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
