import { hash } from 'node:crypto';
import type { Batch, Database } from '../../db/db.ts';
import type { Job, JobContext } from '../../jobs/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import { isAddressType } from '../../reading/reading.ts';
import type { ExtractedChunk } from '../chunking/chunker.ts';
import {
  type ChunkRow,
  type ContentOf,
  insertChunks,
  insertContent,
  listChunks,
} from '../source-content-store.ts';
import { recordChange, retitle, updateOwner, updateSharers } from '../source-owner-store.ts';
import type { SourceJob } from '../source-queue.ts';
import type { SourceRow } from '../source-store.ts';
import { cutTitle } from '../source-title.ts';
import { GONE, type IndexingOptions, writeAs } from './indexing-run.ts';
import type { ReadSource } from './read-source.ts';
import { stageText } from './read-with-progress.ts';

/** So few that no batch holds the writer for 20 ms. */
const CHUNKS_PER_BATCH = 100;

interface Built {
  read: ReadSource;
  generation: number;
  owner: SourceRow;
}

/** Writes text and chunks a few at a time; the last batch makes them the present ones. */
export async function writeGeneration(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  { read, generation, owner }: Built,
): Promise<number | null> {
  const { workspaceId, sourceId } = job.payload;
  const idOf = await createChunkIds(options.db, workspaceId, { ...owner, owner_id: owner.id });
  const { chunks: total, pieces } = read.extracted;
  const batches = Math.max(pieces, Math.ceil(total / CHUNKS_PER_BATCH));
  let recorded: ReturnType<typeof recordChange> | undefined;
  for (let at = 0; at < batches; at++) {
    signal.throwIfAborted();
    heartbeat();
    const from = at * CHUNKS_PER_BATCH;
    const piece = at < pieces ? await read.piece(at) : null;
    const chunks = await read.chunks(from, CHUNKS_PER_BATCH);
    const isThere = await writeAs(options, job, (batch) => {
      const present = { updated_at: options.clock.now() };
      if (at === batches - 1) {
        const stage_json = stageText('index', 0, total);
        const set = { ...present, ...foundOut(read), generation, chunk_count: total, stage_json };
        tellSharers(batch, workspaceId, owner, read);
        recorded = recordChange(batch, workspaceId, sourceId, set, { holders: 'some', orElse: GONE });
      } else {
        const done = Math.min(total, from + chunks.length);
        updateOwner(
          batch,
          workspaceId,
          sourceId,
          { ...present, stage_json: stageText('write', done, total) },
          GONE,
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
  { start, end, text, heading, place, url }: ExtractedChunk,
  ordinal: number,
  idOf: (passage: Passage) => string,
) {
  const place_json = place && JSON.stringify(place);
  const heading_json = JSON.stringify(heading);
  const passage = { text, heading_json, place_json };
  return { ordinal, id: idOf(passage), start_at: start, end_at: end, url, ...passage };
}

/** What reading says of the content, for the owner's row. */
function foundOut({ about }: ReadSource): Partial<SourceRow> {
  return { language: about.language, classification: about.classification.kind };
}

/** Every source that shares the content says itself what it is called and what was found in its bytes. */
function tellSharers(batch: Batch, workspaceId: string, owner: SourceRow, read: ReadSource): void {
  const { about, extracted } = read;
  const title = cutTitle(about.title.trim());
  if (title !== '') retitle(batch, workspaceId, owner.id, title);
  const { byteSize: byte_size, hash: content_hash } = extracted.content;
  const found = { media_type: about.mediaType, byte_size, content_hash };
  const set = isAddressType(owner.type) ? found : { charset: about.charset };
  updateSharers(batch, workspaceId, owner.id, set);
}

/** What makes a chunk the same passage, wherever in its document it stands now. */
type Passage = Pick<ChunkRow, 'text' | 'heading_json' | 'place_json'>;

const CHUNKS_PER_READ = 500;

/**
 * Gives chunks that are read again the ids they have, so that what cites them stays valid: a chunk of the same text
 * under the same headings, in a repository in the same file, is the same one. Equal passages keep their order; what
 * is new gets a new id. Holds one digest and one id for each chunk there is.
 */
async function createChunkIds(
  db: Database,
  workspaceId: string,
  present: ContentOf,
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
