import { toTimestamp } from '../../../kernel/clock.ts';
import type { Plan } from '../plan/plan.ts';
import type { RequestBatches } from '../schemas/batch-schemas.ts';
import type { BatchRow } from '../stores/batch-store.ts';

/** The batches of an evaluation as the API returns them. */
export function presentBatches(
  { targets }: Pick<Plan, 'targets'>,
  rows: readonly Omit<BatchRow, 'units_json'>[],
): RequestBatches {
  const time = (at: number | null) => (at === null ? null : toTimestamp(at));
  return {
    data: rows.map((row) => ({
      id: row.id,
      target_label: targets[row.target]?.label ?? '',
      state: row.state,
      provider_batch_id: row.remote_id,
      requests: row.requests,
      done: row.done,
      attempt: row.attempt,
      submissions: row.sends,
      problem: row.problem,
      next_look_at: row.state === 'ended' ? null : time(row.due_at),
      submitted_at: time(row.sent_at),
      expires_at: time(row.expires_at),
      ended_at: time(row.ended_at),
    })),
  };
}
