import type { Batch, Database } from '../../../platform/db/db.ts';
import { RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import {
  type EvaluationHead,
  type EvaluationRow,
  updateStoppedEvaluation,
} from '../stores/evaluation-store.ts';

export const LABEL_COUNT_DELAY_MS = 300;

/**
 * Changes an evaluation that is not running, if it is still as it was read; `alongside` adds to the batch. Throws
 * `RetryJobAfter` if it has changed; `during` says in the message what was being done.
 */
export async function changeStoppedEvaluation(
  db: Database,
  row: EvaluationHead,
  set: Partial<EvaluationRow>,
  during: string,
  alongside: (batch: Batch) => void = () => {},
): Promise<void> {
  let written: ReturnType<typeof updateStoppedEvaluation> | undefined;
  await db.write((batch) => {
    written = updateStoppedEvaluation(batch, row, set);
    alongside(batch);
  });
  if (written?.changed !== 1)
    throw new RetryJobAfter(LABEL_COUNT_DELAY_MS, `The evaluation has changed while ${during}.`);
}
