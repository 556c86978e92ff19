import { type Actor, type Role, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Page } from '../../kernel/page.ts';
import { createSlots } from '../../kernel/slots.ts';
import type { Facts } from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { Revised } from '../../platform/db/revise.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { NoteEnd, TellEvaluation } from './evaluation-events.ts';
import type { Export } from './exports/exports.ts';
import { createRunImport, type RunImport } from './import-runs.ts';
import { cancelEvaluation } from './operations/cancel-evaluation.ts';
import { createEvaluationResponses } from './operations/evaluation-responses.ts';
import { listEvaluationPage } from './operations/list-evaluations.ts';
import { patchEvaluation } from './operations/patch-evaluation.ts';
import { exportStoredEvaluation, readMigrationOf, readWithPlan } from './operations/read-with-plan.ts';
import { removeEvaluation } from './operations/remove-evaluation.ts';
import {
  requireNotImported,
  requireRestartable,
  restartEvaluation,
} from './operations/restart-evaluation.ts';
import { requireEvaluation, requirePlan } from './operations/stored-evaluation.ts';
import { buildManifest } from './pipeline/manifest.ts';
import { type Observations, readObservations } from './pipeline/observations.ts';
import {
  createPlanning,
  type EvaluationEstimate,
  meaningChanged,
  type PricedPlan,
  type RestartAction,
} from './pipeline/planning.ts';
import { presentBatches } from './pipeline/present-batches.ts';
import { reanalyseEvaluation } from './pipeline/reanalyse.ts';
import { toEvaluation } from './pipeline/to-response.ts';
import type { References } from './plan/references.ts';
import { addLabel, listLabels } from './samples/labels.ts';
import { createSampleReads } from './samples/read-samples.ts';
import type { RequestBatches } from './schemas/batch-schemas.ts';
import type { Estimate } from './schemas/estimate-schemas.ts';
import type { EVALUATION_API, Evaluation, NewEvaluation } from './schemas/evaluation-schemas.ts';
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
import type { EvaluationHead } from './stores/evaluation-store.ts';
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
  /** Publishes the change of an evaluation. */
  changed: TellEvaluation;
  noteEnd: NoteEnd;
  /** Publishes the deletion of one. */
  tell: TellEvent;
}

/** Adds to the batch that queues an evaluation again. */
type AddToBatch = (batch: Batch) => void;

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
  /** The estimate with its `meaning`, which tells later whether it still applies, and how much it would observe. */
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
  resume(actor: Actor, workspaceId: string, id: string, alongside?: AddToBatch): Promise<Revised<Evaluation>>;
  /** Asks failed units again, and those not asked yet. Throws `wrong_state` if none failed, or while it runs. */
  retry(actor: Actor, workspaceId: string, id: string, alongside?: AddToBatch): Promise<Revised<Evaluation>>;
  /**
   * Grades existing responses again: calls no target, and a judge only where it failed. Throws `wrong_state` without
   * a response, or while it runs.
   */
  rescore(
    actor: Actor,
    workspaceId: string,
    id: string,
    alongside?: AddToBatch,
  ): Promise<Revised<Evaluation>>;
  /**
   * Stores what files of other tools hold as an evaluation that is completed. Files of one field belong to one run, which is
   * called by the field but for `run`, `run-1` …. Throws 422 for files that cannot be read or have nothing in common.
   */
  importRuns(
    actor: Actor,
    workspaceId: string,
    input: RunImport,
    alongside: Alongside<Evaluation>,
  ): Promise<Evaluation>;
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
  /** A window of the items that pass a filter, with the outcome of each target. */
  matrix(actor: Actor, workspaceId: string, id: string, query: MatrixQuery): Promise<SampleMatrix>;
  counts(actor: Actor, workspaceId: string, id: string, query: SampleFilterQuery): Promise<SampleCounts>;
  manifest(actor: Actor, workspaceId: string, id: string): Promise<Manifest>;
  /** The provider batches of the evaluation, including ended ones. */
  batches(actor: Actor, workspaceId: string, id: string): Promise<RequestBatches>;
  /** Measurements by item: scores, latencies and costs of targets, and the models that answered. */
  observe(actor: Actor, workspaceId: string, id: string): Promise<Observations>;
  /** The cost of its calls in USD, also after deletion until its rows are erased; null if unknown. */
  paid(actor: Actor, workspaceId: string, id: string): Promise<number | null>;
  /** Adds a label of a person to a sample. */
  label(actor: Actor, workspaceId: string, id: string, sample: string, input: NewLabel): Promise<Label>;
  labels(actor: Actor, workspaceId: string, id: string, sample: string): Promise<Label[]>;
  /** Whether to move from the baseline to a candidate. Throws `wrong_state` if not asked, or not measured yet. */
  migration(actor: Actor, workspaceId: string, id: string): Promise<Migration>;
  /** Which candidates are no worse by margins or a baseline chosen after the run: exploratory, and never stored. */
  reanalyse(actor: Actor, workspaceId: string, id: string, input: ReanalysisInput): Promise<Reanalysis>;
  /** The whole evaluation in one format; samples are read while it is written. */
  export(actor: Actor, workspaceId: string, id: string, query: ExportQuery): Promise<Export>;
}

export function createEvaluations(options: EvaluationsOptions): Evaluations {
  const { db, clock, models, facts, references, jobs, changed, noteEnd, tell } = options;
  const planning = createPlanning({ db, clock, references: { ...references, models, facts }, jobs });
  const responses = createEvaluationResponses({ db, facts, references });
  const importing = createRunImport({
    ...{ db, clock, jobs, facts },
    ...(references.sayModelEnd && { sayModelEnd: references.sayModelEnd }),
  });
  const samples = createSampleReads(db);
  // Each reads all samples.
  const analysing = createSlots(1);

  /** The row of an evaluation, for an actor with this role in its workspace. */
  function requireRow(actor: Actor, workspaceId: string, id: string, role: Role): Promise<EvaluationHead> {
    requireWorkspace(actor, workspaceId, role);
    return requireEvaluation(db, workspaceId, id);
  }

  async function price(actor: Actor, workspaceId: string, input: NewEvaluation): Promise<EvaluationEstimate> {
    requireWorkspace(actor, workspaceId, 'viewer');
    await requireLiveWorkspace(db, workspaceId);
    return planning.estimate(workspaceId, input);
  }

  const restartBy =
    (action: RestartAction): Evaluations[RestartAction] =>
    async (actor, workspaceId, id, alongside = () => {}) => {
      requireOperation(actor, workspaceId, `${action}Evaluation`);
      const restart = { db, clock, changed, jobs };
      const row = await restartEvaluation(restart, action, workspaceId, id, alongside);
      return { resource: toEvaluation(row, null), revision: row.revision };
    };

  return {
    async create(actor, workspaceId, input, alongside, meaning) {
      requireOperation(actor, workspaceId, 'createEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await planning.create(workspaceId, input, alongside, meaning);
      changed(workspaceId, evaluation);
      return evaluation;
    },

    async importRuns(actor, workspaceId, input, alongside) {
      requireOperation(actor, workspaceId, 'importEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await importing(workspaceId, input, alongside);
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
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      if (what === 'rerun') await requireNotImported(db, row);
      else await requireRestartable(db, what, row);
      const priced = await planning.estimateStored(row, await requirePlan(db, row), what);
      if (meaning !== undefined && meaning !== priced.meaning) throw meaningChanged();
      return { evaluation: toEvaluation(row, null), ...priced };
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return listEvaluationPage(db, workspaceId, query);
    },

    async get(actor, workspaceId, id) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      return { resource: await responses.toResponse(row), revision: row.revision };
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      return patchEvaluation({ db, clock, changed, responses }, workspaceId, id, patch, expected);
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      await removeEvaluation({ db, clock, jobs, tell }, workspaceId, id, expected);
    },

    async cancel(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'editor');
      const row = await cancelEvaluation({ db, clock, changed, jobs, noteEnd }, workspaceId, id);
      return responses.toWrittenResponse(row);
    },

    resume: restartBy('resume'),
    retry: restartBy('retry'),
    rescore: restartBy('rescore'),

    async rerun(actor, workspaceId, id, alongside, maxCostUsd) {
      requireOperation(actor, workspaceId, 'rerunEvaluation');
      const from = await requireEvaluation(db, workspaceId, id);
      await requireNotImported(db, from);
      const evaluation = await planning.repeat(from, await requirePlan(db, from), alongside, maxCostUsd);
      changed(workspaceId, evaluation);
      return evaluation;
    },

    async manifest(actor, workspaceId, id) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      return buildManifest(db, row, await requirePlan(db, row));
    },

    async batches(actor, workspaceId, id) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      const rows = await listBatches(db, { workspaceId, id }, MAX_BATCHES);
      return presentBatches(rows.length === 0 ? { targets: [] } : await requirePlan(db, row), rows);
    },

    async observe(actor, workspaceId, id) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      return readObservations(db, row, await requirePlan(db, row));
    },

    async paid(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return readCostUsd(db, { workspaceId, id });
    },

    async label(actor, workspaceId, id, sample, input) {
      requireOperation(actor, workspaceId, 'createEvaluationSampleLabel');
      const row = await requireEvaluation(db, workspaceId, id);
      return addLabel({ db, clock, jobs }, actor, row, sample, input);
    },

    labels: async (actor, workspaceId, id, sample) =>
      listLabels(db, await requireRow(actor, workspaceId, id, 'viewer'), sample),
    samples: async (actor, workspaceId, id, query) =>
      samples.list(await requireRow(actor, workspaceId, id, 'viewer'), query),
    sample: async (actor, workspaceId, id, sample) =>
      samples.get(await requireRow(actor, workspaceId, id, 'viewer'), sample),
    matrix: async (actor, workspaceId, id, query) =>
      samples.matrix(await requireRow(actor, workspaceId, id, 'viewer'), query),
    counts: async (actor, workspaceId, id, query) =>
      samples.counts(await requireRow(actor, workspaceId, id, 'viewer'), query),

    async migration(actor, workspaceId, id) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      return readMigrationOf({ db, clock, facts, responses }, row);
    },

    async reanalyse(actor, workspaceId, id, input) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      const read = await readWithPlan({ db, responses }, row);
      return analysing.run(() => reanalyseEvaluation(db, read, input));
    },

    async export(actor, workspaceId, id, query) {
      const row = await requireRow(actor, workspaceId, id, 'viewer');
      return exportStoredEvaluation({ db, clock, facts, responses, samples }, row, query);
    },
  };
}

/** Maximum number of batches in one list. */
const MAX_BATCHES = 1000;
