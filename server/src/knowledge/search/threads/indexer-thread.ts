import { workerData } from 'node:worker_threads';
import { notifyParent } from '../../../kernel/worker-channel.ts';
import { deleteIndexFile, type IndexWriter, openIndexWriter } from '../index/index-writer.ts';
import { createTrainingScheduler } from '../index/training-scheduler.ts';
import { createWordCounter } from '../text/bag-of-words.ts';
import { createOpenFiles } from './open-files.ts';
import { serveThread } from './serve-thread.ts';
import type { IndexerNotice, IndexerOperations, IndexerThreadData } from './thread-messages.ts';

/** The indexer thread, the only writer of index files. */
const MAX_OPEN_FILES = 64;
/** Models kept in memory for new chunks; one takes up to 11 MB. */
const MAX_MODELS = 4;

const { training, embedding } = workerData as IndexerThreadData;
const countWords = createWordCounter();
const files = createOpenFiles<IndexWriter>(MAX_OPEN_FILES, (file) => file.inTransaction());
const models = createOpenFiles<{ close(): void }>(MAX_MODELS);
const notify = (notice: IndexerNotice) => notifyParent(notice);
const trainer = createTrainingScheduler({
  open,
  timing: training,
  trained: (path, result) => notify({ kind: 'trained', path, ...result }),
  failed: (path, error) => notify({ kind: 'training_failed', path, error: String(error) }),
});

function open(path: string): IndexWriter | null {
  return files.use(path, () => openIndexWriter(path, countWords, embedding));
}

function use(path: string): IndexWriter {
  const file = open(path);
  if (!file) throw new Error('The index file is damaged or of another version.');
  return file;
}

const operations: IndexerOperations = {
  open({ path }) {
    const file = open(path);
    if (file) trainer.fileChanged(path);
    return { applied: file?.applied() ?? null };
  },
  apply({ path, change, sourceId, title, chunks, first, last }) {
    const file = use(path);
    if (first === file.inTransaction()) throw new Error('The pages of a change arrived out of order.');
    models.use(path, () => ({ close: file.vectors.release }));
    if (first) {
      file.begin();
      file.removeSource(sourceId);
    }
    file.addChunks(sourceId, title, chunks);
    if (last) file.commit(change);
    trainer.fileChanged(path);
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
  missingVectors({ path, most }) {
    const file = use(path);
    if (file.inTransaction()) return 'busy';
    return file.embeddings?.missing(most) ?? { after: 0, chunks: [], left: 0 };
  },
  addVectors({ path, after, vectors }) {
    const file = use(path);
    if (file.inTransaction()) return false;
    file.embeddings?.add(after, vectors);
    return true;
  },
  remove({ path }) {
    trainer.forget(path);
    models.close(path);
    files.close(path);
    deleteIndexFile(path);
  },
};

serveThread(operations, () => {
  trainer.stop();
  files.closeAll();
});
