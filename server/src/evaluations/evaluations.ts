import type { Alongside, Batch, Database } from '../db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted, requireLiveWorkspace } from '../db/live.ts';
import { type Revised, revise } from '../db/revise.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { type Page, pageRequest, toPage } from '../kernel/page.ts';
import type { Models } from '../models/models.ts';
import { defineEvaluation, type References } from './define.ts';
import { estimateEvaluation } from './estimate.ts';
import type { TellEvaluation } from './evaluation-events.ts';
import {
  type Estimate,
  type Evaluation,
  type EvaluationPatch,
  type EvaluationQuery,
  type ExportQuery,
  type NewEvaluation,
  type Sample,
  type SampleQuery,
  STATUSES,
  type Status,
} from './evaluation-schemas.ts';
import {
  changeStatus,
  type EvaluationHead,
  type EvaluationRow,
  findEvaluation,
  lastCompleted,
  listEvaluations,
  readPlan,
  updateEvaluation,
} from './evaluation-store.ts';
import { type Export, exportEvaluation } from './exports/exports.ts';
import { ignoredFields } from './ignored-fields.ts';
import { measure } from './measure.ts';
import { newEvaluationRow, writeNewEvaluation } from './new-evaluation.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { lacksResults, resultsSoFar } from './partial-results.ts';
import { countUnits, type Plan, type PlannedTarget } from './plan.ts';
import { storedResults, toEvaluation } from './present.ts';
import { listSamples } from './samples.ts';

export { createBenchmarks } from './benchmarks/benchmarks.ts';

export interface EvaluationsOptions {
  db: Database;
  clock: Clock;
  models: Models;
  references: Omit<References, 'models'>;
  /** Adds the job that runs the evaluation to the batch. */
  enqueueRun: (batch: Batch, workspaceId: string, id: string) => void;
  /** Adds the job that keeps the results of a stopped evaluation to the batch. */
  enqueueSummary: (batch: Batch, workspaceId: string, id: string) => void;
  /** Adds the job that erases a deleted evaluation to the batch. */
  enqueueErase: (batch: Batch, workspaceId: string, id: string) => void;
  /** Takes the job that runs the evaluation back in the batch; wherever it runs, the fence refuses its writes. */
  cancelRun: (batch: Batch, id: string) => void;
  /** Says that an evaluation changed. */
  changed: TellEvaluation;
}

export interface Evaluations {
  create(
    actor: Actor,
    workspaceId: string,
    input: NewEvaluation,
    alongside: Alongside<Evaluation>,
  ): Promise<Evaluation>;
  estimate(actor: Actor, workspaceId: string, input: NewEvaluation): Promise<Estimate>;
  list(actor: Actor, workspaceId: string, query: EvaluationQuery): Promise<Page<Evaluation>>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>>;
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: EvaluationPatch,
    expected: readonly number[] | null,
  ): Promise<Revised<Evaluation>>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
  /** Cancelling a cancelled one changes nothing. Throws `wrong_state` for one that has ended otherwise. */
  cancel(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>>;
  /** Goes on with what was not asked. Throws `wrong_state` for one that is queued, running or complete. */
  resume(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>>;
  samples(actor: Actor, workspaceId: string, id: string, query: SampleQuery): Promise<Page<Sample>>;
  /** The whole evaluation in one format, read as it is written out. */
  export(actor: Actor, workspaceId: string, id: string, query: ExportQuery): Promise<Export>;
}

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { db, clock, models, references, enqueueRun, enqueueSummary, enqueueErase, cancelRun, changed } =
    options;
  const refs: References = { ...references, models };
  /** The items of an evaluation are all in memory until they are written: those of one at a time. */
  const planning = createOneAtATime();

  async function find(workspaceId: string, id: string): Promise<EvaluationHead> {
    const row = await findEvaluation(db, workspaceId, id);
    if (row) return row;
    await requireLiveWorkspace(db, workspaceId);
    throw notFound('evaluation', id);
  }

  /** The median latency of a target's model in the newest evaluation here that asked it. */
  async function earlierLatencies(workspaceId: string): Promise<(target: PlannedTarget) => number | null> {
    const rows = await lastCompleted(db, workspaceId, 20);
    const known = new Map<string, number>();
    for (const row of rows) {
      const plan = JSON.parse(row.plan_json) as Plan;
      const results = storedResults(row)?.target_results ?? [];
      for (const [i, { provider, modelId }] of plan.targets.entries()) {
        const latency = results[i]?.metrics['run/latency_p50_ms'];
        const key = `${provider}/${modelId}`;
        if (latency !== undefined && !known.has(key)) known.set(key, latency);
      }
    }
    return ({ provider, modelId }) => known.get(`${provider}/${modelId}`) ?? null;
  }

  /** With provisional results while it runs: made for the moment, never stored. */
  async function present(row: EvaluationHead): Promise<Evaluation> {
    if (!lacksResults(row)) return toEvaluation(row);
    const results = await resultsSoFar(db, row);
    const evaluation = toEvaluation(row, results);
    if (results !== null) return evaluation;
    const said = 'There are too many units to show results in between; progress_percent tells how far it is.';
    return { ...evaluation, warnings: [...(evaluation.warnings ?? []), said] };
  }

  async function change(
    workspaceId: string,
    id: string,
    from: readonly Status[],
    set: Partial<EvaluationRow>,
    also: (batch: Batch) => void,
  ): Promise<EvaluationHead> {
    let written: ReturnType<typeof changeStatus> | undefined;
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      written = changeStatus(batch, workspaceId, id, from, { ...set, updated_at: clock.now() });
      also(batch);
    });
    requireCommitted(outcome, workspaceId);
    const row = asWritten(written);
    changed(workspaceId, toEvaluation(row, null));
    return row;
  }

  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await planning(async () => {
        const defined = await defineEvaluation(refs, workspaceId, input);
        const row = newEvaluationRow(workspaceId, input, defined, clock.now());
        const created = toEvaluation(row);
        await writeNewEvaluation(db, row, defined.items, (batch) => {
          enqueueRun(batch, workspaceId, row.id);
          alongside(batch, created);
        });
        return created;
      });
      changed(workspaceId, evaluation);
      return evaluation;
    },

    async estimate(actor, workspaceId, input) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const latencies = await earlierLatencies(workspaceId);
      return planning(async () =>
        estimateEvaluation(models, await defineEvaluation(refs, workspaceId, input), latencies),
      );
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const status = query.status ?? null;
      if (status !== null && !STATUSES.includes(status as Status)) {
        warnings.push(`No evaluation has the status "${status}"; known: ${STATUSES.join(', ')}.`);
      }
      const rows = await listEvaluations(db, workspaceId, { ...page, status });
      if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
      return toPage(rows, page, (row) => toEvaluation(row), warnings);
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      return { resource: await present(row), revision: row.revision };
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      const { name, description } = patch;
      const set = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        updated_at: clock.now(),
      };
      let ignored: string[] = [];
      const written = await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          guardLiveWorkspace(batch, workspaceId);
          ignored = ignoredFields(row, patch);
          return updateEvaluation(batch, row, set);
        },
      });
      const patched = await presentWritten(asWritten(written));
      if (ignored.length > 0) {
        const said = `Only name and description of an evaluation can change; ${ignored.join(', ')} stay as they were.`;
        patched.resource.warnings = [...(patched.resource.warnings ?? []), said];
      }
      return patched;
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          updateEvaluation(batch, row, {
            deleted_at: clock.now(),
            fence: row.fence + 1,
            status: endedStatus(row),
          });
          cancelRun(batch, id);
          enqueueErase(batch, workspaceId, id);
        },
      });
    },

    async cancel(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      const now = clock.now();
      const set = { status: 'cancelled', stop_reason: 'user', completed_at: now };
      try {
        const row = await change(workspaceId, id, ['queued', 'running'], set, (batch) => {
          cancelRun(batch, id);
          enqueueSummary(batch, workspaceId, id);
        });
        return await presentWritten(row);
      } catch (error) {
        if (!(error instanceof BatchUndone)) throw error;
        const row = await find(workspaceId, id);
        if (row.status === 'cancelled') return presentWritten(row);
        throw new AppError(
          'wrong_state',
          `The evaluation is ${row.status}; only a queued or running one can be cancelled.`,
        );
      }
    },

    async resume(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      const before = await find(workspaceId, id);
      if (!(await resumable(before))) {
        const why =
          before.status === 'completed' ? 'has nothing left to ask' : 'can be resumed once it has stopped';
        throw new AppError('wrong_state', `The evaluation is ${before.status}; it ${why}.`);
      }
      const set = {
        status: 'queued',
        stop_reason: null,
        completed_at: null,
        error_message: null,
        results_json: null,
      };
      try {
        const from = ['cancelled', 'failed', 'completed'] as const;
        const row = await change(workspaceId, id, from, set, (batch) => enqueueRun(batch, workspaceId, id));
        return { resource: toEvaluation(row), revision: row.revision };
      } catch (error) {
        if (!(error instanceof BatchUndone)) throw error;
        const row = await find(workspaceId, id);
        throw new AppError(
          'wrong_state',
          `The evaluation is ${row.status}; it can be resumed once it has stopped.`,
        );
      }
    },

    async samples(actor, workspaceId, id, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return listSamples(db, await find(workspaceId, id), query);
    },

    async export(actor, workspaceId, id, { format, baseline }) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const evaluation = await present(row);
      return exportEvaluation(format, { evaluation, page: (query) => listSamples(db, row, query), baseline });
    },
  };

  /** The change stands: when what was measured cannot be read just now, the answer goes without. */
  async function presentWritten(row: EvaluationHead): Promise<Revised<Evaluation>> {
    const resource = await present(row).catch(() => toEvaluation(row));
    return { resource, revision: row.revision };
  }

  async function resumable(row: EvaluationHead): Promise<boolean> {
    if (row.status === 'cancelled' || row.status === 'failed') return true;
    if (row.status !== 'completed') return false;
    const plan = await readPlan(db, row);
    if (plan === null) return false;
    const { done } = await measure(db, { workspaceId: row.workspace_id, id: row.id }, plan);
    return done < countUnits(plan);
  }
}

/** The row as a committed batch wrote it, which a later reading need not find any more. */
function asWritten(written: { rows: EvaluationHead[] } | undefined): EvaluationHead {
  const row = written?.rows[0];
  if (!row) throw new Error('A batch was committed without the row that it guards.');
  return row;
}

/** A deleted evaluation runs no further, whatever it was doing. */
function endedStatus({ status }: EvaluationHead): Status {
  return status === 'queued' || status === 'running' ? 'cancelled' : (status as Status);
}
