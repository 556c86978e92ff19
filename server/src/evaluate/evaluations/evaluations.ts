import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import { createSlots } from '../../kernel/slots.ts';
import type { Facts } from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import { guardLiveWorkspace, requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import { changesNothing, type Revised, reviseRow } from '../../platform/db/revise.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { NoteEnd, TellEvaluation } from './evaluation-events.ts';
import { cancelRun, enqueueErase } from './evaluation-queue.ts';
import { type Export, exportEvaluation } from './exports/exports.ts';
import { createLifecycle, writtenRow } from './lifecycle.ts';
import { buildManifest } from './pipeline/manifest.ts';
import { type Observations, readObservations } from './pipeline/observations.ts';
import { lacksResults, provisionalResults } from './pipeline/partial-results.ts';
import {
  createPlanning,
  type EvaluationEstimate,
  meaningChanged,
  type PricedPlan,
  type RestartAction,
} from './pipeline/planning.ts';
import { presentBatches } from './pipeline/present-batches.ts';
import { reanalyseEvaluation } from './pipeline/reanalyse.ts';
import { createResultsCache } from './pipeline/results-cache.ts';
import { ignoredFields, toEvaluation } from './pipeline/to-response.ts';
import type { Plan } from './plan/plan.ts';
import type { References } from './plan/references.ts';
import { readMigration } from './results/migration.ts';
import { addLabel, listLabels } from './samples/labels.ts';
import { createSampleReads } from './samples/read-samples.ts';
import type { RequestBatches } from './schemas/batch-schemas.ts';
import type { Estimate } from './schemas/estimate-schemas.ts';
import {
  type EVALUATION_API,
  EVALUATION_STATUSES,
  type Evaluation,
  type NewEvaluation,
  type Status,
} from './schemas/evaluation-schemas.ts';
import type { ExportQuery } from './schemas/export-schemas.ts';
import type { Label, NewLabel } from './schemas/label-schemas.ts';
import type { Manifest } from './schemas/manifest-schemas.ts';
import type { Migration } from './schemas/migration-schemas.ts';
import type { PreflightResult } from './schemas/preflight-schemas.ts';
import type { Reanalysis, ReanalysisInput } from './schemas/reanalysis-schemas.ts';
import type {
  MatrixQuery,
  Sample,
  SampleCounts,
  SampleFilterQuery,
  SampleMatrix,
  SampleQuery,
} from './schemas/sample-schemas.ts';
import { listBatches } from './stores/batch-store.ts';
import {
  type EvaluationHead,
  fenceLanes,
  findEvaluation,
  listEvaluations,
  readPlan,
  updateEvaluation,
} from './stores/evaluation-store.ts';
import { readCostUsd } from './stores/paid-store.ts';

export { CURRENT_GRADER_VERSIONS, describeChoice, KIND_BENCHMARKS } from './kinds/registry.ts';
export type {
  Observations,
  ObservedBenchmark,
  ObservedLoad,
  ObservedScores,
} from './pipeline/observations.ts';
export type { Outline } from './pipeline/outline.ts';
export { changedSince, differentVersions, type Versions, versionsIn } from './results/graded-by.ts';
export { unitRun } from './run/bounded-concurrency.ts';
export { unitsFinished } from './run/units-finished.ts';
export { Estimate } from './schemas/estimate-schemas.ts';
export { Evaluation, NewEvaluation } from './schemas/evaluation-schemas.ts';

export interface EvaluationsOptions {
  db: Database;
  clock: Clock;
  models: Models;
  facts: Facts;
  references: Omit<References, 'models' | 'facts'>;
  jobs: JobQueue;
  /** Says that an evaluation changed. */
  changed: TellEvaluation;
  noteEnd: NoteEnd;
  /** Says that one is gone. */
  tell: TellEvent;
}

/** Adds to the batch that queues an evaluation again what must become durable with it. */
type Also = (batch: Batch) => void;

/** The estimate of continuing or repeating an existing evaluation. */
export interface AgainEstimate extends PricedPlan {
  evaluation: Evaluation;
}

/** Operations that cost money throw `forbidden` for an agent, whose requests need an approval. */
export interface Evaluations extends Resource<typeof EVALUATION_API> {
  create(
    actor: Actor,
    workspaceId: string,
    input: NewEvaluation,
    alongside: Alongside<Evaluation>,
    /**
     * The `meaning` that `price` returned. Throws `wrong_state` if a stack, scenario, dataset or price has changed
     * since.
     */
    meaning?: string,
  ): Promise<Evaluation>;
  /** `estimate` with what tells whether it still means the same later, and how much it would observe. */
  price(actor: Actor, workspaceId: string, input: NewEvaluation): Promise<EvaluationEstimate>;
  estimate(actor: Actor, workspaceId: string, input: NewEvaluation): Promise<Estimate>;
  /** Asks each target and judge once with the parameters of the run; each call may cost money. Throws as `create` does. */
  preflight(
    actor: Actor,
    workspaceId: string,
    input: NewEvaluation,
    signal: AbortSignal,
  ): Promise<PreflightResult>;
  /**
   * Estimates continuing or repeating an evaluation, by its whole plan, which is an upper bound if a part was
   * measured. Throws what the operation would throw, and `wrong_state` if prices changed since `meaning`.
   */
  estimateAgain(
    actor: Actor,
    workspaceId: string,
    id: string,
    what: RestartAction | 'rerun',
    meaning?: string,
  ): Promise<AgainEstimate>;
  /**
   * Cancelling a cancelled evaluation changes nothing. One that is being graded again returns to its earlier status.
   * Throws `wrong_state` for one that has ended otherwise.
   */
  cancel(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>>;
  /**
   * Asks units that were not asked yet. Throws `wrong_state` for an evaluation that is queued, running or complete.
   */
  resume(actor: Actor, workspaceId: string, id: string, also?: Also): Promise<Revised<Evaluation>>;
  /** Asks failed units again, and those not asked yet. Throws `wrong_state` if none failed, or while it runs. */
  retry(actor: Actor, workspaceId: string, id: string, also?: Also): Promise<Revised<Evaluation>>;
  /**
   * Grades existing responses again: calls no target, and a judge only where it failed. Throws `wrong_state` without
   * a response, or while it runs.
   */
  rescore(actor: Actor, workspaceId: string, id: string, also?: Also): Promise<Revised<Evaluation>>;
  /**
   * A new evaluation of the same plan and items, which asks everything; `maxCostUsd` is its `max_cost_usd` where the
   * plan has none. Throws 422 when a provider is gone.
   */
  rerun(
    actor: Actor,
    workspaceId: string,
    id: string,
    alongside: Alongside<Evaluation>,
    maxCostUsd?: number,
  ): Promise<Evaluation>;
  samples(actor: Actor, workspaceId: string, id: string, query: SampleQuery): Promise<Page<Sample>>;
  sample(actor: Actor, workspaceId: string, id: string, sample: string): Promise<Sample>;
  /** A window of the items that a filter lets through, with the outcome of each target. */
  matrix(actor: Actor, workspaceId: string, id: string, query: MatrixQuery): Promise<SampleMatrix>;
  counts(actor: Actor, workspaceId: string, id: string, query: SampleFilterQuery): Promise<SampleCounts>;
  manifest(actor: Actor, workspaceId: string, id: string): Promise<Manifest>;
  /** The provider batches of the evaluation, including ended ones. */
  batches(actor: Actor, workspaceId: string, id: string): Promise<RequestBatches>;
  /** Measurements by item: scores, latencies and costs of targets, and the models that answered. */
  observe(actor: Actor, workspaceId: string, id: string): Promise<Observations>;
  /** The cost of its calls in USD, also after deletion until its rows are erased; null if unknown. */
  paid(actor: Actor, workspaceId: string, id: string): Promise<number | null>;
  /** Keeps what a person gives an answer. */
  label(actor: Actor, workspaceId: string, id: string, sample: string, input: NewLabel): Promise<Label>;
  labels(actor: Actor, workspaceId: string, id: string, sample: string): Promise<Label[]>;
  /** Whether to move from the baseline to a candidate. Throws `wrong_state` where that was not asked, or is not measured yet. */
  migration(actor: Actor, workspaceId: string, id: string): Promise<Migration>;
  /** Which are no worse by margins or a baseline that were chosen after the run: exploratory, and never stored. */
  reanalyse(actor: Actor, workspaceId: string, id: string, input: ReanalysisInput): Promise<Reanalysis>;
  /** The whole evaluation in one format, read as it is written out. */
  export(actor: Actor, workspaceId: string, id: string, query: ExportQuery): Promise<Export>;
}

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { db, clock, models, facts, references, jobs, changed, noteEnd, tell } = options;

  async function find(workspaceId: string, id: string): Promise<EvaluationHead> {
    const row = await findEvaluation(db, workspaceId, id);
    if (row) return row;
    await requireLiveWorkspace(db, workspaceId);
    throw notFound('evaluation', id);
  }

  const measured = createResultsCache((row) => provisionalResults(db, { ...options.references, facts }, row));

  /** With provisional results while it runs: made for the moment, never stored. */
  async function toResponse(row: EvaluationHead): Promise<Evaluation> {
    if (!lacksResults(row)) return toEvaluation(row);
    const results = await measured(row);
    const evaluation = toEvaluation(row, results);
    if (results !== null) return evaluation;
    const said =
      'This evaluation has too many units (including load requests) for results while it runs; see progress_percent.';
    return { ...evaluation, warnings: [...(evaluation.warnings ?? []), said] };
  }

  // Each reads all samples.
  const analysing = createSlots(1);
  const planning = createPlanning({ db, clock, references: { ...references, models, facts }, jobs });
  const samples = createSampleReads(db);
  const lifecycle = createLifecycle({ db, clock, changed, noteEnd, find, jobs });

  return {
    async create(actor, workspaceId, input, alongside, meaning) {
      requireOperation(actor, workspaceId, 'createEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await planning.create(workspaceId, input, alongside, meaning);
      changed(workspaceId, evaluation);
      return evaluation;
    },

    price,
    estimate: async (...asked) => (await price(...asked)).estimate,

    async preflight(actor, workspaceId, input, signal) {
      requireOperation(actor, workspaceId, 'preflightEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      return planning.preflight(workspaceId, input, signal);
    },

    async estimateAgain(actor, workspaceId, id, what, meaning) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      if (what !== 'rerun') await lifecycle.requireAgain(what, row);
      const priced = await planning.estimateStored(row, await requirePlan(row), what);
      if (meaning !== undefined && meaning !== priced.meaning) throw meaningChanged();
      return { evaluation: toEvaluation(row, null), ...priced };
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const status = query.status ?? null;
      if (status !== null && !EVALUATION_STATUSES.includes(status as Status)) {
        warnings.push(`No evaluation has the status "${status}"; known: ${EVALUATION_STATUSES.join(', ')}.`);
      }
      const rows = await listEvaluations(db, workspaceId, { ...page, status });
      if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
      return toPage(rows, page, (row) => toEvaluation(row), warnings);
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      return { resource: await toResponse(row), revision: row.revision };
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      const { name, description } = patch;
      const set = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
      };
      let ignored: string[] = [];
      const written = await reviseRow(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          ignored = ignoredFields(row, patch);
          if (changesNothing(row, set)) return row;
          guardLiveWorkspace(batch, workspaceId);
          return updateEvaluation(batch, row, { ...set, updated_at: clock.now() });
        },
      });
      const isChanged = 'rows' in written;
      const patched = await toWrittenResponse(isChanged ? writtenRow(written) : written);
      if (isChanged) changed(workspaceId, patched.resource);
      if (ignored.length > 0) {
        const said = `Only name and description of an evaluation can change; ${ignored.join(', ')} cannot.`;
        patched.resource.warnings = [...(patched.resource.warnings ?? []), said];
      }
      return patched;
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await reviseRow(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        write(batch, row) {
          updateEvaluation(batch, row, {
            deleted_at: clock.now(),
            fence: row.fence + 1,
            status: endedStatus(row),
          });
          fenceLanes(batch, workspaceId, id);
          cancelRun(jobs, batch, id);
          enqueueErase(jobs, batch, workspaceId, id);
          tell(batch, workspaceId, { type: 'evaluation.deleted', id, data: {} });
        },
      });
    },

    async cancel(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      return toWrittenResponse(await lifecycle.cancel(workspaceId, id));
    },

    resume: (...asked) => continueEvaluation('resume', ...asked),
    retry: (...asked) => continueEvaluation('retry', ...asked),
    rescore: (...asked) => continueEvaluation('rescore', ...asked),

    async rerun(actor, workspaceId, id, alongside, maxCostUsd) {
      requireOperation(actor, workspaceId, 'rerunEvaluation');
      const from = await find(workspaceId, id);
      const evaluation = await planning.repeat(from, await requirePlan(from), alongside, maxCostUsd);
      changed(workspaceId, evaluation);
      return evaluation;
    },

    async manifest(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      return buildManifest(db, row, await requirePlan(row));
    },

    async batches(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const rows = await listBatches(db, { workspaceId, id }, MAX_BATCHES);
      return presentBatches(rows.length === 0 ? { targets: [] } : await requirePlan(row), rows);
    },

    async observe(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      return readObservations(db, row, await requirePlan(row));
    },

    async paid(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return readCostUsd(db, { workspaceId, id });
    },

    async label(actor, workspaceId, id, sample, input) {
      requireOperation(actor, workspaceId, 'createEvaluationSampleLabel');
      return addLabel({ db, clock, jobs }, actor, await find(workspaceId, id), sample, input);
    },

    async labels(actor, workspaceId, id, sample) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return listLabels(db, await find(workspaceId, id), sample);
    },

    async samples(actor, workspaceId, id, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return samples.list(await find(workspaceId, id), query);
    },

    async sample(actor, workspaceId, id, sample) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return samples.get(await find(workspaceId, id), sample);
    },

    async matrix(actor, workspaceId, id, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return samples.matrix(await find(workspaceId, id), query);
    },

    async counts(actor, workspaceId, id, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return samples.counts(await find(workspaceId, id), query);
    },

    async migration(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const [evaluation, plan] = [await toResponse(row), await requirePlan(row)];
      return readMigration({ evaluation, plan }, { facts, now: clock.now() });
    },

    async reanalyse(actor, workspaceId, id, input) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const of = { evaluation: await toResponse(row), plan: await requirePlan(row) };
      return analysing.run(() => reanalyseEvaluation(db, of, input));
    },

    async export(actor, workspaceId, id, { format, baseline }) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const [evaluation, plan] = [await toResponse(row), await requirePlan(row)];
      const page = (query: SampleQuery) => samples.list(row, query);
      const migration = () => readMigration({ evaluation, plan }, { facts, now: clock.now() });
      return exportEvaluation(format, { evaluation, plan, page, migration, baseline });
    },
  };

  async function continueEvaluation(
    what: RestartAction,
    actor: Actor,
    workspaceId: string,
    id: string,
    also: Also = () => {},
  ) {
    requireOperation(actor, workspaceId, `${what}Evaluation`);
    return toQueuedResponse(await lifecycle.again(what, workspaceId, id, also));
  }

  async function price(actor: Actor, workspaceId: string, input: NewEvaluation): Promise<EvaluationEstimate> {
    requireWorkspace(actor, workspaceId, 'viewer');
    await requireLiveWorkspace(db, workspaceId);
    return planning.estimate(workspaceId, input);
  }

  /** The change is committed: if results cannot be read now, the response has none. */
  async function toWrittenResponse(row: EvaluationHead): Promise<Revised<Evaluation>> {
    const resource = await toResponse(row).catch(() => toEvaluation(row));
    return { resource, revision: row.revision };
  }

  function toQueuedResponse(row: EvaluationHead): Revised<Evaluation> {
    return { resource: toEvaluation(row), revision: row.revision };
  }

  async function requirePlan(row: EvaluationHead): Promise<Plan> {
    const plan = await readPlan(db, row);
    if (plan === null) throw notFound('evaluation', row.id);
    return plan;
  }
}

/** Maximum number of batches in one list. */
const MAX_BATCHES = 1000;

/** A deleted evaluation runs no further, whatever it was doing. */
function endedStatus({ status }: EvaluationHead): Status {
  return status === 'queued' || status === 'running' ? 'cancelled' : (status as Status);
}
