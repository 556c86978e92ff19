import { createHash } from 'node:crypto';
import { type Actor, requireWorkspace } from '../../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../../kernel/clock.ts';
import { AppError, impossibleField } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/json.ts';
import { clampLimit, readNumberCursor } from '../../../kernel/page.ts';
import { createSlots } from '../../../kernel/slots.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import type { Alongside, Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import { reviseRow } from '../../../platform/db/revise.ts';
import { mergeFlat } from '../../../platform/http/patch.ts';
import { isAddressType } from '../../reading/reading.ts';
import {
  jsonLine,
  MOST_TABLE_BYTES,
  type Row,
  rowPlace,
  textSlices,
  textTable,
} from '../../reading/tables/tables.ts';
import { changeSource, type SourceWithContent } from '../source-store.ts';
import { type PlannedChanges, planChanges } from './plan-changes.ts';
import type {
  DatasetRowPage,
  DatasetVersion,
  DatasetVersionPage,
  RowChanges,
  RowsQuery,
} from './version-schemas.ts';
import {
  type Block,
  blocksOf,
  findVersion,
  insertVersion,
  keepBlock,
  listVersions,
  newestVersion,
  readBlock,
  type VersionRow,
} from './version-store.ts';

interface VersionsDeps {
  db: Database;
  clock: Clock;
  find(workspaceId: string, id: string): Promise<SourceWithContent>;
  /** The text that was read from the upload. */
  uploaded(workspaceId: string, row: SourceWithContent): Promise<string>;
  /** Throws `forbidden` for an agent if a series uses the source. */
  requireUnused(actor: Actor, workspaceId: string, id: string): Promise<void>;
  changed(workspaceId: string, id: string, status: string): void;
}

/** A version, whether stored or only uploaded. */
interface Present extends Omit<VersionRow, 'workspace_id' | 'source_id' | 'blocks_json'> {
  /** Null for the text of the upload. */
  blocks: Block[] | null;
}

export type SourceVersions = ReturnType<typeof createSourceVersions>;

/** Characters in a block of rows. Editing one row writes one block. */
const BLOCK_UNITS = 128 * 1024;
/** Maximum simultaneous operations, because each has up to 64 MB in memory. */
const UPLOADS_READ_AT_ONCE = 2;
/** Number of uploads whose version name and row count are cached. */
const MOST_DESCRIBED = 100;

/** The rows of a source that is used as a dataset, and its versions. */
export function createSourceVersions({ db, clock, find, uploaded, requireUnused, changed }: VersionsDeps) {
  const reading = createSlots(UPLOADS_READ_AT_ONCE);
  const described = new Map<string, { name: string; row_count: number }>();

  /** The name of the uploaded version, and its number of rows. They stay the same until the source is read again. */
  async function describeUpload(workspaceId: string, row: SourceWithContent) {
    const key = JSON.stringify([workspaceId, row.owner_id, row.generation]);
    const known = described.get(key);
    if (known !== undefined) return known;
    return reading.run(async () => {
      const text = await uploaded(workspaceId, row);
      const name = await hashOf(textSlices(text, BLOCK_UNITS));
      const found = { name, row_count: await countRows(text) };
      const [oldest] = described.keys();
      if (described.size >= MOST_DESCRIBED && oldest !== undefined) described.delete(oldest);
      described.set(key, found);
      return found;
    });
  }

  /**
   * The version with this name, by default the present one. Otherwise throws the error that `unknown` makes from a
   * sentence.
   */
  async function versionOf(
    workspaceId: string,
    row: SourceWithContent,
    version?: string,
    unknown = (message: string) =>
      new AppError('not_found', message, { errors: [{ pointer: '/version', detail: 'is not a version' }] }),
  ): Promise<Present> {
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

  /** Null for the text of the upload. */
  async function presentBlocks(workspaceId: string, { id }: SourceWithContent): Promise<Block[] | null> {
    const stored = await newestVersion(db, workspaceId, id);
    return stored === undefined ? null : blocksOf(stored);
  }

  /** The text of a version, block by block. */
  async function* textOf(workspaceId: string, id: string, blocks: readonly Block[]): AsyncGenerator<string> {
    for (const { hash } of blocks) yield await readBlock(db, workspaceId, id, hash);
  }

  async function* linesFrom(
    workspaceId: string,
    row: SourceWithContent,
    { blocks }: Present,
    first: number,
  ): AsyncGenerator<Record<string, unknown>> {
    let before = 0;
    if (blocks === null) {
      for await (const one of readable(row, await uploaded(workspaceId, row)))
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
  async function* segmentsOf(
    workspaceId: string,
    row: SourceWithContent,
    { blocks }: Present,
  ): AsyncGenerator<Segment> {
    if (blocks !== null) {
      for (const block of blocks) {
        const text = await readBlock(db, workspaceId, row.id, block.hash);
        yield { rows: block.rows, text, kept: block };
      }
      return;
    }
    let [text, rows] = ['', 0];
    for await (const fields of readable(row, await uploaded(workspaceId, row))) {
      text += jsonLine(fields);
      rows += 1;
      if (text.length < BLOCK_UNITS) continue;
      yield { rows, text, kept: null };
      [text, rows] = ['', 0];
    }
    if (rows > 0) yield { rows, text, kept: null };
  }

  /** Writes the new blocks of the next version. */
  async function writeBlocks(
    workspaceId: string,
    row: SourceWithContent,
    present: Present,
    changes: PlannedChanges,
  ): Promise<{ blocks: Block[]; version: string }> {
    const yieldToEventLoop = createYieldToEventLoop();
    const hash = createHash('sha256');
    const blocks: Block[] = [];
    let length = 0;
    const add = async (text: string, rows: number, kept: Block | null) => {
      if (rows === 0) return;
      length += text.length;
      if (length > MOST_TABLE_BYTES)
        throw impossibleField(
          '/operations',
          `The dataset would exceed the limit of ${MOST_TABLE_BYTES / 1024 ** 2} MB.`,
          'limit_exceeded',
        );
      hash.update(text);
      const block = kept ?? { hash: sha256(text), rows };
      if (kept === null)
        await keepBlock(db, { workspace_id: workspaceId, source_id: row.id, hash: block.hash, text });
      blocks.push(block);
    };
    let first = 1;
    for await (const { rows, text, kept } of segmentsOf(workspaceId, row, present)) {
      await yieldToEventLoop();
      const changedText = changesIn(changes, first, rows) ? changedLines(text, first, changes) : null;
      if (changedText === null) await add(text, rows, kept);
      else for (const piece of inBlocks(changedText)) await add(piece.join(''), piece.length, null);
      first += rows;
    }
    for (const piece of inBlocks(changes.appended.map(jsonLine)))
      await add(piece.join(''), piece.length, null);
    return { blocks, version: hash.digest('hex') };
  }

  return {
    /** The text of a version of a source; undefined if it is that of the upload. Throws `impossible`. */
    async versionText(
      workspaceId: string,
      row: SourceWithContent,
      version?: string,
    ): Promise<string | undefined> {
      const blocks =
        version === undefined
          ? await presentBlocks(workspaceId, row)
          : (await versionOf(workspaceId, row, version, (message) => impossibleField('', message))).blocks;
      if (blocks === null) return undefined;
      let text = '';
      for await (const piece of textOf(workspaceId, row.id, blocks)) text += piece;
      return text;
    },

    /** Rows of a version from the one that `cursor` names. Throws `not_found` for an unknown version. */
    async rows(actor: Actor, workspaceId: string, id: string, query: RowsQuery): Promise<DatasetRowPage> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings);
      const present = await versionOf(workspaceId, row, query.version);
      const first = query.cursor === undefined ? 1 : readNumberCursor(query.cursor);
      const data: DatasetRowPage['data'] = [];
      const read = async () => {
        for await (const fields of linesFrom(workspaceId, row, present, first)) {
          data.push({ row: first + data.length, fields });
          if (data.length === limit) break;
        }
      };
      await (present.blocks === null ? reading.run(read) : read());
      const next = first + data.length;
      return {
        version: present.version,
        row_count: present.row_count,
        data,
        next_cursor: data.length > 0 && next <= present.row_count ? String(next) : null,
        ...(warnings.length > 0 && { warnings }),
      };
    },

    /** The versions of a source, newest first. */
    async versions(
      actor: Actor,
      workspaceId: string,
      id: string,
      query: { limit?: number; cursor?: string },
    ): Promise<DatasetVersionPage> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings);
      const below = query.cursor === undefined ? null : readNumberCursor(query.cursor);
      const stored = await listVersions(db, workspaceId, id, { below, most: limit + 1 });
      const shown =
        stored.length === 0 && below === null ? [await versionOf(workspaceId, row)] : stored.slice(0, limit);
      return {
        data: shown.map(toVersion),
        next_cursor: stored.length > limit ? String(shown.at(-1)?.number) : null,
        ...(warnings.length > 0 && { warnings }),
      };
    },

    /**
     * Creates a version from changed rows and returns it with the revision of the source. Writes nothing if nothing
     * changes. Throws `precondition_failed` if the changes name a version, or `expected` a revision, other than the
     * present one, and 422 for rows that do not exist and for a dataset without rows.
     */
    async changeRows(
      actor: Actor,
      workspaceId: string,
      id: string,
      changes: RowChanges,
      { expected, alongside }: { expected: readonly number[] | null; alongside: Alongside<DatasetVersion> },
    ): Promise<{ version: DatasetVersion; revision: number }> {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      let isChanged = true;
      const made = await reviseRow(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        async prepare(row) {
          if (isAddressType(row.type))
            throw new AppError(
              'wrong_state',
              'This source is read from an address; change its rows there, or upload the table.',
            );
          const present = await versionOf(workspaceId, row);
          await requirePresent(workspaceId, row, present, changes.version);
          const planned = planChanges(changes, present.row_count);
          return { present, planned, ...(await writeBlocks(workspaceId, row, present, planned)) };
        },
        write(batch, row, { present, planned, blocks, version }) {
          isChanged = version !== present.version;
          const of = { workspace_id: workspaceId, source_id: id };
          const { blocks: before, ...shown } = present;
          if (!isChanged) {
            alongside(batch, toVersion(present));
            return { version: toVersion(present), revision: row.revision };
          }
          guardLiveWorkspace(batch, workspaceId);
          const now = clock.now();
          const next = {
            number: present.number + 1,
            version,
            row_count: blocks.reduce((sum, { rows }) => sum + rows, 0),
            ...planned.counts,
            created_by: actor.id,
            created_at: now,
          };
          changeSource(batch, workspaceId, row, { updated_at: now });
          if (before === null && present.number === 1)
            insertVersion(batch, { ...of, ...shown, blocks_json: null });
          insertVersion(batch, { ...of, ...next, blocks_json: JSON.stringify(blocks) });
          alongside(batch, toVersion(next));
          return { version: toVersion(next), revision: row.revision + 1 };
        },
      });
      if (isChanged) changed(workspaceId, id, 'ready');
      return made;
    },
  };

  async function requirePresent(
    workspaceId: string,
    row: SourceWithContent,
    present: Present,
    version: string | undefined,
  ): Promise<void> {
    if (version === undefined || version === present.version) return;
    await versionOf(workspaceId, row, version, (message) => impossibleField('/version', message));
    throw new AppError(
      'precondition_failed',
      `The dataset is at version ${present.version} now. Read the rows again, then repeat the change with that version.`,
      { errors: [{ pointer: '/version', detail: 'is not the present version' }] },
    );
  }
}

interface Segment {
  rows: number;
  text: string;
  /** The block in which the row is already stored. */
  kept: Block | null;
}

const toVersion = ({
  version,
  number,
  row_count,
  added,
  edited,
  removed,
  created_by,
  created_at,
}: Omit<Present, 'blocks'>): DatasetVersion => ({
  version,
  number,
  row_count,
  added,
  edited,
  removed,
  created_by,
  created_at: toTimestamp(created_at),
});

const linesOf = (text: string) => text.split('\n').slice(0, -1);

function changesIn({ at }: PlannedChanges, first: number, rows: number): boolean {
  for (let row = first; row < first + rows; row++) if (at.has(row)) return true;
  return false;
}

/** The lines of a block whose first row has this number, after the changes. */
function changedLines(text: string, first: number, { at }: PlannedChanges): string[] {
  return linesOf(text).flatMap((line, i) => {
    const change = at.get(first + i);
    if (change === undefined) return [`${line}\n`];
    const added = change.before.map(jsonLine);
    if (change.patch === undefined) return [...added, `${line}\n`];
    if (change.patch === null) return added;
    return [...added, jsonLine(mergeFlat(JSON.parse(line) as Record<string, unknown>, change.patch))];
  });
}

/** Groups lines to about the size of a block. */
function* inBlocks(lines: readonly string[]): Generator<string[]> {
  let piece: string[] = [];
  let length = 0;
  for (const line of lines) {
    piece.push(line);
    length += line.length;
    if (length < BLOCK_UNITS) continue;
    yield piece;
    [piece, length] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

async function hashOf(pieces: Iterable<string>): Promise<string> {
  const yieldToEventLoop = createYieldToEventLoop();
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    await yieldToEventLoop();
  }
  return hash.digest('hex');
}

async function countRows(text: string): Promise<number> {
  let count = 0;
  for await (const row of eachRow(text)) if ('fields' in row) count += 1;
  return count;
}

async function* eachRow(text: string): AsyncGenerator<Row> {
  const yieldToEventLoop = createYieldToEventLoop();
  for await (const row of (await textTable(text)).rows()) {
    await yieldToEventLoop();
    yield row;
  }
}

/** The rows of an upload. Throws `impossible` at the first row that cannot be read. */
async function* readable(
  { title }: SourceWithContent,
  text: string,
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of eachRow(text)) {
    if ('problem' in row)
      throw new AppError(
        'impossible',
        `"${title}" is no table whose rows can be shown: ${rowPlace(row)}: ${row.problem}. Correct the file and add it again.`,
      );
    yield row.fields;
  }
}
