import { createHash } from 'node:crypto';
import { impossibleField } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/json.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import type { Database } from '../../../platform/db/db.ts';
import { mergeFlat } from '../../../platform/http/patch.ts';
import { jsonLine, MOST_TABLE_BYTES } from '../../reading/tables/tables.ts';
import type { SourceWithContent } from '../source-store.ts';
import type { PlannedChanges } from './plan-changes.ts';
import { BLOCK_UNITS, linesOf, type VersionContent, type VersionContents } from './version-contents.ts';
import { type Block, keepBlock } from './version-store.ts';

/** Writes the new blocks of the next version. */
export async function writeBlocks(
  { db, contents }: { db: Database; contents: VersionContents },
  workspaceId: string,
  row: SourceWithContent,
  present: VersionContent,
  changes: PlannedChanges,
): Promise<{ blocks: Block[]; version: string }> {
  const yieldToEventLoop = createYieldToEventLoop();
  const hash = createHash('sha256');
  const blocks: Block[] = [];
  let length = 0;
  const add = async (text: string, rows: number, stored: Block | null) => {
    if (rows === 0) return;
    length += text.length;
    if (length > MOST_TABLE_BYTES)
      throw impossibleField(
        '/operations',
        `The dataset would exceed the limit of ${MOST_TABLE_BYTES / 1024 ** 2} MB.`,
        'limit_exceeded',
      );
    hash.update(text);
    const block = stored ?? { hash: sha256(text), rows };
    if (stored === null)
      await keepBlock(db, { workspace_id: workspaceId, source_id: row.id, hash: block.hash, text });
    blocks.push(block);
  };
  let first = 1;
  for await (const { rows, text, stored } of contents.segments(workspaceId, row, present)) {
    await yieldToEventLoop();
    const changedText = changesIn(changes, first, rows) ? changedLines(text, first, changes) : null;
    if (changedText === null) await add(text, rows, stored);
    else for (const piece of inBlocks(changedText)) await add(piece.join(''), piece.length, null);
    first += rows;
  }
  for (const piece of inBlocks(changes.appended.map(jsonLine))) await add(piece.join(''), piece.length, null);
  return { blocks, version: hash.digest('hex') };
}

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
