import type { Alongside, Batch, Database } from '../db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted, requireLiveWorkspace } from '../db/live.ts';
import { type Revised, revise } from '../db/revise.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../kernel/page.ts';
import type { Models } from '../models/models.ts';
import type { Item } from './benchmarks/benchmarks.ts';
import { type Defined, defineEvaluation, type References } from './define.ts';
import { estimateEvaluation } from './estimate.ts';
import {
  type Estimate,
  type Evaluation,
  type EvaluationPatch,
  type EvaluationQuery,
  type NewEvaluation,
  type Sample,
  type SampleQuery,
  STATUSES,
  type Status,
} from './evaluation-schemas.ts';
import {
  changeStatus,
  type EvaluationRow,
  findEvaluation,
  type ItemRow,
  insertEvaluation,
  insertItems,
  listEvaluations,
  revealEvaluation,
  updateEvaluation,
} from './evaluation-store.ts';
import { measure } from './measure.ts';
import { countUnits, type Plan, type PlannedTarget } from './plan.ts';
import { definitionOf, storedResults, toEvaluation } from './present.ts';
import { buildResults } from './results.ts';
import { listSamples } from './samples.ts';

export interface EvaluationsOptions {
  db: Database;
  clock: Clock;
  models: Models;
  references: Omit<References, 'models'>;
  /** Adds the job that runs the evaluation to the batch. */
  enqueueRun: (batch: Batch, workspaceId: string, id: string) => void;
  /** Adds the job that erases a deleted evaluation to the batch. */
  enqueueErase: (batch: Batch, workspaceId: string, id: string) => void;
  /** Takes the job that runs the evaluation back in the batch; wherever it runs, the fence refuses its writes. */
  cancelRun: (batch: Batch, id: string) => void;
  /** Says that an evaluation changed. */
  changed: (workspaceId: string, evaluation: Pick<Evaluation, 'id' | 'status' | 'progress_percent'>) => void;
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
  cancel(actor: Actor, workspaceId: string, id: string): Promise<Evaluation>;
  /** Goes on with what was not asked. Throws `wrong_state` for one that is queued, running or complete. */
  resume(actor: Actor, workspaceId: string, id: string): Promise<Evaluation>;
  samples(actor: Actor, workspaceId: string, id: string, query: SampleQuery): Promise<Page<Sample>>;
}

/** Items written in one batch: no batch holds the writer for more than some 20 ms. */
const ITEMS_PER_BATCH = 500;

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { db, clock, models, references, enqueueRun, enqueueErase, cancelRun, changed } = options;
  const refs: References = { ...references, models };

  async function find(workspaceId: string, id: string): Promise<EvaluationRow> {
    const row = await findEvaluation(db, workspaceId, id);
    if (row) return row;
    await requireLiveWorkspace(db, workspaceId);
    throw notFound('evaluation', id);
  }

  async function insert(
    row: EvaluationRow,
    items: ItemRow[],
    alongside: (batch: Batch) => void,
  ): Promise<void> {
    const { workspace_id: workspaceId, id } = row;
    const finish = (batch: Batch) => {
      enqueueRun(batch, workspaceId, id);
      alongside(batch);
    };
    const few = items.length <= ITEMS_PER_BATCH;
    const first = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      insertEvaluation(batch, few ? row : { ...row, deleted_at: row.created_at });
      insertItems(batch, items.slice(0, ITEMS_PER_BATCH));
      if (few) finish(batch);
    });
    requireCommitted(first, workspaceId);
    if (few) return;
    // Hidden behind a tombstone until all items are there; a kill in between leaves it to the eraser.
    for (let from = ITEMS_PER_BATCH; from < items.length; from += ITEMS_PER_BATCH) {
      requireCommitted(
        await db.write((batch) => insertItems(batch, items.slice(from, from + ITEMS_PER_BATCH))),
      );
    }
    const last = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      revealEvaluation(batch, workspaceId, id);
      finish(batch);
    });
    requireCommitted(last, workspaceId);
  }

  /** The median latency of a target's model in the newest evaluation here that asked it. */
  async function earlierLatencies(workspaceId: string): Promise<(target: PlannedTarget) => number | null> {
    const rows = await listEvaluations(db, workspaceId, { limit: 20, before: null, status: 'completed' });
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
  async function present(row: EvaluationRow): Promise<Evaluation> {
    if (row.status !== 'running') return toEvaluation(row);
    const plan = JSON.parse(row.plan_json) as Plan;
    const aggregate = await measure(db, { workspaceId: row.workspace_id, id: row.id }, plan);
    return toEvaluation(row, buildResults(plan, aggregate, { final: false }));
  }

  async function change(
    workspaceId: string,
    id: string,
    from: readonly Status[],
    set: Partial<EvaluationRow>,
    also: (batch: Batch) => void,
  ): Promise<EvaluationRow> {
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, workspaceId);
      changeStatus(batch, workspaceId, id, from, { ...set, updated_at: clock.now() });
      also(batch);
    });
    requireCommitted(outcome, workspaceId);
    const row = await find(workspaceId, id);
    changed(workspaceId, toEvaluation(row, null));
    return row;
  }

  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireLiveWorkspace(db, workspaceId);
      const defined = await defineEvaluation(refs, workspaceId, input);
      const row = newRow(workspaceId, input, defined, clock.now());
      const evaluation = toEvaluation(row);
      await insert(row, itemRows(row, defined.items), (batch) => alongside(batch, evaluation));
      changed(workspaceId, evaluation);
      return evaluation;
    },

    async estimate(actor, workspaceId, input) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      const defined = await defineEvaluation(refs, workspaceId, input);
      return estimateEvaluation(models, defined, await earlierLatencies(workspaceId));
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
      await revise(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          guardLiveWorkspace(batch, workspaceId);
          ignored = ignoredFields(row, patch);
          updateEvaluation(batch, row, set);
        },
      });
      const patched = await this.get(actor, workspaceId, id);
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
        await change(workspaceId, id, ['queued', 'running'], set, (batch) => cancelRun(batch, id));
      } catch (error) {
        if (!(error instanceof BatchUndone)) throw error;
        const row = await find(workspaceId, id);
        if (row.status === 'cancelled') return toEvaluation(row);
        throw new AppError(
          'wrong_state',
          `The evaluation is ${row.status}; only a queued or running one can be cancelled.`,
        );
      }
      return toEvaluation(await keepPartialResults(await find(workspaceId, id)));
    },

    async resume(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      const before = await find(workspaceId, id);
      if (!(await resumable(before))) {
        throw new AppError('wrong_state', `The evaluation is ${before.status} and has nothing left to ask.`);
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
        return toEvaluation(
          await change(workspaceId, id, from, set, (batch) => enqueueRun(batch, workspaceId, id)),
        );
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
  };

  /** What was measured before a cancellation is shown, without winners. */
  async function keepPartialResults(row: EvaluationRow): Promise<EvaluationRow> {
    const plan = JSON.parse(row.plan_json) as Plan;
    const aggregate = await measure(db, { workspaceId: row.workspace_id, id: row.id }, plan);
    const results = buildResults(plan, aggregate, { final: false });
    const results_json = JSON.stringify(results);
    await db.write((batch) => changeStatus(batch, row.workspace_id, row.id, ['cancelled'], { results_json }));
    return { ...row, results_json };
  }

  async function resumable(row: EvaluationRow): Promise<boolean> {
    if (row.status === 'cancelled' || row.status === 'failed') return true;
    if (row.status !== 'completed') return false;
    const plan = JSON.parse(row.plan_json) as Plan;
    const { done } = await measure(db, { workspaceId: row.workspace_id, id: row.id }, plan);
    return done < countUnits(plan);
  }
}

function newRow(
  workspaceId: string,
  input: NewEvaluation,
  { plan, evaluationType, warnings }: Defined,
  now: number,
): EvaluationRow {
  return {
    workspace_id: workspaceId,
    id: newId(now),
    name: input.name,
    description: input.description ?? null,
    evaluation_type: evaluationType,
    definition_json: JSON.stringify(definitionOf(input)),
    plan_json: JSON.stringify(plan),
    warnings_json: JSON.stringify(warnings),
    status: 'queued',
    stop_reason: null,
    progress_percent: 0,
    fence: 0,
    started_at: null,
    completed_at: null,
    error_message: null,
    results_json: null,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}

function itemRows({ workspace_id, id }: EvaluationRow, items: readonly Item[][]): ItemRow[] {
  return items.flatMap((list, benchmark) =>
    list.map((item, i) => ({
      workspace_id,
      evaluation_id: id,
      benchmark,
      item: i,
      hash: item.id,
      content_json: JSON.stringify(item),
    })),
  );
}

/** A deleted evaluation runs no further, whatever it was doing. */
function endedStatus({ status }: EvaluationRow): Status {
  return status === 'queued' || status === 'running' ? 'cancelled' : (status as Status);
}

const DEFINING = ['targets', 'benchmarks', 'custom_eval', 'methodology'] as const;

/** Defining fields that were sent back changed. */
function ignoredFields(row: EvaluationRow, patch: EvaluationPatch): string[] {
  const stored = JSON.parse(row.definition_json) as Record<string, unknown>;
  return DEFINING.filter((field) => patch[field] !== undefined && !sameJson(patch[field], stored[field]));
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => sameJson(value, (b as Record<string, unknown>)[key]))
  );
}
