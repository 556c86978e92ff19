import type { Turn } from '../agents/agents.ts';
import type { Database } from '../db/db.ts';
import { messagesBefore, pinnedBefore } from './message-store.ts';

/** The last messages that an agent is told. */
const MOST_MESSAGES = 40;
/** And pinned ones, the newest of them. */
const MOST_PINNED = 20;
/** UTF-16 code units of all of them together; the oldest that no one pinned are left out first. */
const MOST_CHARS = 24_000;

/** The messages before a number as an agent is told them, oldest first. */
export async function readTurns(db: Database, workspaceId: string, number: number): Promise<Turn[]> {
  const [last, pinned] = await Promise.all([
    messagesBefore(db, workspaceId, number, MOST_MESSAGES),
    pinnedBefore(db, workspaceId, number, MOST_PINNED),
  ]);
  const chosen = new Map<number, Turn>();
  let chars = 0;
  for (const row of [...pinned, ...last]) {
    if (chosen.has(row.number)) continue;
    chars += row.content.length;
    if (chars > MOST_CHARS) break;
    chosen.set(row.number, {
      role: row.role as Turn['role'],
      content: row.content,
      pinned: row.pinned === 1,
    });
  }
  return [...chosen].sort(([a], [b]) => a - b).map(([, turn]) => turn);
}
