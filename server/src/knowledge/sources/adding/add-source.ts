import { type Actor, requireWorkspace } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Alongside, Batch, Database } from '../../../platform/db/db.ts';
import {
  guardLiveWorkspace,
  requireCommitted,
  requireLiveWorkspace,
} from '../../../platform/db/live-workspace.ts';
import { requireUnusedBySeries } from '../../../platform/db/series-use.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { ReadingService } from '../../reading/reading.ts';
import { dropUpload, finishUpload, insertOriginal } from '../source-content-store.ts';
import { addSharer, findOwnerByIdentity, listSharerIds } from '../source-owner-store.ts';
import { enqueueIndexing, enqueueSourcePurge, type SourceJob } from '../source-queue.ts';
import type { NewSource, Source } from '../source-schemas.ts';
import { countSourceAdded, insertSource, type SourceRow } from '../source-store.ts';
import { type ColumnsProblem, requireColumns, requireGrader } from '../table-reading.ts';
import { toSource } from '../to-response.ts';
import { newSourceRow, sharedContentColumns } from './new-source-row.ts';
import { contentIdentity, declaredMediaType, toMaterial, type Upload } from './source-input.ts';
import { type StagedUpload, stageUpload } from './staging.ts';

/** Creates sources that wait to be read, from the input of a request. */
export type SourceAdding = ReturnType<typeof createSourceAdding>;

export interface SourceAddingOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  reading: Pick<ReadingService, 'refusal'>;
  /** Maximum upload, in bytes. */
  maxBytes: number;
  maxSources: number;
  /** The problems of a dataset's grader, as sentences. */
  graderProblems: (grader: unknown) => readonly string[];
  columnsProblem: ColumnsProblem;
  /** Called for each new source. */
  changed: (workspaceId: string, id: string, status: string) => void;
}

const TOO_MANY = 'too_many_sources';
const SAME_CONTENT = 'same_content';
const OWNER_GONE = 'owner_gone';
const UPLOAD_GONE = 'upload_gone';
const TRIES = 10;

export function createSourceAdding(options: SourceAddingOptions) {
  const { db, clock, jobs, reading, maxBytes, maxSources, graderProblems, columnsProblem, changed } = options;

  async function discard(workspaceId: string, id: string): Promise<void> {
    await db.write((batch) => {
      enqueueSourcePurge(jobs, batch, { workspaceId, sourceId: id });
      dropUpload(batch, workspaceId, id);
    });
  }

  const staging = { db, clock, maxBytes, discard };

  async function createStaged(
    actor: Actor,
    workspaceId: string,
    input: Upload & { url?: string | null },
    staged: StagedUpload,
    alongside: Alongside<Source>,
  ): Promise<Source> {
    for (let tries = 0; tries < TRIES; tries++) {
      const identity = contentIdentity(input, staged.hash);
      const owner = await findOwnerByIdentity(db, workspaceId, identity);
      const row = newSourceRow(workspaceId, { ...input, identity }, staged, clock.now(), owner);
      await requireUnusedBySeries(db, actor, workspaceId, [row.title]);
      const oldest_id = owner ? await oldestOf(workspaceId, owner) : row.id;
      const source = toSource({ ...row, ...(owner && sharedContentColumns(owner)), oldest_id });
      const outcome = await db.write((batch) => {
        const job: SourceJob = { workspaceId, sourceId: staged.id };
        guardLiveWorkspace(batch, workspaceId);
        if (!owner) enqueueIndexing(jobs, batch, job, row.type);
        else if (staged.inline === null) enqueueSourcePurge(jobs, batch, job);
        countSourceAdded(batch, workspaceId, maxSources, TOO_MANY);
        if (owner) addSharer(batch, workspaceId, owner, OWNER_GONE);
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
      'Other requests are adding and deleting the same content; send the request again.',
    );
  }

  async function oldestOf(workspaceId: string, { id, deleted_at }: SourceRow): Promise<string> {
    return deleted_at === null ? id : ((await listSharerIds(db, workspaceId, id, 1))[0] ?? id);
  }

  function writeBytes(batch: Batch, workspaceId: string, staged: StagedUpload, isShared: boolean): void {
    const { id, inline } = staged;
    if (inline === null) finishUpload(batch, workspaceId, id, UPLOAD_GONE);
    else if (!isShared && inline.length > 0) {
      insertOriginal(batch, { workspace_id: workspaceId, source_id: id, ordinal: 0, bytes: inline });
    }
  }

  async function createOrDiscard(
    actor: Actor,
    workspaceId: string,
    upload: Upload & { url: string | null },
    staged: StagedUpload,
    alongside: Alongside<Source>,
  ): Promise<Source> {
    try {
      return await createStaged(actor, workspaceId, upload, staged, alongside);
    } catch (error) {
      if (staged.inline === null) await discard(workspaceId, staged.id);
      throw error;
    }
  }

  return {
    async create(
      actor: Actor,
      workspaceId: string,
      input: NewSource,
      alongside: Alongside<Source>,
    ): Promise<Source> {
      requireWorkspace(actor, workspaceId, 'editor');
      const material = toMaterial(input, reading);
      await requireLiveWorkspace(db, workspaceId);
      requireGrader(input.grader, graderProblems);
      if (input.columns != null && input.type === 'text' && typeof input.content === 'string')
        await requireColumns(input.columns, input.content, columnsProblem);
      const filename = input.filename ?? undefined;
      const table = {
        ...(input.columns != null && { columns: input.columns }),
        ...(input.grader != null && { grader: input.grader }),
      };
      const upload = {
        type: input.type,
        mediaType: declaredMediaType(input.type, filename),
        url: input.url ?? null,
        // JSON is UTF-8, and so is this text.
        ...(input.type === 'text' && { charset: 'utf-8' }),
        ...(filename !== undefined && { filename }),
        ...(typeof input.title === 'string' && { title: input.title }),
        table,
      };
      const staged =
        'bytes' in material
          ? await stageUpload(staging, workspaceId, material.bytes)
          : nothingStaged(clock.now());
      return createOrDiscard(actor, workspaceId, upload, staged, alongside);
    },

    /** Stores the bytes of an upload before they become a source. Throws `body_too_large`. */
    async stage(actor: Actor, workspaceId: string, bytes: AsyncIterable<Uint8Array>): Promise<StagedUpload> {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireLiveWorkspace(db, workspaceId);
      return stageUpload(staging, workspaceId, bytes);
    },

    /** Creates a source from staged bytes. */
    createStaged(
      actor: Actor,
      workspaceId: string,
      upload: Upload,
      staged: StagedUpload,
      alongside: Alongside<Source>,
    ): Promise<Source> {
      requireWorkspace(actor, workspaceId, 'editor');
      return createStaged(actor, workspaceId, upload, staged, alongside);
    },

    /** Deletes staged bytes that did not become a source. */
    async discard(workspaceId: string, staged: StagedUpload): Promise<void> {
      if (staged.inline === null) await discard(workspaceId, staged.id);
    },
  };
}

/** A source that is read from an address starts without bytes. */
function nothingStaged(now: number): StagedUpload {
  return { id: newId(now), byteSize: 0, hash: '', beginning: '', inline: new Uint8Array() };
}

function tooMany(most: number): AppError {
  return new AppError(
    'limit_exceeded',
    `This workspace has ${most} sources, which is the limit; delete some first.`,
  );
}
