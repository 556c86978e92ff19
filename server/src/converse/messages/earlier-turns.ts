import type { Database } from '../../platform/db/db.ts';
import type { Turn } from '../agents/agents.ts';
import { type MessageRow, readMessagesBefore, readPinnedBefore } from './message-store.ts';

/** Maximum number of last messages that an agent receives. */
const MAX_MESSAGES = 40;
/** Maximum number of pinned messages in addition, the newest first. */
const MAX_PINNED = 20;
/** Maximum UTF-16 code units of all of them; longer messages are truncated or omitted. */
const MAX_CHARS = 24_000;
/** Characters reserved for the last messages, however long the pinned ones are. */
const MIN_FOR_LAST = MAX_CHARS / 2;
const CUT_NOTE = ' […]';

/** The messages before a number that an agent receives, oldest first. */
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

/** The first of these messages that fit; the last one is truncated if necessary. */
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
