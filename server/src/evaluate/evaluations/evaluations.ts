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
import { changesNothing, type Revised, revise } from '../../platform/db/revise.ts';
import type { Tell } from '../../platform/events/events.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { NoteEnd, TellEvaluation } from './evaluation-events.ts';
import { cancelRun, enqueueErase } from './evaluation-queue.ts';
import { type Export, exportEvaluation } from './exports/exports.ts';
import { asWritten, createLifecycle } from './lifecycle.ts';
import { buildManifest } from './pipeline/manifest.ts';
import { type Observations, readObservations } from './pipeline/observations.ts';
import { lacksResults, resultsSoFar } from './pipeline/partial-results.ts';
import {
  type Again,
  createPlanning,
  type EvaluationEstimate,
  meansAnother,
  type Priced,
} from './pipeline/planning.ts';
import { presentBatches } from './pipeline/present-batches.ts';
import { reanalyse } from './pipeline/reanalyse.ts';
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
  type Evaluation,
  type NewEvaluation,
  STATUSES,
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
import { readPaid } from './stores/paid-store.ts';

export { describeChoice, GRADED_BY_NOW, KIND_BENCHMARKS } from './kinds/registry.ts';
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
  tell: Tell;
}

/** Adds to the batch that queues an evaluation again what must become durable with it. */
type Also = (batch: Batch) => void;

/** What an evaluation that is there would cost, done in some way again. */
export interface AgainEstimate extends Priced {
  evaluation: Evaluation;
}

/** What costs throws `forbidden` for an agent, whose requests a person approves. */
export interface Evaluations extends Resource<typeof EVALUATION_API> {
  create(
    actor: Actor,
    workspaceId: string,
    input: NewEvaluation,
    alongside: Alongside<Evaluation>,
    /** Of `price`: throws `wrong_state` where a stack, a scenario, data or a price has changed since. */
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
   * What it would cost to go on with an evaluation, or to do it anew: of the whole plan, so at most that where a part of
   * it was measured. Throws as doing it would, and `wrong_state` where its prices are not those of `meaning` any more.
   */
  estimateAgain(
    actor: Actor,
    workspaceId: string,
    id: string,
    what: Again | 'rerun',
    meaning?: string,
  ): Promise<AgainEstimate>;
  /**
   * Cancelling a cancelled evaluation changes nothing. One that is being graded again returns to its earlier status.
   * Throws `wrong_state` for one that has ended otherwise.
   */
  cancel(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>>;
  /** Goes on with what was not asked. Throws `wrong_state` for one that is queued, running or complete. */
  resume(actor: Actor, workspaceId: string, id: string, also?: Also): Promise<Revised<Evaluation>>;
  /** Asks again what failed, and what was not asked yet. Throws `wrong_state` where nothing failed, or while it runs. */
  retry(actor: Actor, workspaceId: string, id: string, also?: Also): Promise<Revised<Evaluation>>;
  /** Grades again what was answered: asks no target, and a judge only where it failed. Throws `wrong_state` without an answer, or while it runs. */
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
  /** What it has, or had, at providers that are asked in batches. */
  batches(actor: Actor, workspaceId: string, id: string): Promise<RequestBatches>;
  /** What it saw, item by item: the scores, times and costs of targets, and who answered. */
  observe(actor: Actor, workspaceId: string, id: string): Promise<Observations>;
  /** What its calls have cost, in USD, also after it was deleted, until its rows are gone; null where that is not known. */
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

  const measured = createResultsCache((row) => resultsSoFar(db, { ...options.references, facts }, row));

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
      if (meaning !== undefined && meaning !== priced.meaning) throw meansAnother();
      return { evaluation: toEvaluation(row, null), ...priced };
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
      const written = await revise(db, {
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
      const patched = await toWrittenResponse(isChanged ? asWritten(written) : written);
      if (isChanged) changed(workspaceId, patched.resource);
      if (ignored.length > 0) {
        const said = `Only name and description of an evaluation can change; ${ignored.join(', ')} cannot.`;
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
      const rows = await listBatches(db, { workspaceId, id }, MOST_BATCHES);
      return presentBatches(rows.length === 0 ? { targets: [] } : await requirePlan(row), rows);
    },

    async observe(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      return readObservations(db, row, await requirePlan(row));
    },

    async paid(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return readPaid(db, { workspaceId, id });
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
      return analysing.run(() => reanalyse(db, of, input));
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
    what: Again,
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

  /** The change stands: when what was measured cannot be read just now, the answer goes without. */
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

/** Of one list of batches. */
const MOST_BATCHES = 1000;

/** A deleted evaluation runs no further, whatever it was doing. */
function endedStatus({ status }: EvaluationHead): Status {
  return status === 'queued' || status === 'running' ? 'cancelled' : (status as Status);
}
