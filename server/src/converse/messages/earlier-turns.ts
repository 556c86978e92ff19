import type { Database } from '../../platform/db/db.ts';
import type { Turn } from '../agents/agents.ts';
import { type MessageRow, readMessagesBefore, readPinnedBefore } from './message-store.ts';

/** The last messages that an agent is told. */
const MAX_MESSAGES = 40;
/** And pinned ones, the newest of them. */
const MAX_PINNED = 20;
/** UTF-16 code units of all of them together; what does not fit is cut short, or left out. */
const MAX_CHARS = 24_000;
/** Characters reserved for the last messages, however long the pinned ones are. */
const MIN_FOR_LAST = MAX_CHARS / 2;
const CUT_NOTE = ' […]';

/** The messages before a number as an agent is told them, oldest first. */
export async function readTurns(db: Database, workspaceId: string, number: number): Promise<Turn[]> {
  const [last, pinned] = await Promise.all([
    readMessagesBefore(db, workspaceId, number, MAX_MESSAGES),
    readPinnedBefore(db, workspaceId, number, MAX_PINNED),
  ]);
  const others = last.filter((row) => row.pinned === 0);
  const wanted = others.reduce((chars, { content }) => chars + content.length, 0);
  const kept = firstFittingMessages(pinned, MAX_CHARS - Math.min(wanted, MIN_FOR_LAST));
  const used = kept.reduce((chars, { content }) => chars + content.length, 0);
  return [...kept, ...firstFittingMessages(others, MAX_CHARS - used)]
    .sort((a, b) => a.number - b.number)
    .map(({ role, content }) => ({ role: role as Turn['role'], content }));
}

/** The first of these messages, the last one cut short where it does not fit whole. */
function firstFittingMessages(rows: readonly MessageRow[], most: number): MessageRow[] {
  const kept: MessageRow[] = [];
  let left = most;
  for (const row of rows) {
    const { length } = row.content;
    if (length > left && left <= CUT_NOTE.length) break;
    const content =
      length <= left ? row.content : row.content.slice(0, left - CUT_NOTE.length).toWellFormed() + CUT_NOTE;
    kept.push({ ...row, content });
    left -= content.length;
  }
  return kept;
}
