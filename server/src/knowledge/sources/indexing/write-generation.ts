import { hash } from 'node:crypto';
import { newId } from '../../../kernel/ids.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import type { Job, JobContext } from '../../../platform/jobs/jobs.ts';
import { isAddressType } from '../../reading/reading.ts';
import type { PlacedChunk } from '../chunking/chunk-document.ts';
import {
  type ChunkRow,
  type ContentKey,
  insertChunks,
  insertContent,
  listChunks,
} from '../source-content-store.ts';
import { recordChange, retitleSharers, updateOwner, updateSharers } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { cutTitle } from '../source-title.ts';
import { type IndexingOptions, SOURCE_GONE, writeInRun } from './indexing-run.ts';
import type { ReadSource } from './read-source.ts';
import { stageJson } from './read-with-progress.ts';

/** Rows per batch, chosen so that no batch holds the writer for 20 ms. */
const CHUNKS_PER_BATCH = 100;

interface Built {
  read: ReadSource;
  generation: number;
  owner: SourceRow;
}

/**
 * Writes text and chunks in small batches. The last batch makes the new generation the present one. Returns the number
 * of that change, or null if the source was deleted in the meantime.
 */
export async function writeGeneration(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  { read, generation, owner }: Built,
): Promise<number | null> {
  const { workspaceId, sourceId } = job.payload;
  const idOf = await createChunkIds(options.db, workspaceId, { ...owner, owner_id: owner.id });
  const { chunks: total, pieces } = read.summary;
  const batches = Math.max(pieces, Math.ceil(total / CHUNKS_PER_BATCH));
  let recorded: ReturnType<typeof recordChange> | undefined;
  for (let at = 0; at < batches; at++) {
    signal.throwIfAborted();
    heartbeat();
    const from = at * CHUNKS_PER_BATCH;
    const piece = at < pieces ? await read.piece(at) : null;
    const chunks = await read.chunks(from, CHUNKS_PER_BATCH);
    const isThere = await writeInRun(options, job, (batch) => {
      const present = { updated_at: options.clock.now() };
      if (at === batches - 1) {
        const stage_json = stageJson('index', 0, total);
        const set = { ...present, ...contentFields(read), generation, chunk_count: total, stage_json };
        updateSharingSources(batch, workspaceId, owner, read);
        recorded = recordChange(batch, workspaceId, sourceId, set, { holders: 'some', orElse: SOURCE_GONE });
      } else {
        const done = Math.min(total, from + chunks.length);
        updateOwner(
          batch,
          workspaceId,
          sourceId,
          { ...present, stage_json: stageJson('write', done, total) },
          SOURCE_GONE,
        );
      }
      const place = { workspace_id: workspaceId, source_id: sourceId, generation };
      if (piece !== null) insertContent(batch, { ...place, ordinal: at, text: piece });
      insertChunks(
        batch,
        chunks.map((chunk, i) => ({ ...place, ...chunkRow(chunk, from + i, idOf) })),
      );
    });
    if (!isThere) return null;
    await options.changed(workspaceId, sourceId, 'processing');
  }
  return recorded?.rows[0]?.last_change ?? null;
}

function chunkRow(
  { start, end, text, heading, place, url }: PlacedChunk,
  ordinal: number,
  idOf: (passage: Passage) => string,
) {
  const place_json = place && JSON.stringify(place);
  const heading_json = JSON.stringify(heading);
  const passage = { text, heading_json, place_json };
  return { ordinal, id: idOf(passage), start_at: start, end_at: end, url, ...passage };
}

/** What reading found out about the content, for the owner's row. */
function contentFields({ about }: ReadSource): Partial<SourceRow> {
  const { language, classification, leftOut } = about;
  const left_out_json = leftOut.length === 0 ? null : JSON.stringify(leftOut);
  return { language, classification: classification.kind, left_out_json };
}

/** Writes the title and the findings from the bytes to the row of every source that shares the content. */
function updateSharingSources(batch: Batch, workspaceId: string, owner: SourceRow, read: ReadSource): void {
  const { about, summary } = read;
  const title = cutTitle(about.title.trim());
  if (title !== '') retitleSharers(batch, workspaceId, owner.id, title);
  const { byteSize: byte_size, hash: content_hash } = summary.content;
  const found = { media_type: about.mediaType, byte_size, content_hash };
  const set = isAddressType(owner.type) ? found : { charset: about.charset };
  updateSharers(batch, workspaceId, owner.id, set);
}

/** The identity of a passage, independent of its position in the document. */
type Passage = Pick<ChunkRow, 'text' | 'heading_json' | 'place_json'>;

const CHUNKS_PER_READ = 500;

/**
 * Gives chunks that are read again their earlier ids, so that citations stay valid. A chunk with the same text under
 * the same headings (in a repository: in the same file) is the same chunk. Equal passages keep their order. A new
 * passage gets a new id. Memory: one digest and one id for each present chunk.
 */
async function createChunkIds(
  db: Database,
  workspaceId: string,
  present: ContentKey,
): Promise<(passage: Passage) => string> {
  const ids = new Map<string, string[]>();
  for (let fromOrdinal = 0; ; fromOrdinal += CHUNKS_PER_READ) {
    const chunks = await listChunks(db, workspaceId, present, { fromOrdinal, limit: CHUNKS_PER_READ });
    for (const chunk of chunks) {
      const key = keyOf(chunk);
      const equal = ids.get(key);
      if (equal) equal.push(chunk.id);
      else ids.set(key, [chunk.id]);
    }
    if (chunks.length < CHUNKS_PER_READ) break;
  }
  return (passage) => ids.get(keyOf(passage))?.shift() ?? newId();
}

function keyOf({ text, heading_json, place_json }: Passage): string {
  const { path = '' } = JSON.parse(place_json ?? '{}') as { path?: string };
  return hash('sha256', JSON.stringify([path, heading_json, text]), 'base64');
}
