import { deleteIndexFile, type IndexFile, openIndexFile } from './index-file.ts';
import { createOpenFiles } from './open-files.ts';
import { serveThread } from './serve-thread.ts';
import type { IndexerOperations } from './thread-messages.ts';

/** The indexer thread: the only writer of every index file. */
const MAX_OPEN_FILES = 64;

const files = createOpenFiles<IndexFile>(MAX_OPEN_FILES, (file) => file.inTransaction());

const open = (path: string) => files.use(path, () => openIndexFile(path));

function use(path: string): IndexFile {
  const file = open(path);
  if (!file) throw new Error('The index file is damaged or of another version.');
  return file;
}

const operations: IndexerOperations = {
  open: ({ path }) => ({ applied: open(path)?.applied() ?? null }),
  apply({ path, change, sourceId, title, chunks, first, last }) {
    const file = use(path);
    if (first === file.inTransaction()) throw new Error('The pages of a change arrived out of order.');
    if (first) {
      file.begin();
      file.removeSource(sourceId);
    }
    file.addChunks(sourceId, title, chunks);
    if (last) file.commit(change);
  },
  abandon({ path }) {
    const file = open(path);
    if (file?.inTransaction()) file.rollback();
  },
  advance({ path, change }) {
    const file = use(path);
    file.begin();
    file.commit(change);
  },
  remove({ path }) {
    files.close(path);
    deleteIndexFile(path);
  },
};

serveThread(operations, files.closeAll);
