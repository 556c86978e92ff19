import { createHighlighter } from './highlight-index.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { isDamage } from './index-schema.ts';
import { searchKeywords } from './keyword-search.ts';
import { createOpenFiles } from './open-files.ts';
import { serveThread } from './serve-thread.ts';
import { monotonicNow, type SearchOperations } from './thread-messages.ts';

/** The search thread: reads index files, never writes one. */
const MAX_OPEN_FILES = 64;

const files = createOpenFiles<IndexReader>(MAX_OPEN_FILES);
const highlighter = createHighlighter();

const operations: SearchOperations = {
  search({ path, ...request }) {
    try {
      const reader = files.use(path, () => openIndexReader(path));
      if (!reader) return { state: 'missing' };
      return { state: 'ok', ...searchKeywords(reader, { ...request, now: monotonicNow }) };
    } catch (error) {
      files.close(path);
      if (isDamage(error)) return { state: 'damaged' };
      throw error;
    }
  },
  highlight: ({ texts, phrases }) => highlighter.highlight(texts, phrases),
  close: ({ path }) => files.close(path),
};

serveThread(operations, () => {
  files.closeAll();
  highlighter.close();
});
