import type { Batch, Database, WriteOutcome } from '../../db/db.ts';
import { requireCommitted } from '../../db/live.ts';
import { type Job, type JobContext, type Retry, RetryAfter } from '../../jobs/jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ReadingError, ReadingStage } from '../../reading/reading.ts';
import type { SearchEngine } from '../../search/search.ts';
import { isAddressType } from '../adding/source-input.ts';
import type { ExtractedChunk } from '../chunking/chunker.ts';
import { insertChunks, insertContent, readOriginal } from '../source-content-store.ts';
import {
  beginGeneration,
  findOwner,
  recordChange,
  retitle,
  updateOwner,
  updateSharers,
} from '../source-owner-store.ts';
import type { SourceRow } from '../source-store.ts';
import { cutTitle } from '../source-title.ts';
import { createChunkIds, type Passage } from './chunk-ids.ts';
import { followReading, stageText } from './follow-reading.ts';
import { type FailedReading, type ReadingDeps, type ReadSource, readSource } from './read-source.ts';

/** Why a batch of indexing is undone: the source was deleted, and nobody shares its content. */
export const GONE = 'source_gone';

/** What the jobs of a source carry. */
export interface SourceJob {
  workspaceId: string;
  sourceId: string;
}

export interface IndexingOptions extends ReadingDeps {
  db: Database;
  clock: Clock;
  search: Pick<SearchEngine, 'changed' | 'waitUntilIndexed'>;
  /** Told after each change of a source; `sharers`: also about those that share its content. */
  changed: (workspaceId: string, ownerId: string, status: string, sharers?: boolean) => Promise<void>;
  /** Has the generations before the present one purged, but not before searches are done with them. */
  purgeLater: (batch: Batch, payload: SourceJob) => void;
}

/** So few that no batch holds the writer for 20 ms. */
const CHUNKS_PER_BATCH = 100;
const HEARTBEAT_MS = 10_000;
/** What may pass by itself is tried five times in all, after 1, 2, 4 and 8 seconds. */
export const INDEX_RETRY: Retry = { most: 5, backoff: { firstMs: 1000, ceilingMs: 300_000 } };

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
  await patiently(search.waitUntilIndexed(workspaceId, change), context);
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
  const { clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  let begun: ReturnType<typeof beginGeneration> | undefined;
  const isThere = await writeAs(options, job, (batch) => {
    const set = { status: 'processing', stage_json: stageText('read', 0, 0), updated_at: clock.now() };
    begun = beginGeneration(batch, workspaceId, sourceId, set, GONE);
  });
  const generation = begun?.rows[0]?.building;
  if (!isThere || generation === undefined) return null;
  await changed(workspaceId, sourceId, 'processing');

  const read = await readWhile(options, job, context, owner);
  if (read === null) return null;
  if ('error' in read) {
    await repeatOrFail(options, job, read);
    return null;
  }
  try {
    return await writeGeneration(options, job, context, { read, generation, owner });
  } finally {
    read.forget();
  }
}

/** Reads, and shows how far it is; null when the source was deleted meanwhile. */
async function readWhile(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { signal, heartbeat }: JobContext,
  owner: SourceRow,
): Promise<ReadSource | FailedReading | null> {
  const { db, clock, changed } = options;
  const { workspaceId, sourceId } = job.payload;
  const following = followReading(signal, async (stage_json) => {
    const set = { stage_json, updated_at: clock.now() };
    const isThere = await writeAs(options, job, (batch) =>
      updateOwner(batch, workspaceId, sourceId, set, GONE),
    );
    if (isThere) await changed(workspaceId, sourceId, 'processing');
    return isThere;
  });
  const onStage = (stage: ReadingStage) => {
    heartbeat();
    following.onStage(stage);
  };
  try {
    const original = readOriginal(db, workspaceId, sourceId);
    return await readSource(options, owner, original, { signal: following.signal, heartbeat }, onStage);
  } catch (error) {
    if (following.isGone()) return null;
    throw error;
  } finally {
    await following.end();
  }
}

interface Built {
  read: ReadSource;
  generation: number;
  owner: SourceRow;
}

/** Writes text and chunks a few at a time; the last batch makes them the present ones. */
async function writeGeneration(
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

/** A reset further away than this is not waited for. */
const LONGEST_WAIT_MS = 65 * 60_000;
const SHORTEST_WAIT_MS = 1000;
/** After so many runs a wait spends an attempt like everything else: nobody is asked for ever. */
const MOST_WAITS = 20;

/**
 * Puts back what another attempt may read; the last attempt fails the source with the reason. Where the other side
 * says when it can be asked again (GitHub: within an hour), that is waited for, and no attempt is spent.
 */
async function repeatOrFail(
  options: IndexingOptions,
  job: Job<SourceJob>,
  { error, retryAt }: FailedReading,
): Promise<void> {
  const wait = retryAt === undefined ? 0 : Math.max(SHORTEST_WAIT_MS, retryAt - options.clock.now());
  const isWaitedFor = wait > 0 && job.fence <= MOST_WAITS;
  const isOver = isWaitedFor ? wait > LONGEST_WAIT_MS : job.attempt >= INDEX_RETRY.most;
  if (!error.retryable || isOver) return fail(options, job, error);
  const { workspaceId, sourceId } = job.payload;
  const set = { status: 'pending', stage_json: null, updated_at: options.clock.now() };
  const isThere = await writeAs(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, set, GONE),
  );
  if (!isThere) return;
  await options.changed(workspaceId, sourceId, 'pending', true);
  const why = `${error.code}: ${error.message}`;
  throw isWaitedFor ? new RetryAfter(wait, why) : new Error(why);
}

async function fail(options: IndexingOptions, job: Job<SourceJob>, error: ReadingError): Promise<void> {
  const { workspaceId, sourceId } = job.payload;
  await writeAs(options, job, (batch) =>
    updateOwner(batch, workspaceId, sourceId, failed(error, options.clock.now()), GONE),
  );
  await options.changed(workspaceId, sourceId, 'failed', true);
}

/** What a failed source's row says. */
export function failed(error: ReadingError, now: number): Partial<SourceRow> {
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
