import type { Batch, Database } from '../../../platform/db/db.ts';
import { RetryAfter } from '../../../platform/jobs/jobs.ts';
import { type EvaluationHead, type EvaluationRow, updateStopped } from '../stores/evaluation-store.ts';

export const AFTER_CHANGE_MS = 300;

/**
 * Changes an evaluation that is not under way, as it was read; `alongside` adds to the batch. Throws `RetryAfter` where
 * it has changed since, which `during` says.
 */
export async function changeStopped(
  db: Database,
  row: EvaluationHead,
  set: Partial<EvaluationRow>,
  during: string,
  alongside: (batch: Batch) => void = () => {},
): Promise<void> {
  let written: ReturnType<typeof updateStopped> | undefined;
  await db.write((batch) => {
    written = updateStopped(batch, row, set);
    alongside(batch);
  });
  if (written?.changed !== 1)
    throw new RetryAfter(AFTER_CHANGE_MS, `The evaluation has changed while ${during}.`);
}
