import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Log } from '../../kernel/log.ts';
import { INDEX_VERSION } from '../index/index-schema.ts';
import { appliedIn, FETCHED } from '../index/index-writer.ts';
import type { Snapshot, SnapshotStore } from '../stores/snapshot-store.ts';
import type { IndexThread } from '../threads/index-threads.ts';
import type { IndexerOperations } from '../threads/thread-messages.ts';

/** Copies of index files that nodes take instead of making their own. */
export interface IndexSnapshots {
  /** Whether a snapshot is due: what it would save is worth writing it. */
  isDue(workspaceId: string): Promise<boolean>;
  /** Writes one of the file as it is now; nothing while a change is being written, nor before its model is trained. */
  write(workspaceId: string, signal: AbortSignal): Promise<'written' | 'busy' | 'untrained'>;
  /** Puts the newest in the place of a file that is missing; without one nothing happens. A failure is logged. */
  fetch(workspaceId: string, isOver: () => boolean): Promise<void>;
  /** Deletes those that were cut off. */
  sweep(): Promise<void>;
}

export interface IndexSnapshotsDeps {
  store: SnapshotStore;
  indexer: IndexThread<IndexerOperations>;
  pathOf(workspaceId: string): string;
  /** The name of the configured embedding model; null = none. */
  embedding: string | null;
  log: Log;
}

/** Fewer are indexed in seconds. */
const LEAST_CHUNKS = 2000;
/** A node indexes what changed since: of 100,000 chunks these are some seconds. */
const MOST_CHANGED = 0.05;
const DAY_MS = 24 * 3_600_000;
/** Deletions are listed for 30 days, so that an older one would keep chunks of sources that are gone. */
const TAKEN_FOR_MS = 14 * DAY_MS;
const RENEWED_AFTER_MS = 7 * DAY_MS;
const ABANDONED_AFTER_MS = 3_600_000;
/** As large as pieces of uploads, which stores of rows carry well. */
const PART_BYTES = 1_000_000;
/** Of more, copying would hold the indexer for minutes and the rows weigh on the database: a node makes its own. */
const MOST_CHUNKS = 1_000_000;
const COPY_TIMEOUT_MS = 120_000;

export function createIndexSnapshots(deps: IndexSnapshotsDeps): IndexSnapshots {
  const { store, indexer, pathOf, log } = deps;
  const madeWith = `${INDEX_VERSION} ${deps.embedding ?? ''}`.trim();

  async function send(workspaceId: string, copy: string, signal: AbortSignal): Promise<Snapshot> {
    const applied = appliedIn(copy);
    if (applied === null) throw new Error('The copy of an index file cannot be read.');
    const id = await store.begin(workspaceId, madeWith);
    const hash = createHash('sha256');
    let parts = 0;
    let bytes = 0;
    for await (const part of partsOf(piped(createReadStream(copy), createZstdCompress(), () => {}))) {
      signal.throwIfAborted();
      hash.update(part);
      await store.addPart(workspaceId, id, parts++, part);
      bytes += part.length;
    }
    const made = { parts, bytes, sha256: hash.digest('hex'), created_at: Date.now() };
    return { workspace_id: workspaceId, id, made_with: madeWith, applied, ...made };
  }

  async function receive(snapshot: Snapshot, to: string, isOver: () => boolean): Promise<void> {
    const hash = createHash('sha256');
    async function* parts() {
      for (let part = 0; part < snapshot.parts; part++) {
        const bytes = isOver() ? null : await store.part(snapshot.workspace_id, snapshot.id, part);
        if (bytes === null) throw new Error('It was deleted while it was fetched, or the node stops.');
        hash.update(bytes);
        yield bytes;
      }
    }
    await pipeline(Readable.from(parts()), createZstdDecompress(), createWriteStream(to, { mode: 0o600 }));
    if (hash.digest('hex') !== snapshot.sha256) throw new Error('Its checksum is another one.');
    if (appliedIn(to) !== snapshot.applied) throw new Error('It is not what its row says.');
  }

  return {
    async isDue(workspaceId) {
      const newest = await store.newest(workspaceId, madeWith, Date.now() - RENEWED_AFTER_MS);
      const { all, changed } = await store.chunksSince(workspaceId, newest?.applied ?? 0);
      const isWorth = newest === null || changed > MOST_CHANGED * all;
      return isWorth && all >= LEAST_CHUNKS && all <= MOST_CHUNKS;
    },

    async write(workspaceId, signal) {
      const started = performance.now();
      const path = pathOf(workspaceId);
      const copy = `${path}-copy`;
      rmSync(copy, { force: true });
      try {
        const outcome = await indexer.call('copy', { path, to: copy }, COPY_TIMEOUT_MS);
        if (outcome !== 'copied') return outcome;
        const snapshot = await send(workspaceId, copy, signal);
        await store.publish(snapshot, Date.now() - TAKEN_FOR_MS);
        const { applied, bytes } = snapshot;
        const ms = Math.round(performance.now() - started);
        log.info({ workspaceId, applied, bytes, ms }, 'a snapshot of a search index was written');
        return 'written';
      } finally {
        rmSync(copy, { force: true });
      }
    },

    async fetch(workspaceId, isOver) {
      const path = pathOf(workspaceId);
      if (existsSync(path)) return;
      const beside = path + FETCHED;
      try {
        const newest = await store.newest(workspaceId, madeWith, Date.now() - TAKEN_FOR_MS);
        if (newest === null) return;
        await receive(newest, beside, isOver);
        await rename(beside, path);
        log.info({ workspaceId, applied: newest.applied }, 'a snapshot of a search index was taken');
      } catch (err) {
        if (!isOver())
          log.warn({ err, workspaceId }, 'a snapshot could not be taken; the search index is made anew');
      } finally {
        rmSync(beside, { force: true });
      }
    },

    sweep: () => store.sweep(Date.now() - ABANDONED_AFTER_MS),
  };
}

/** A stream in pieces of the size of a part; the last one is smaller. */
async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    pieces.push(chunk);
    size += chunk.length;
    while (size >= PART_BYTES) {
      const all = Buffer.concat(pieces);
      yield all.subarray(0, PART_BYTES);
      pieces = [all.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(pieces);
}
