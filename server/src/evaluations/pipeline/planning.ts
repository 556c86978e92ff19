import type { Alongside, Database } from '../../db/db.ts';
import type { JobQueue } from '../../jobs/jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createSlots } from '../../kernel/slots.ts';
import { enqueueErase, enqueueRun } from '../evaluation-queue.ts';
import type { Plan } from '../plan/plan.ts';
import type { References } from '../plan/references.ts';
import type { Estimate } from '../schemas/estimate-schemas.ts';
import type { Evaluation, NewEvaluation } from '../schemas/evaluation-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { completePlan } from './complete-plan.ts';
import { defineEvaluation } from './define.ts';
import { readEarlierRuns } from './earlier-runs.ts';
import { estimateEvaluation } from './estimate.ts';
import { toEvaluation } from './to-response.ts';
import { copyEvaluation, newEvaluationRow, repeatedRow, writeNewEvaluation } from './write-plan.ts';

interface PlanningOptions {
  db: Database;
  clock: Clock;
  references: References;
  jobs: JobQueue;
}

/**
 * Plans evaluations, one at a time, since the data of each may take 64 MB meanwhile. Estimates have a queue of their
 * own: a reader who estimates does not delay an editor who creates.
 */
export function createPlanning({ db, clock, references, jobs }: PlanningOptions) {
  const creating = createSlots(1);
  const estimating = createSlots(1);

  return {
    /** Writes a new evaluation with its items and queues it. Throws 422 for what cannot be carried out. */
    create(workspaceId: string, input: NewEvaluation, alongside: Alongside<Evaluation>): Promise<Evaluation> {
      return creating.run(async () => {
        const defined = await defineEvaluation(references, workspaceId, input);
        const draft = newEvaluationRow(workspaceId, input, defined, clock.now());
        const row = await writeNewEvaluation(db, draft, defined, {
          finish(batch, written) {
            enqueueRun(jobs, batch, workspaceId, written.id);
            alongside(batch, toEvaluation(written));
          },
          abandon: (batch, { id }) => enqueueErase(jobs, batch, workspaceId, id),
        });
        return toEvaluation(row);
      });
    },

    /** What it would cost and could find out; samples its items and keeps none. Throws as `create` does. */
    async estimate(workspaceId: string, input: NewEvaluation): Promise<Estimate> {
      const earlier = await readEarlierRuns(db, workspaceId);
      return estimating.run(async () => {
        const { count, complete } = completePlan(await defineEvaluation(references, workspaceId, input));
        await count();
        return estimateEvaluation(references.models, await complete(), earlier);
      });
    },

    /** Writes another evaluation of the same plan, which shares no answer that others have, and queues it. */
    repeat(from: EvaluationHead, plan: Plan, alongside: Alongside<Evaluation>): Promise<Evaluation> {
      return creating.run(async () => {
        const again: Plan = { ...plan, fresh: true };
        for (const { provider, modelId } of [...again.targets, ...(again.judges ?? [])])
          references.models.resolve(provider, modelId);
        const row = repeatedRow(from, again, clock.now());
        const created = toEvaluation(row);
        await copyEvaluation(db, from, row, again, (batch) => {
          enqueueRun(jobs, batch, row.workspace_id, row.id);
          alongside(batch, created);
        });
        return created;
      });
    },
  };
}
