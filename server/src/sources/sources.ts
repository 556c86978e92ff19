import type { Alongside, Batch, Database } from '../db/db.ts';
import { guardLiveWorkspace, requireCommitted, requireLiveWorkspace } from '../db/live.ts';
import { type Revised, revise } from '../db/revise.ts';
import type { WorkspaceEvent } from '../events/events.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { isUuid, newId } from '../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../kernel/page.ts';
import type { Place } from '../search/search.ts';
import type { SourceJob } from './index-source.ts';
import type { ReadingService } from './reading/reading.ts';
import { showSource } from './show-source.ts';
import {
  finishUpload,
  forgetUpload,
  insertOriginal,
  listChunks,
  ordinalOf,
  readContent,
  readOriginal,
} from './source-content-store.ts';
import { filterOf } from './source-filter.ts';
import { identityOf, isAddressType, materialOf } from './source-input.ts';
import { enqueueIndex, enqueuePurge } from './source-jobs.ts';
import type { NewSource, Source, SourceChunk, SourceQuery, SourceType } from './source-schemas.ts';
import {
  addHolder,
  countIn,
  countOut,
  deleteSource,
  findOwnerOf,
  findSource,
  findSourceByTitle,
  insertSource,
  listSources,
  requeueOwner,
  type ShownSource,
  type SourceFilter,
  type SourceRow,
} from './source-store.ts';
import { titleOf } from './source-title.ts';
import { type Staged, slices, stage } from './staging.ts';

export { createReading } from './reading/reading.ts';
export type { Staged } from './staging.ts';

/** A streamed upload: what its address says of it. */
export interface Upload {
  type: SourceType;
  filename?: string;
  title?: string;
  mediaType: string;
}

/** All sources that match: the first page at hand, the others read as they are asked for. */
export interface AllSources {
  first: Source[];
  /** Null when the first page is all there is. */
  rest: AsyncIterable<Source[]> | null;
  warnings: string[];
}

/** The bytes that were uploaded. */
export interface Original {
  bytes: AsyncIterable<Uint8Array>;
  byteSize: number;
  mediaType: string;
  filename: string | null;
}

export interface Sources {
  create(actor: Actor, workspaceId: string, input: NewSource, alongside: Alongside<Source>): Promise<Source>;
  /** Takes the bytes of an upload; durable, but no source yet. Throws `body_too_large`. */
  stage(actor: Actor, workspaceId: string, bytes: AsyncIterable<Uint8Array>): Promise<Staged>;
  /** Makes a source of staged bytes. */
  createStaged(
    actor: Actor,
    workspaceId: string,
    upload: Upload,
    staged: Staged,
    alongside: Alongside<Source>,
  ): Promise<Source>;
  /** Gives staged bytes back that did not become a source. */
  discard(workspaceId: string, staged: Staged): Promise<void>;
  list(actor: Actor, workspaceId: string, query: SourceQuery): Promise<Page<Source>>;
  listAll(actor: Actor, workspaceId: string, query: SourceQuery): Promise<AllSources>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
  /** Reads the original again; the chunks there are stay until the new ones take their place. */
  reindex(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
  /** Tries a failed source again. Throws `wrong_state` for one that is ready. */
  retry(actor: Actor, workspaceId: string, id: string): Promise<Revised<Source>>;
  chunks(
    actor: Actor,
    workspaceId: string,
    id: string,
    query: { limit?: number; cursor?: string },
  ): Promise<Page<SourceChunk>>;
  /** The extracted text in pieces. Throws `wrong_state` while there is none. */
  content(actor: Actor, workspaceId: string, id: string): Promise<AsyncIterable<string>>;
  original(actor: Actor, workspaceId: string, id: string): Promise<Original>;
  /**
   * The text of a source named by its id or exact title (of several, the newest); undefined when there is none.
   * Throws `wrong_state` while it is not indexed yet, `limit_exceeded` for one larger than 64 MB.
   */
  text(
    actor: Actor,
    workspaceId: string,
    name: string,
  ): Promise<{ id: string; title: string; text: string } | undefined>;
}

export interface SourcesOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  publish: (workspaceId: string, event: WorkspaceEvent) => void;
  reading: Pick<ReadingService, 'refusal'>;
  /** Largest upload, in bytes. */
  maxBytes: number;
  maxSources: number;
}

const TOO_MANY = 'too_many_sources';
const SAME_CONTENT = 'same_content';
const OWNER_GONE = 'owner_gone';
const UPLOAD_GONE = 'upload_gone';
const NOT_IN_STATE = 'not_in_state';
const TRIES = 10;
const PAGE = 500;
/** The most that is given out as one text; the text of a document can be longer than its bytes. */
const MAX_TEXT = 64 * 1024 * 1024;

/** The documents of a workspace. */
export function createSources(options: SourcesOptions): Sources {
  const { db, clock, jobs, publish, reading, maxBytes, maxSources } = options;

  async function find(workspaceId: string, id: string): Promise<ShownSource> {
    const row = await findSource(db, workspaceId, id);
    if (!row) throw notFound('source', id);
    return row;
  }

  async function discard(workspaceId: string, id: string): Promise<void> {
    await db.write((batch) => {
      enqueuePurge(jobs, batch, { workspaceId, sourceId: id });
      forgetUpload(batch, workspaceId, id);
    });
  }

  const staging = { db, clock, maxBytes, discard };

  async function createStaged(
    workspaceId: string,
    input: Upload & { url?: string | null },
    staged: Staged,
    alongside: Alongside<Source>,
  ): Promise<Source> {
    for (let tries = 0; tries < TRIES; tries++) {
      const identity = identityOf(input.type, input.url ?? null, staged.hash);
      const owner = await findOwnerOf(db, workspaceId, identity);
      const row = newRow(workspaceId, { ...input, identity }, staged, clock.now(), owner);
      const shown = { ...row, ...(owner && contentOf(owner)), owner_deleted_at: owner?.deleted_at ?? null };
      const source = showSource(shown);
      const outcome = await db.write((batch) => {
        const job: SourceJob = { workspaceId, sourceId: staged.id };
        guardLiveWorkspace(batch, workspaceId);
        if (!owner) enqueueIndex(jobs, batch, job, row.type);
        else if (staged.inline === null) enqueuePurge(jobs, batch, job);
        countIn(batch, workspaceId, maxSources, TOO_MANY);
        if (owner) addHolder(batch, workspaceId, owner, OWNER_GONE);
        insertSource(batch, row, SAME_CONTENT);
        writeBytes(batch, workspaceId, staged, owner !== undefined);
        alongside(batch, source);
      });
      if (outcome.committed) {
        publish(workspaceId, updated(source.id, source.status));
        return source;
      }
      if (outcome.why === TOO_MANY) throw tooMany(maxSources);
      if (outcome.why !== SAME_CONTENT && outcome.why !== OWNER_GONE) requireCommitted(outcome, workspaceId);
    }
    throw new AppError(
      'conflict',
      'Others keep adding and deleting the same content; send the request again.',
    );
  }

  function writeBytes(batch: Batch, workspaceId: string, staged: Staged, isShared: boolean): void {
    const { id, inline } = staged;
    if (inline === null) finishUpload(batch, workspaceId, id, UPLOAD_GONE);
    else if (!isShared && inline.length > 0) {
      insertOriginal(batch, { workspace_id: workspaceId, source_id: id, ordinal: 0, bytes: inline });
    }
  }

  /** Puts a source back to `pending` and enqueues its indexing, if it is in one of these states. */
  async function requeue(workspaceId: string, id: string, from: readonly string[]): Promise<boolean> {
    const { owner_id: sourceId, type } = await find(workspaceId, id);
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      enqueueIndex(jobs, batch, { workspaceId, sourceId }, type);
      requeueOwner(batch, workspaceId, sourceId, from, clock.now(), NOT_IN_STATE);
    });
    if (!outcome.committed && outcome.why === NOT_IN_STATE) return false;
    requireCommitted(outcome, workspaceId);
    publish(workspaceId, updated(id, 'pending'));
    return true;
  }

  async function revised(workspaceId: string, id: string): Promise<Revised<Source>> {
    const row = await find(workspaceId, id);
    return { resource: showSource(row), revision: row.revision };
  }

  async function* pagesAfter(
    workspaceId: string,
    filter: SourceFilter,
    from: string,
  ): AsyncGenerator<Source[]> {
    for (let before: string | undefined = from; before !== undefined; ) {
      const rows: ShownSource[] = await listSources(db, workspaceId, filter, { limit: PAGE, before });
      const page = rows.slice(0, PAGE);
      yield page.map(showSource);
      before = rows.length > PAGE ? page.at(-1)?.id : undefined;
    }
  }

  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      const material = materialOf(input, reading);
      await requireLiveWorkspace(db, workspaceId);
      const filename = input.filename ?? undefined;
      const upload = {
        type: input.type,
        mediaType: mediaTypeOf(input.type, filename),
        url: input.url ?? null,
        ...(filename !== undefined && { filename }),
        ...(typeof input.title === 'string' && { title: input.title }),
      };
      const staged =
        'bytes' in material
          ? await stage(staging, workspaceId, slices(material.bytes))
          : nothingStaged(clock.now());
      return createOrDiscard(workspaceId, upload, staged, alongside);
    },

    async stage(actor, workspaceId, bytes) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireLiveWorkspace(db, workspaceId);
      return stage(staging, workspaceId, bytes);
    },

    createStaged(actor, workspaceId, upload, staged, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      return createStaged(workspaceId, upload, staged, alongside);
    },

    async discard(workspaceId, staged) {
      if (staged.inline === null) await discard(workspaceId, staged.id);
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const { filter, warnings } = filterOf(query);
      const page = pageRequest(query, warnings);
      const rows = filter ? await listSources(db, workspaceId, filter, page) : [];
      return toPage(rows, page, showSource, warnings);
    },

    async listAll(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const { filter, warnings } = filterOf(query);
      const { before } = pageRequest(query, warnings);
      if (!filter) return { first: [], rest: null, warnings };
      const rows = await listSources(db, workspaceId, filter, { limit: PAGE, before });
      const first = rows.slice(0, PAGE).map(showSource);
      const last = rows.length > PAGE ? first.at(-1) : undefined;
      return { first, rest: last ? pagesAfter(workspaceId, filter, last.id) : null, warnings };
    },

    get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return revised(workspaceId, id);
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          guardLiveWorkspace(batch, workspaceId);
          enqueuePurge(jobs, batch, { workspaceId, sourceId: row.owner_id });
          countOut(batch, workspaceId);
          deleteSource(batch, workspaceId, row, clock.now());
        },
      });
      publish(workspaceId, updated(id, 'deleted'));
    },

    async reindex(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requeue(workspaceId, id, ['ready', 'failed']);
      return revised(workspaceId, id);
    },

    async retry(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      const isRetried = await requeue(workspaceId, id, ['failed']);
      const now = await revised(workspaceId, id);
      if (!isRetried && now.resource.status === 'ready') {
        throw new AppError('wrong_state', 'This source is ready; use reindex to read it again.');
      }
      return now;
    },

    async chunks(actor, workspaceId, id, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const after = page.before === null ? -1 : await ordinalOf(db, workspaceId, row, page.before);
      if (after === undefined) {
        throw new AppError('invalid_cursor', 'The source was indexed anew since that page; begin again.', {
          errors: [{ pointer: '/cursor', detail: 'names a chunk that was replaced' }],
        });
      }
      const chunks = await listChunks(db, workspaceId, row, {
        fromOrdinal: after + 1,
        limit: page.limit + 1,
      });
      return toPage(chunks, page, (chunk) => toChunk(chunk, id), warnings);
    },

    async content(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      requireContent(row);
      return readContent(db, workspaceId, row);
    },

    async original(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const { owner_id, type, byte_size, media_type, filename } = await find(workspaceId, id);
      if (isAddressType(type)) {
        throw new AppError('not_found', `Nothing was uploaded for this source: it is read from an address.`);
      }
      const bytes = readOriginal(db, workspaceId, owner_id);
      return { bytes, byteSize: byte_size, mediaType: media_type, filename };
    },

    async text(actor, workspaceId, name) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const byId = isUuid(name) ? await findSource(db, workspaceId, name.toLowerCase()) : undefined;
      const row = byId ?? (await findSourceByTitle(db, workspaceId, name));
      if (!row) return undefined;
      requireContent(row);
      if (row.byte_size > MAX_TEXT) throw tooLong(row);
      let text = '';
      for await (const piece of readContent(db, workspaceId, row)) {
        text += piece;
        if (text.length > MAX_TEXT) throw tooLong(row);
      }
      return { id: row.id, title: row.title, text };
    },
  };

  async function createOrDiscard(
    workspaceId: string,
    upload: Upload & { url: string | null },
    staged: Staged,
    alongside: Alongside<Source>,
  ): Promise<Source> {
    try {
      return await createStaged(workspaceId, upload, staged, alongside);
    } catch (error) {
      if (staged.inline === null) await discard(workspaceId, staged.id);
      throw error;
    }
  }
}

function newRow(
  workspace_id: string,
  { type, filename, title, mediaType, url, identity }: Upload & { url?: string | null; identity: string },
  { id, byteSize, hash, beginning }: Staged,
  now: number,
  owner: SourceRow | undefined,
) {
  const owner_id = owner?.id ?? id;
  const isAddress = isAddressType(type);
  const read =
    isAddress && owner ? owner : { media_type: mediaType, byte_size: byteSize, content_hash: hash };
  return {
    workspace_id,
    id,
    owner_id,
    type,
    url: url ?? null,
    identity,
    is_titled: type === 'text' || title ? 1 : 0,
    title: firstTitle({ type, url, title, filename, beginning }, owner),
    filename: filename ?? null,
    media_type: read.media_type,
    byte_size: read.byte_size,
    content_hash: read.content_hash,
    status: 'pending',
    stage_json: null,
    error_json: null,
    classification: 'other',
    language: null,
    holders: owner ? 0 : 1,
    building: 0,
    generation: 0,
    chunk_count: 0,
    change: null,
    indexed_at: null,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

/** What a source is called until it is read: reading may find a better title, unless this one was given. */
function firstTitle(
  { type, url, ...known }: Parameters<typeof titleOf>[0] & { type: string; url: string | null | undefined },
  owner: SourceRow | undefined,
): string {
  if (type === 'text') return titleOf(known);
  if (!known.title && owner?.is_titled === 0 && owner.generation > 0) return owner.title;
  const filename = isAddressType(type) ? (url ?? undefined) : known.filename;
  return titleOf({ ...known, filename, beginning: '' });
}

/** A source that is read from an address begins without bytes. */
function nothingStaged(now: number): Staged {
  return { id: newId(now), byteSize: 0, hash: '', beginning: '', inline: new Uint8Array() };
}

/** What an owner's row says of the content, for a source that shares it. */
function contentOf(owner: SourceRow) {
  const { status, stage_json, error_json, classification, language, generation, chunk_count, indexed_at } =
    owner;
  return { status, stage_json, error_json, classification, language, generation, chunk_count, indexed_at };
}

function updated(id: string, status: string): WorkspaceEvent {
  return { type: 'source.updated', id, data: { status } };
}

function toChunk(row: Awaited<ReturnType<typeof listChunks>>[number], sourceId: string): SourceChunk {
  const { id, ordinal, text, url, start_at: start, end_at: end } = row;
  const heading = JSON.parse(row.heading_json) as string[];
  const place = row.place_json === null ? {} : (JSON.parse(row.place_json) as Place);
  const location = { heading, start, end, ...place };
  return { id, source_id: sourceId, ordinal, text, location, ...(url !== null && { url }) };
}

function requireContent({ generation, status }: ShownSource): void {
  if (generation > 0) return;
  throw new AppError('wrong_state', `This source is ${status}, so there is no text of it yet.`);
}

function tooLong({ title }: ShownSource): AppError {
  return new AppError('limit_exceeded', `"${title}" is larger than the 64 MB that can be read as one text.`);
}

function mediaTypeOf(type: SourceType, filename: string | undefined): string {
  if (type === 'pdf') return 'application/pdf';
  if (isAddressType(type)) return 'text/html';
  if (filename !== undefined && /\.vtt$/i.test(filename)) return 'text/vtt';
  if (filename !== undefined && /\.(md|markdown)$/i.test(filename)) return 'text/markdown';
  if (filename !== undefined && /\.csv$/i.test(filename)) return 'text/csv';
  return 'text/plain';
}

function tooMany(most: number): AppError {
  return new AppError(
    'limit_exceeded',
    `This workspace has ${most} sources, and no more are accepted; delete some first.`,
  );
}
