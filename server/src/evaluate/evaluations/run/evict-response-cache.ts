import type { Database } from '../../../platform/db/db.ts';
import { countSharedAnswers, evictRequestKeys } from '../stores/shared-answer-store.ts';

/** Rows per batch, so that none blocks the writer for 20 ms. */
const AT_ONCE = 300;

/**
 * Keeps the response cache of a workspace within its limits: no response older than `since`, and at most `most`
 * responses. It only stops responses from being shared and never deletes a sample. Whole evaluations are evicted, the
 * oldest first.
 */
export async function evictCachedAnswers(
  db: Database,
  workspaceId: string,
  { since, most, onStep }: { since: number; most: number; onStep: () => void },
): Promise<void> {
  const sharing = await countSharedAnswers(db, workspaceId);
  let kept = 0;
  for (const { evaluation_id: id, answers, newest } of sharing.sort((a, b) => b.newest - a.newest)) {
    if (newest >= since && kept + answers <= most) kept += answers;
    else while (await evictRequestKeys(db, { workspaceId, id }, AT_ONCE)) onStep();
  }
}
