import { AppError, impossibleField } from '../../../kernel/errors.ts';
import { createSlots } from '../../../kernel/slots.ts';
import type { Database } from '../../../platform/db/db.ts';
import { jsonLine, textSlices } from '../../reading/tables/tables.ts';
import type { SourceWithContent } from '../source-store.ts';
import { countUploadRows, hashPieces, readUploadRows } from './upload-rows.ts';
import type { DatasetRowPage } from './version-schemas.ts';
import {
  type Block,
  blocksOf,
  findVersion,
  newestVersion,
  readBlock,
  type VersionRow,
} from './version-store.ts';

/** A version, whether stored or only uploaded. */
export interface VersionContent extends Omit<VersionRow, 'workspace_id' | 'source_id' | 'blocks_json'> {
  /** Null for the text of the upload. */
  blocks: Block[] | null;
}

/** Rows that are stored, or will be stored, as one block. */
interface Segment {
  rows: number;
  text: string;
  /** The block in which the row is already stored. */
  stored: Block | null;
}

export interface VersionContentDeps {
  db: Database;
  /** The text that was read from the upload. */
  uploaded(workspaceId: string, source: SourceWithContent): Promise<string>;
}

export type VersionContents = ReturnType<typeof createVersionContents>;

/** Characters in a block of rows. Editing one row writes one block. */
export const BLOCK_UNITS = 128 * 1024;
/** Maximum simultaneous operations, because each has up to 64 MB in memory. */
const UPLOADS_READ_AT_ONCE = 2;
/** Number of uploads whose version name and row count are cached. */
const MAX_DESCRIBED = 100;

/** Reads what the versions of a source hold: stored blocks of rows, or the upload. */
export function createVersionContents({ db, uploaded }: VersionContentDeps) {
  const uploadSlots = createSlots(UPLOADS_READ_AT_ONCE);
  const described = new Map<string, { name: string; row_count: number }>();

  /** The name of the uploaded version, and its number of rows. They stay the same until the source is read again. */
  async function describeUpload(workspaceId: string, row: SourceWithContent) {
    const key = JSON.stringify([workspaceId, row.owner_id, row.generation]);
    const known = described.get(key);
    if (known !== undefined) return known;
    return uploadSlots.run(async () => {
      const text = await uploaded(workspaceId, row);
      const name = await hashPieces(textSlices(text, BLOCK_UNITS));
      const found = { name, row_count: await countUploadRows(text) };
      const [oldest] = described.keys();
      if (described.size >= MAX_DESCRIBED && oldest !== undefined) described.delete(oldest);
      described.set(key, found);
      return found;
    });
  }

  /** The version with this name, by default the present one. Where there is none, throws the error that `unknown` makes of the message. */
  async function findVersionContent(
    workspaceId: string,
    row: SourceWithContent,
    version?: string,
    unknown = (message: string) =>
      new AppError('not_found', message, { errors: [{ pointer: '/version', detail: 'is not a version' }] }),
  ): Promise<VersionContent> {
    const stored =
      version === undefined
        ? await newestVersion(db, workspaceId, row.id)
        : await findVersion(db, workspaceId, row.id, version);
    if (stored !== undefined) return { ...stored, blocks: blocksOf(stored) };
    const { name, row_count } = await describeUpload(workspaceId, row);
    if (version !== undefined && version !== name)
      throw unknown(`"${row.title}" has no version ${version}; GET …/versions lists them.`);
    return {
      number: 1,
      version: name,
      row_count,
      added: 0,
      edited: 0,
      removed: 0,
      blocks: null,
      created_by: null,
      created_at: row.created_at,
    };
  }

  /** The blocks of a version, by default the present one; null if its text is that of the upload. */
  async function storedBlocks(workspaceId: string, row: SourceWithContent, version?: string) {
    if (version !== undefined)
      return (await findVersionContent(workspaceId, row, version, (message) => impossibleField('', message)))
        .blocks;
    const newest = await newestVersion(db, workspaceId, row.id);
    return newest === undefined ? null : blocksOf(newest);
  }

  /** The rows of a version, from row `first`, which counts from 1. */
  async function* rowsFrom(
    workspaceId: string,
    row: SourceWithContent,
    { blocks }: VersionContent,
    first: number,
  ): AsyncGenerator<Record<string, unknown>> {
    let before = 0;
    if (blocks === null) {
      for await (const one of readUploadRows(row.title, await uploaded(workspaceId, row)))
        if (++before >= first) yield one;
      return;
    }
    for (const { hash, rows } of blocks) {
      if (before + rows >= first)
        for (const line of linesOf(await readBlock(db, workspaceId, row.id, hash)).slice(
          Math.max(0, first - before - 1),
        ))
          yield JSON.parse(line) as Record<string, unknown>;
      before += rows;
    }
  }

  /** The rows of a version in blocks: the stored ones, or the upload split into new ones. */
  async function* segments(
    workspaceId: string,
    row: SourceWithContent,
    { blocks }: VersionContent,
  ): AsyncGenerator<Segment> {
    if (blocks !== null) {
      for (const block of blocks) {
        const text = await readBlock(db, workspaceId, row.id, block.hash);
        yield { rows: block.rows, text, stored: block };
      }
      return;
    }
    let [text, rows] = ['', 0];
    for await (const fields of readUploadRows(row.title, await uploaded(workspaceId, row))) {
      text += jsonLine(fields);
      rows += 1;
      if (text.length < BLOCK_UNITS) continue;
      yield { rows, text, stored: null };
      [text, rows] = ['', 0];
    }
    if (rows > 0) yield { rows, text, stored: null };
  }

  return {
    find: findVersionContent,
    segments,

    /** The text of a version, by default the present one; undefined if it is that of the upload. Throws `impossible`. */
    async text(workspaceId: string, row: SourceWithContent, version?: string): Promise<string | undefined> {
      const blocks = await storedBlocks(workspaceId, row, version);
      if (blocks === null) return undefined;
      let text = '';
      for (const { hash } of blocks) text += await readBlock(db, workspaceId, row.id, hash);
      return text;
    },

    /** Up to `limit` rows of a version, from row `first`, which counts from 1. */
    async rows(
      workspaceId: string,
      row: SourceWithContent,
      version: VersionContent,
      { first, limit }: { first: number; limit: number },
    ): Promise<DatasetRowPage['data']> {
      const data: DatasetRowPage['data'] = [];
      const read = async () => {
        for await (const fields of rowsFrom(workspaceId, row, version, first)) {
          data.push({ row: first + data.length, fields });
          if (data.length === limit) break;
        }
      };
      await (version.blocks === null ? uploadSlots.run(read) : read());
      return data;
    },
  };
}

/** The lines of a block, without their ends. */
export const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
