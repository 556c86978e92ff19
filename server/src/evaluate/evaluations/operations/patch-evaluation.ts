import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { guardLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import { changesNothing, type Revised, reviseRow } from '../../../platform/db/revise.ts';
import type { PublishEvaluation } from '../evaluation-events.ts';
import { ignoredFields } from '../pipeline/to-response.ts';
import type { Evaluation, EvaluationPatch } from '../schemas/evaluation-schemas.ts';
import { updateEvaluation } from '../stores/evaluation-store.ts';
import type { EvaluationResponses } from './evaluation-responses.ts';
import { requireEvaluation, writtenRow } from './stored-evaluation.ts';

interface PatchOptions {
  db: Database;
  clock: Clock;
  changed: PublishEvaluation;
  responses: EvaluationResponses;
}

/** Changes name and description; other changed fields are ignored with a warning. */
export async function patchEvaluation(
  { db, clock, changed, responses }: PatchOptions,
  workspaceId: string,
  id: string,
  patch: EvaluationPatch,
  expected: readonly number[] | null,
): Promise<Revised<Evaluation>> {
  const { name, description } = patch;
  const set = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  let ignored: string[] = [];
  const written = await reviseRow(db, {
    workspaceId,
    read: () => requireEvaluation(db, workspaceId, id),
    expected,
    write(batch, row) {
      ignored = ignoredFields(row, patch);
      if (changesNothing(row, set)) return row;
      guardLiveWorkspace(batch, workspaceId);
      return updateEvaluation(batch, row, { ...set, updated_at: clock.now() });
    },
  });
  const isChanged = 'rows' in written;
  const patched = await responses.toWrittenResponse(isChanged ? writtenRow(written) : written);
  if (isChanged) changed(workspaceId, patched.resource);
  if (ignored.length > 0) {
    const warning = `Only name and description of an evaluation can change; ${ignored.join(', ')} cannot.`;
    patched.resource.warnings = [...(patched.resource.warnings ?? []), warning];
  }
  return patched;
}
