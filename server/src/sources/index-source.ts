import type { Batch, Database, WriteOutcome } from '../db/db.ts';
import { requireCommitted } from '../db/live.ts';
import type { Job, JobContext } from '../jobs/jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Search } from '../search/search.ts';
import type { ExtractedChunk } from './extract-text.ts';
import { insertChunks, insertContent, readOriginal } from './source-content-store.ts';
import { type SourceError, sourceError } from './source-failures.ts';
import type { StageName } from './source-schemas.ts';
import { beginGeneration, findOwner, recordChange, type SourceRow, updateOwner } from './source-store.ts';
import { ReadingTimedOut, type ReadText, type TextReading } from './text-reading.ts';

/** Why a batch of indexing is undone: the source was deleted, and nobody shares its content. */
export const GONE = 'source_gone';

/** What the jobs of a source carry. */
export interface SourceJob {
  workspaceId: string;
  sourceId: string;
}

export interface IndexingOptions {
  db: Database;
  clock: Clock;
  search: Pick<Search, 'changed' | 'caughtUp'>;
  reading: TextReading;
  maxChunks: number;
  /** Told after each change of a source; `sharers`: also about those that share its content. */
  changed: (workspaceId: string, ownerId: string, status: string, sharers?: boolean) => Promise<void>;
  /** Has the generations before the present one purged, but not before searches are done with them. */
  purgeLater: (batch: Batch, payload: SourceJob) => void;
}

/** So few that no batch holds the writer for 20 ms. */
const CHUNKS_PER_BATCH = 100;
const HEARTBEAT_MS = 10_000;

/**
 * Brings a source from `pending` to `ready` or `failed`. Safe to be killed anywhere and begun again: the new
 * generation becomes the present one in a single batch, so searches see the old chunks or the new ones, and what a
 * killed run left behind lies in a generation that never was.
 */
export async function indexSource(
  options: IndexingOptions,
  job: Job<SourceJob>,
  context: JobContext,
): Promise<void> {
  const { db, search } = options;
  const { workspaceId, sourceId } = job.payload;
  const owner = await findOwner(db, workspaceId, sourceId);
  if (!owner || owner.holders === 0) return;
  if (owner.status !== 'pending' && owner.status !== 'processing') return;
  const isBuilt = owner.status === 'processing' && owner.generation === owner.building;
  const change = isBuilt ? owner.change : await build(options, job, context, owner);
  if (change === null) return;
  search.changed(workspaceId);
  await patiently(search.caughtUp(workspaceId, change), context);
  await writeAs(options, job, (batch) => {
    if (owner.building > 0) options.purgeLater(batch, job.payload);
    const set = { status: 'ready', stage_json: null, indexed_at: options.clock.now() };
    updateOwner(batch, workspaceId, sourceId, { ...set, updated_at: options.clock.now() }, GONE);
  });
  await options.changed(workspaceId, sourceId, 'ready', true);
}

/** Reads the original, writes the new generation, makes it the present one. Answers the change's number, or null. */
async function build(
  options: IndexingOptions,
  job: Job<SourceJob>,
  context: JobContext,
  owner: SourceRow,
): Promise<number | null> {
  const { db, clock, reading, maxChunks, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  let begun: ReturnType<typeof beginGeneration> | undefined;
  const isThere = await writeAs(options, job, (batch) => {
    const set = { status: 'processing', stage_json: stage('read', 0, 0), updated_at: clock.now() };
    begun = beginGeneration(batch, workspaceId, sourceId, set, GONE);
  });
  const generation = begun?.rows[0]?.building;
  if (!isThere || generation === undefined) return null;
  await changed(workspaceId, sourceId, 'processing');

  const text = await readText(
    reading,
    readOriginal(db, workspaceId, sourceId),
    owner.byte_size,
    maxChunks,
    context,
  );
  if ('code' in text) {
    await fail(options, job, text);
    return null;
  }
  try {
    return await writeGeneration(options, job, context, { text, generation });
  } finally {
    text.forget();
  }
}

/** What was read, or why it cannot be. */
async function readText(
  reading: TextReading,
  original: AsyncIterable<Uint8Array>,
  byteSize: number,
  maxChunks: number,
  { heartbeat, signal }: JobContext,
): Promise<(ReadText & { extracted: { chunks: number; pieces: number } }) | SourceError> {
  const watched = async function* () {
    for await (const bytes of original) {
      signal.throwIfAborted();
      heartbeat();
      yield bytes;
    }
  };
  try {
    const text = await reading.read(watched(), byteSize, maxChunks);
    const { extracted } = text;
    if (!('failure' in extracted)) return { ...text, extracted };
    text.forget();
    return sourceError(extracted.failure);
  } catch (error) {
    if (error instanceof ReadingTimedOut) return sourceError('reading_timed_out');
    throw error;
  }
}

interface Reading {
  text: ReadText & { extracted: { chunks: number; pieces: number } };
  generation: number;
}

/** Writes text and chunks a few at a time; the last batch makes them the present ones. */
async function writeGeneration(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  { text, generation }: Reading,
): Promise<number | null> {
  const { workspaceId, sourceId } = job.payload;
  const { chunks: total, pieces } = text.extracted;
  const batches = Math.max(pieces, Math.ceil(total / CHUNKS_PER_BATCH));
  let recorded: ReturnType<typeof recordChange> | undefined;
  for (let at = 0; at < batches; at++) {
    signal.throwIfAborted();
    heartbeat();
    const from = at * CHUNKS_PER_BATCH;
    const piece = at < pieces ? await text.piece(at) : null;
    const chunks = await text.chunks(from, CHUNKS_PER_BATCH);
    const isThere = await writeAs(options, job, (batch) => {
      const present = { updated_at: options.clock.now() };
      if (at === batches - 1) {
        const set = { ...present, generation, chunk_count: total, stage_json: stage('index', 0, total) };
        recorded = recordChange(batch, workspaceId, sourceId, set, { holders: 'some', orElse: GONE });
      } else {
        const done = Math.min(total, from + chunks.length);
        updateOwner(
          batch,
          workspaceId,
          sourceId,
          { ...present, stage_json: stage('write', done, total) },
          GONE,
        );
      }
      const place = { workspace_id: workspaceId, source_id: sourceId, generation };
      if (piece !== null) insertContent(batch, { ...place, ordinal: at, text: piece });
      insertChunks(
        batch,
        chunks.map((chunk, i) => ({ ...place, ...chunkRow(chunk, from + i) })),
      );
    });
    if (!isThere) return null;
    await options.changed(workspaceId, sourceId, 'processing');
  }
  return recorded?.rows[0]?.last_change ?? null;
}

function chunkRow({ start, end, text, heading }: ExtractedChunk, ordinal: number) {
  return { ordinal, id: newId(), start_at: start, end_at: end, text, heading_json: JSON.stringify(heading) };
}

async function fail(options: IndexingOptions, job: Job<SourceJob>, error: SourceError): Promise<void> {
  const { workspaceId, sourceId } = job.payload;
  await writeAs(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, failed(error, options.clock.now()), GONE),
  );
  await options.changed(workspaceId, sourceId, 'failed', true);
}

/** What a failed source's row says. */
export function failed(error: SourceError, now: number): Partial<SourceRow> {
  return { status: 'failed', stage_json: null, error_json: JSON.stringify(error), updated_at: now };
}

/** A batch of this run; false when the source is gone. Throws when another run has the job. */
async function writeAs(
  { db }: IndexingOptions,
  job: Job<SourceJob>,
  build: (batch: Batch) => void,
): Promise<boolean> {
  const outcome: WriteOutcome = await db.write((batch) => {
    job.guard(batch);
    build(batch);
  });
  if (!outcome.committed && outcome.why === GONE) return false;
  requireCommitted(outcome);
  return true;
}

function stage(name: StageName, done: number, total: number): string {
  return JSON.stringify({ name, done, total });
}

/** Waits for the index, which has deadlines of its own, but no longer than the job may run. */
async function patiently(work: Promise<void>, { signal, heartbeat }: JobContext): Promise<void> {
  signal.throwIfAborted();
  const timer = setInterval(heartbeat, HEARTBEAT_MS);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
  }
}
