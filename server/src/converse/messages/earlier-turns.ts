import type { Database } from '../../platform/db/db.ts';
import type { Turn } from '../agents/agents.ts';
import { type MessageRow, messagesBefore, pinnedBefore } from './message-store.ts';

/** The last messages that an agent is told. */
const MOST_MESSAGES = 40;
/** And pinned ones, the newest of them. */
const MOST_PINNED = 20;
/** UTF-16 code units of all of them together; what does not fit is cut short, or left out. */
const MOST_CHARS = 24_000;
/** Of these, what the last messages have at least, however long the pinned ones are. */
const LEAST_FOR_LAST = MOST_CHARS / 2;
const CUT = ' […]';

/** The messages before a number as an agent is told them, oldest first. */
export async function readTurns(db: Database, workspaceId: string, number: number): Promise<Turn[]> {
  const [last, pinned] = await Promise.all([
    messagesBefore(db, workspaceId, number, MOST_MESSAGES),
    pinnedBefore(db, workspaceId, number, MOST_PINNED),
  ]);
  const others = last.filter((row) => row.pinned === 0);
  const wanted = others.reduce((chars, { content }) => chars + content.length, 0);
  const kept = fitting(pinned, MOST_CHARS - Math.min(wanted, LEAST_FOR_LAST));
  const used = kept.reduce((chars, { content }) => chars + content.length, 0);
  return [...kept, ...fitting(others, MOST_CHARS - used)]
    .sort((a, b) => a.number - b.number)
    .map(({ role, content }) => ({ role: role as Turn['role'], content }));
}

/** The first of these messages, the last one cut short where it does not fit whole. */
function fitting(rows: readonly MessageRow[], most: number): MessageRow[] {
  const kept: MessageRow[] = [];
  let left = most;
  for (const row of rows) {
    const { length } = row.content;
    if (length > left && left <= CUT.length) break;
    const content =
      length <= left ? row.content : row.content.slice(0, left - CUT.length).toWellFormed() + CUT;
    kept.push({ ...row, content });
    left -= content.length;
  }
  return kept;
}
