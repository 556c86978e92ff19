import type { Alongside, Batch, Database } from '../../db/db.ts';
import { guardLiveWorkspace, requireCommitted, requireLiveWorkspace } from '../../db/live.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { isPage, type ReadingService } from '../../reading/reading.ts';
import type { SourceJob } from '../indexing/index-source.ts';
import { showSource } from '../show-source.ts';
import { finishUpload, forgetUpload, insertOriginal } from '../source-content-store.ts';
import { enqueueIndex, enqueuePurge } from '../source-jobs.ts';
import { addHolder, findOwnerOf, holdersOf } from '../source-owner-store.ts';
import type { NewSource, Source, SourceType } from '../source-schemas.ts';
import { countIn, insertSource, type SourceRow } from '../source-store.ts';
import { titleOf } from '../source-title.ts';
import { identityOf, isAddressType, materialOf } from './source-input.ts';
import { type Staged, slices, stage } from './staging.ts';

/** A streamed upload: what its address says of it. */
export interface Upload {
  type: SourceType;
  filename?: string;
  title?: string;
  mediaType: string;
  /** The encoding of a text, where it was declared. */
  charset?: string;
}

/** From what was sent to a source that waits to be read. */
export interface SourceAdding {
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
}

export interface SourceAddingOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  reading: Pick<ReadingService, 'refusal'>;
  /** Largest upload, in bytes. */
  maxBytes: number;
  maxSources: number;
  /** Told of each new source. */
  changed: (workspaceId: string, id: string, status: string) => void;
}

const TOO_MANY = 'too_many_sources';
const SAME_CONTENT = 'same_content';
const OWNER_GONE = 'owner_gone';
const UPLOAD_GONE = 'upload_gone';
const TRIES = 10;

export function createSourceAdding(options: SourceAddingOptions): SourceAdding {
  const { db, clock, jobs, reading, maxBytes, maxSources, changed } = options;

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
      const identity = identityOf(input, staged.hash);
      const owner = await findOwnerOf(db, workspaceId, identity);
      const row = newRow(workspaceId, { ...input, identity }, staged, clock.now(), owner);
      const oldest_id = owner ? await oldestOf(workspaceId, owner) : row.id;
      const source = showSource({ ...row, ...(owner && contentOf(owner)), oldest_id });
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
        changed(workspaceId, source.id, source.status);
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

  async function oldestOf(workspaceId: string, { id, deleted_at }: SourceRow): Promise<string> {
    return deleted_at === null ? id : ((await holdersOf(db, workspaceId, id, 1))[0] ?? id);
  }

  function writeBytes(batch: Batch, workspaceId: string, staged: Staged, isShared: boolean): void {
    const { id, inline } = staged;
    if (inline === null) finishUpload(batch, workspaceId, id, UPLOAD_GONE);
    else if (!isShared && inline.length > 0) {
      insertOriginal(batch, { workspace_id: workspaceId, source_id: id, ordinal: 0, bytes: inline });
    }
  }

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
        // JSON is UTF-8, so this text is.
        ...(input.type === 'text' && { charset: 'utf-8' }),
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
  };
}

function newRow(
  workspace_id: string,
  {
    type,
    filename,
    title,
    mediaType,
    charset,
    url,
    identity,
  }: Upload & { url?: string | null; identity: string },
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
    is_titled: title ? 1 : 0,
    title: firstTitle({ type, url, title, filename, beginning }, owner),
    filename: filename ?? null,
    media_type: read.media_type,
    charset: charset ?? null,
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
  if (!known.title && owner?.is_titled === 0 && owner.generation > 0) return owner.title;
  if (type === 'text' && !isPage(Buffer.from(known.beginning.slice(0, 1000)))) return titleOf(known);
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
