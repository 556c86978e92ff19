import { type Actor, type Role, requireWorkspace, systemActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { createSlots } from '../../kernel/slots.ts';
import { ownGraders } from '../../measure/graders/graders.ts';
import type { Facts } from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import { requireOperation, requireOwnGraders } from '../../platform/access/operations.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { Revised } from '../../platform/db/revise.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { SharedItems } from '../imported-runs/imported-runs.ts';
import type { PublishEvaluation, PublishEvaluationEnd } from './evaluation-events.ts';
import { createRunImport } from './import-runs.ts';
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
import { readObservations } from './pipeline/observations.ts';
import {
  createPlanning,
  type EvaluationEstimate,
  meaningChangedError,
  type PricedPlan,
  type RestartAction,
} from './pipeline/planning.ts';
import { presentBatches } from './pipeline/present-batches.ts';
import { reanalyseEvaluation } from './pipeline/reanalyse.ts';
import { toEvaluation } from './pipeline/to-response.ts';
import { createGraderTrials, readTriedGrader } from './pipeline/try-grader.ts';
import { pricesOfPlan } from './plan/plan.ts';
import type { FactsAt, References } from './plan/references.ts';
import { addLabel, listLabels } from './samples/labels.ts';
import { createSampleReads } from './samples/read-samples.ts';
import type {
  Evaluation,
  EvaluationPatch,
  EvaluationQuery,
  NewEvaluation,
} from './schemas/evaluation-schemas.ts';
import type { ExportQuery } from './schemas/export-schemas.ts';
import type { GraderTrial, GraderTrialResult } from './schemas/grader-trial-schemas.ts';
import type { Label, NewLabel } from './schemas/label-schemas.ts';
import type { PreflightResult } from './schemas/preflight-schemas.ts';
import type { ReanalysisInput } from './schemas/reanalysis-schemas.ts';
import { readSharedItems } from './stored-runs.ts';
import { listBatches } from './stores/batch-store.ts';
import type { EvaluationHead } from './stores/evaluation-store.ts';
import { readCostUsd } from './stores/paid-store.ts';

export type { SharedItems } from '../imported-runs/imported-runs.ts';
export { CURRENT_GRADER_VERSIONS, describeChoice, KIND_BENCHMARKS } from './kinds/registry.ts';
export type {
  Observations,
  ObservedBenchmark,
  ObservedLoad,
  ObservedScores,
} from './pipeline/observations.ts';
export type { Outline } from './pipeline/outline.ts';
export {
  differentVersions,
  graderChangesSince,
  graderVersionsIn,
  type Versions,
} from './results/graded-by.ts';
export { unitRun } from './run/bounded-concurrency.ts';
export { unitsFinished } from './run/units-finished.ts';
export { Estimate } from './schemas/estimate-schemas.ts';
export { Evaluation, NewEvaluation } from './schemas/evaluation-schemas.ts';

export interface EvaluationsOptions {
  db: Database;
  clock: Clock;
  models: Models;
  facts: Facts;
  /** The facts with the prices that applied in a workspace at a given time; absent if prices cannot be set. */
  factsAt?: FactsAt;
  references: Omit<References, 'models' | 'facts'>;
  jobs: JobQueue;
  /** The least role for graders that run code of users or call their servers. */
  ownGradersRole?: Role;
  /** Publishes the change of an evaluation. */
  changed: PublishEvaluation;
  noteEnd: PublishEvaluationEnd;
  /** Publishes the deletion of an evaluation. */
  tell: TellEvent;
}

/** The estimate of continuing or repeating an existing evaluation. */
export interface AgainEstimate extends PricedPlan {
  evaluation: Evaluation;
}

export type Evaluations = ReturnType<typeof createEvaluations>;

/** Operations that cost money throw `forbidden` for an agent, whose requests need an approval. */
export function createEvaluations(options: EvaluationsOptions) {
  const {
    db,
    clock,
    models,
    facts,
    factsAt = async () => facts,
    ownGradersRole = 'editor',
    references,
    jobs,
    changed,
    noteEnd,
    tell,
  } = options;
  const planning = createPlanning({ db, clock, factsAt, references: { ...references, models, facts }, jobs });
  const responses = createEvaluationResponses({ db, factsAt, references });
  const samples = createSampleReads(db);
  const graderTrials = createGraderTrials(models, references.commandGraders);
  const imports = createRunImport({
    ...{ db, clock, jobs, facts, samples },
    ...(references.sayModelEnd && { sayModelEnd: references.sayModelEnd }),
  });
  // Each analysis reads all samples of an evaluation into memory.
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

  /** A run that a schedule starts has no person, so what it uses must be what a person of that role has seen. */
  const admitFor =
    (actor: Actor): References['admitOwnGraders'] =>
    (graders, isPinned) => {
      if (actor !== systemActor) requireOwnGraders(actor, ownGradersRole, graders);
      else if (!isPinned && ownGradersRole !== 'editor')
        throw new AppError(
          'forbidden',
          `A scheduled evaluation with graders that run code or call a server (${graders[0]}) must name the version of its dataset (dataset_version), because OWN_GRADERS_ROLE is ${ownGradersRole}.`,
        );
    };

  const restartBy =
    (action: RestartAction) =>
    async (
      actor: Actor,
      workspaceId: string,
      id: string,
      /** Adds to the batch that queues an evaluation again. */
      alongside: (batch: Batch) => void = () => {},
    ): Promise<Revised<Evaluation>> => {
      requireOperation(actor, workspaceId, `${action}Evaluation`);
      const restart = { db, clock, changed, jobs };
      const row = await restartEvaluation(restart, action, workspaceId, id, alongside);
      return { resource: toEvaluation(row, null), revision: row.revision };
    };

  /** Makes the operation that stores existing runs as a completed evaluation. */
  const importBy =
    <I>(
      operation: 'importEvaluation' | 'compareEvaluations',
      write: (workspaceId: string, input: I, alongside: Alongside<Evaluation>) => Promise<Evaluation>,
    ) =>
    async (
      actor: Actor,
      workspaceId: string,
      input: I,
      alongside: Alongside<Evaluation>,
    ): Promise<Evaluation> => {
      requireOperation(actor, workspaceId, operation);
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await write(workspaceId, input, alongside);
      changed(workspaceId, evaluation);
      return evaluation;
    };

  /** Makes an operation that a viewer may call, on the row of the evaluation. */
  const read =
    <A extends unknown[], T>(of: (row: EvaluationHead, ...rest: A) => Promise<T>) =>
    async (actor: Actor, workspaceId: string, id: string, ...rest: A): Promise<T> =>
      of(await requireRow(actor, workspaceId, id, 'viewer'), ...rest);

  return {
    async create(
      actor: Actor,
      workspaceId: string,
      input: NewEvaluation,
      alongside: Alongside<Evaluation>,
      /**
       * The `meaning` that `price` returned. Throws `wrong_state` if a stack, scenario, dataset or price has changed
       * since.
       */
      meaning?: string,
    ): Promise<Evaluation> {
      requireOperation(actor, workspaceId, 'createEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      const evaluation = await planning.create(workspaceId, input, alongside, meaning, admitFor(actor));
      changed(workspaceId, evaluation);
      return evaluation;
    },

    /**
     * Stores the contents of files of other tools as a completed evaluation. The files of one form field belong to
     * one run, whose label is the name of the field, except for `run`, `run-1` and so on. Throws 422 if a file cannot
     * be read or the runs have nothing in common.
     */
    importRuns: importBy('importEvaluation', imports.importFiles),

    /**
     * Compares the targets of several evaluations on the items that all have unchanged, and stores a completed
     * evaluation. Throws `wrong_state` if one has not ended, and 422 if they have no item in common.
     */
    compare: importBy('compareEvaluations', imports.compare),

    /**
     * The items of a benchmark that all given evaluations have; null if an evaluation or its benchmark no longer
     * exists.
     */
    async sharedItems(
      actor: Actor,
      workspaceId: string,
      ids: readonly string[],
      benchmark: string,
    ): Promise<SharedItems | null> {
      requireWorkspace(actor, workspaceId, 'viewer');
      return analysing.run(() => readSharedItems(db, workspaceId, ids, benchmark));
    },

    /**
     * The estimate, the statistical power, and a `meaning` that `create` compares to tell whether the estimate still
     * applies.
     */
    price,
    estimate: async (...asked: Parameters<typeof price>) => (await price(...asked)).estimate,

    /**
     * Sends one request with the parameters of the run to each target and judge; each call may cost money. Throws as
     * `create` does.
     */
    async preflight(
      actor: Actor,
      workspaceId: string,
      input: NewEvaluation,
      signal: AbortSignal,
    ): Promise<PreflightResult> {
      requireOperation(actor, workspaceId, 'preflightEvaluation');
      await requireLiveWorkspace(db, workspaceId);
      return planning.preflight(workspaceId, input, signal);
    },

    /**
     * Estimates continuing or repeating an evaluation, by its whole plan, which is an upper bound if a part was
     * measured. Throws what the operation would throw, and `wrong_state` if prices changed since `meaning`.
     */
    estimateAgain: read(
      async (row, what: RestartAction | 'rerun', meaning?: string): Promise<AgainEstimate> => {
        if (what === 'rerun') await requireNotImported(db, row);
        else await requireRestartable(db, what, row);
        const priced = await planning.estimateStored(row, await requirePlan(db, row), what);
        if (meaning !== undefined && meaning !== priced.meaning) throw meaningChangedError();
        return { evaluation: toEvaluation(row, null), ...priced };
      },
    ),

    async list(actor: Actor, workspaceId: string, query: EvaluationQuery) {
      requireWorkspace(actor, workspaceId, 'viewer');
      return listEvaluationPage(db, workspaceId, query);
    },

    get: read(async (row) => ({ resource: await responses.toResponse(row), revision: row.revision })),

    async patch(
      actor: Actor,
      workspaceId: string,
      id: string,
      patch: EvaluationPatch,
      expected: readonly number[] | null,
    ) {
      requireWorkspace(actor, workspaceId, 'editor');
      return patchEvaluation({ db, clock, changed, responses }, workspaceId, id, patch, expected);
    },

    async remove(
      actor: Actor,
      workspaceId: string,
      id: string,
      expected: readonly number[] | null,
    ): Promise<void> {
      requireWorkspace(actor, workspaceId, 'editor');
      await removeEvaluation({ db, clock, jobs, tell }, workspaceId, id, expected);
    },

    /**
     * Cancelling a cancelled evaluation changes nothing. One that is being graded again returns to its earlier status.
     * Throws `wrong_state` for one that has ended otherwise.
     */
    async cancel(actor: Actor, workspaceId: string, id: string): Promise<Revised<Evaluation>> {
      requireWorkspace(actor, workspaceId, 'editor');
      const row = await cancelEvaluation({ db, clock, changed, jobs, noteEnd }, workspaceId, id);
      return responses.toWrittenResponse(row);
    },

    /**
     * Runs units that have not been sent. Throws `wrong_state` for an evaluation that is queued, running or complete.
     */
    resume: restartBy('resume'),
    /** Runs failed units again, and those not sent yet. Throws `wrong_state` if none failed, or while it runs. */
    retry: restartBy('retry'),
    /**
     * Grades the stored responses again. Calls no target, and a judge only where it failed. Throws `wrong_state` if
     * there is no response, or while it runs.
     */
    rescore: restartBy('rescore'),

    /**
     * Creates an evaluation with the same plan and items that sends every request again. `maxCostUsd` becomes its
     * `max_cost_usd` if the plan has none. Throws 422 if a provider no longer exists.
     */
    async rerun(
      actor: Actor,
      workspaceId: string,
      id: string,
      alongside: Alongside<Evaluation>,
      maxCostUsd?: number,
    ): Promise<Evaluation> {
      requireOperation(actor, workspaceId, 'rerunEvaluation');
      const from = await requireEvaluation(db, workspaceId, id);
      await requireNotImported(db, from);
      const evaluation = await planning.repeat(from, await requirePlan(db, from), alongside, maxCostUsd);
      changed(workspaceId, evaluation);
      return evaluation;
    },

    manifest: read(async (row) => {
      const plan = await requirePlan(db, row);
      const { which } = pricesOfPlan(plan, row.created_at);
      return buildManifest(db, row, plan, await factsAt(row.workspace_id, which));
    }),

    /** The provider batches of the evaluation, including ended ones. */
    batches: read(async (row) => {
      const rows = await listBatches(db, { workspaceId: row.workspace_id, id: row.id }, MAX_BATCHES);
      return presentBatches(rows.length === 0 ? { targets: [] } : await requirePlan(db, row), rows);
    }),

    /** Measurements by item: scores, latencies and costs of targets, and the models that responded. */
    observe: read(async (row) => readObservations(db, row, await requirePlan(db, row))),

    /** The cost of its calls in USD, also after deletion until its rows are erased; null if unknown. */
    async paid(actor: Actor, workspaceId: string, id: string): Promise<number | null> {
      requireWorkspace(actor, workspaceId, 'viewer');
      return readCostUsd(db, { workspaceId, id });
    },

    /** Adds a label of a person to a sample. */
    async label(
      actor: Actor,
      workspaceId: string,
      id: string,
      sample: string,
      input: NewLabel,
    ): Promise<Label> {
      requireOperation(actor, workspaceId, 'createEvaluationSampleLabel');
      const row = await requireEvaluation(db, workspaceId, id);
      return addLabel({ db, clock, jobs }, actor, row, sample, input);
    },

    /** Grades one sample by any grader that calls no model, and stores nothing. */
    async tryGrader(
      actor: Actor,
      workspaceId: string,
      trial: GraderTrial,
      signal: AbortSignal,
    ): Promise<GraderTrialResult> {
      requireOperation(actor, workspaceId, 'tryGrader');
      requireOwnGraders(actor, ownGradersRole, ownGraders(readTriedGrader(trial)));
      await requireLiveWorkspace(db, workspaceId);
      const { evaluation_id, sample_id } = trial;
      const named =
        evaluation_id === undefined || sample_id === undefined
          ? null
          : await samples.get(await requireEvaluation(db, workspaceId, evaluation_id), sample_id);
      return graderTrials.run(trial, named, signal);
    },

    labels: read((row, sample: string) => listLabels(db, row, sample)),
    samples: read(samples.list),
    sample: read(samples.get),
    /** A page of the items that pass a filter, with the outcome of each target. */
    matrix: read(samples.matrix),
    counts: read(samples.counts),

    /**
     * Whether to move from the baseline to a candidate. Throws `wrong_state` if the evaluation does not ask
     * `no_worse`, or is not measured yet.
     */
    migration: read((row) => readMigrationOf({ db, clock, facts, responses }, row)),

    /**
     * Which candidates are no worse with margins or a baseline chosen after the run. The result is exploratory and is
     * not stored.
     */
    reanalyse: read(async (row, input: ReanalysisInput) => {
      const stored = await readWithPlan({ db, responses }, row);
      return analysing.run(() => reanalyseEvaluation(db, stored, input));
    }),

    /** The whole evaluation in one format; samples are read while the file is written. */
    export: read((row, query: ExportQuery) =>
      exportStoredEvaluation({ db, clock, facts, responses, samples }, row, query),
    ),
  };
}

/** Maximum number of batches in one list. */
const MAX_BATCHES = 1000;
