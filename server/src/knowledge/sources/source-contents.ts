import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Database } from '../../platform/db/db.ts';
import { isAddressType } from '../reading/reading.ts';
import { findChunkOrdinal, listChunks, readContent, readOriginal } from './source-content-store.ts';
import type { SourceChunk } from './source-schemas.ts';
import { findSource, findSourcesByTitle, type SourceWithContent } from './source-store.ts';
import { readTableSettings, type TableReading } from './table-reading.ts';
import { toSourceChunk } from './to-response.ts';
import { anyHasVersions } from './versions/version-store.ts';
import type { SourceVersions } from './versions/versions.ts';

/** The uploaded bytes. */
export interface Original {
  bytes: AsyncIterable<Uint8Array>;
  byteSize: number;
  mediaType: string;
  /** The encoding of a text, if known. */
  charset: string | null;
  filename: string | null;
}

/** A source as a text, with its columns and grader as a dataset if stated. */
export interface SourceText extends TableReading {
  id: string;
  title: string;
  text: string;
}

export type SourceContents = ReturnType<typeof createSourceContents>;

/** Maximum code units in one text; the text of a document can be longer than its bytes. */
const MAX_TEXT = 64 * 1024 * 1024;
/** Maximum number of sources with one title that are compared; copies of one content have the same text. */
const MAX_OF_A_TITLE = 20;

/** The chunks, texts and uploaded bytes of sources. `find` throws `not_found`. */
export function createSourceContents(
  db: Database,
  find: (workspaceId: string, id: string) => Promise<SourceWithContent>,
  { versionText }: Pick<SourceVersions, 'versionText'>,
) {
  async function findByIdOrTitle(workspaceId: string, name: string): Promise<SourceWithContent | undefined> {
    const byId = isUuid(name) ? await findSource(db, workspaceId, name.toLowerCase()) : undefined;
    if (byId) return byId;
    const [newest, ...others] = await findSourcesByTitle(db, workspaceId, name, MAX_OF_A_TITLE);
    if (newest === undefined || others.length === 0) return newest;
    const other = others.find(({ owner_id }) => owner_id !== newest.owner_id);
    // Copies of one upload have their own versions.
    const ids = [newest, ...others].map(({ id }) => id);
    const isChanged = other === undefined && (await anyHasVersions(db, workspaceId, ids));
    const twin = isChanged ? others[0] : other;
    if (twin !== undefined) throw ambiguous(name, newest, twin);
    return newest;
  }

  return {
    async chunks(
      actor: Actor,
      workspaceId: string,
      id: string,
      query: { limit?: number; cursor?: string },
    ): Promise<Page<SourceChunk>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const after = page.before === null ? -1 : await findChunkOrdinal(db, workspaceId, row, page.before);
      if (after === undefined) {
        throw new AppError(
          'invalid_cursor',
          'The source was reindexed after that page; start with the first page.',
          {
            errors: [{ pointer: '/cursor', detail: 'names a chunk that was replaced' }],
          },
        );
      }
      const chunks = await listChunks(db, workspaceId, row, {
        fromOrdinal: after + 1,
        limit: page.limit + 1,
      });
      return toPage(chunks, page, (chunk) => toSourceChunk(chunk, id), warnings);
    },

    /** A chunk with its neighbours. Throws `not_found` if the chunk is not, or no longer, in the source. */
    async around(
      actor: Actor,
      workspaceId: string,
      id: string,
      chunkId: string,
      neighbours: number,
    ): Promise<SourceChunk[]> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const ordinal = await findChunkOrdinal(db, workspaceId, row, chunkId);
      if (ordinal === undefined) {
        throw new AppError(
          'not_found',
          `The source ${id} has no chunk ${chunkId}: it was indexed again, or the chunk is of another source. Search again.`,
        );
      }
      const fromOrdinal = Math.max(0, ordinal - neighbours);
      const limit = ordinal + neighbours + 1 - fromOrdinal;
      const chunks = await listChunks(db, workspaceId, row, { fromOrdinal, limit });
      return chunks.map((chunk) => toSourceChunk(chunk, id));
    },

    /** The extracted text in pieces. Throws `wrong_state` if there is none yet. */
    async content(actor: Actor, workspaceId: string, id: string): Promise<AsyncIterable<string>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      requireContent(row);
      return readContent(db, workspaceId, row);
    },

    async original(actor: Actor, workspaceId: string, id: string): Promise<Original> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const { owner_id, type, byte_size, media_type, charset, filename } = await find(workspaceId, id);
      if (isAddressType(type)) {
        throw new AppError(
          'not_found',
          'This source has no upload, because it was read from an address. Its text is at …/content.',
        );
      }
      const bytes = readOriginal(db, workspaceId, owner_id);
      return { bytes, byteSize: byte_size, mediaType: media_type, charset, filename };
    },

    /**
     * The text of a source as a dataset, by its id or exact title: of a version, by default the present one; undefined
     * if there is no such source. Throws `impossible` if sources of different content or versions have the title, and
     * for an unknown version, `wrong_state` if the source has no text yet, and `limit_exceeded` for a text larger than
     * 64 MB.
     */
    async text(
      actor: Actor,
      workspaceId: string,
      name: string,
      version?: string,
    ): Promise<SourceText | undefined> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await findByIdOrTitle(workspaceId, name);
      if (!row) return undefined;
      const text =
        (await versionText(workspaceId, row, version)) ?? (await uploadedText(db, workspaceId, row));
      return { id: row.id, title: row.title, text, ...readTableSettings(row) };
    },
  };
}

/** Whether a source has been read, and is small enough to be one text. */
export const isOneText = ({ generation, byte_size }: SourceWithContent) =>
  generation > 0 && byte_size <= MAX_TEXT;

/** The whole text that was read from a source. Throws `wrong_state` and `limit_exceeded`. */
export async function uploadedText(
  db: Database,
  workspaceId: string,
  row: SourceWithContent,
): Promise<string> {
  requireContent(row);
  if (row.byte_size > MAX_TEXT) throw sourceTooLong(row);
  let text = '';
  for await (const piece of readContent(db, workspaceId, row)) {
    text += piece;
    if (text.length > MAX_TEXT) throw sourceTooLong(row);
  }
  return text;
}

function requireContent({ generation, status }: SourceWithContent): void {
  if (generation > 0) return;
  throw new AppError('wrong_state', `This source is ${status} and has no text yet; wait until it is ready.`);
}

function sourceTooLong({ title }: SourceWithContent): AppError {
  return new AppError(
    'limit_exceeded',
    `The source "${title}" is larger than the 64 MB that can be read as one text; split it.`,
  );
}

function ambiguous(title: string, newest: SourceWithContent, other: SourceWithContent): AppError {
  return new AppError(
    'impossible',
    `Several sources have the title "${title}", among them ${newest.id} and ${other.id}; use an id.`,
  );
}
