import type { Actor } from '../../kernel/actor.ts';
import { AppError, impossibleField, notFound } from '../../kernel/errors.ts';
import { createSlots } from '../../kernel/slots.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Alongside } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import { createResources } from '../../platform/resources/resources.ts';
import type { NewEvaluation } from '../evaluations/evaluations.ts';
import { nextDueTime, requireSchedule } from './schedule.ts';
import { storedSchedule, toLookResponse, toSeries } from './series-fields.ts';
import { requireFixedFields } from './series-fixed.ts';
import { withCurrentLabels } from './series-labels.ts';
import { detectionSentence, estimateDetection, SERIES_POWER_ASSUMPTIONS } from './series-power.ts';
import {
  createSeriesRuns,
  DUE_RUN_JOB,
  enqueueDueRun,
  LOOK_JOB,
  requirePrices,
  type SeriesRunsOptions,
} from './series-runs.ts';
import {
  type Look,
  type NewSeries,
  SERIES_API,
  type SeriesEstimate,
  type SeriesPatch,
  type SeriesQuestion,
} from './series-schemas.ts';
import { deleteLooks, findLook, listNewestLooks, type SeriesRow } from './series-store.ts';

export type { Look } from './series-schemas.ts';

export { storeCostOfLook } from './series-store.ts';

type Question = SeriesQuestion & Pick<NewSeries, 'max_cost_usd_per_month'>;

/** Rethrows an error of the evaluation with pointers into the series. */
function throwBelowEvaluation(error: unknown): never {
  if (!(error instanceof AppError) || error.errors.length === 0) throw error;
  const errors = error.errors.map(({ pointer, detail }) => ({ pointer: `/evaluation${pointer}`, detail }));
  throw new AppError(error.code, error.message, { errors });
}

/**
 * A run must fit into the rest of the month's budget, so a definition that would be refused at each run is refused
 * now.
 */
function underBudget(given: NewEvaluation, most: number | null = null): NewEvaluation {
  const { methodology } = given;
  if (most === null || methodology?.delivery !== 'batch') return given;
  return { ...given, methodology: { ...methodology, max_cost_usd: methodology.max_cost_usd ?? most } };
}

/**
 * Series: repeated evaluations with interim analyses. Operations that cost money throw `forbidden` for an agent.
 * `create` plans the evaluation once, so that a definition that cannot be carried out is refused now. `remove` keeps
 * the evaluations; a running one continues within the monthly budget that was left when it started.
 */
export interface Series extends Resource<typeof SERIES_API> {
  /** The cost of a run, and what the interim analyses would detect. */
  estimate(actor: Actor, workspaceId: string, question: SeriesQuestion): Promise<SeriesEstimate>;
  /** One interim analysis and the name of its series. */
  look(actor: Actor, workspaceId: string, id: string, lookId: string): Promise<{ name: string; look: Look }>;
  /**
   * Starts a run now. Throws `wrong_state` while another is in progress, and `limit_exceeded` if the budget of the
   * month is spent.
   */
  run(actor: Actor, workspaceId: string, id: string, alongside: Alongside<Look>): Promise<Look>;
}

const MAX_LOOKS = 500;

export function createSeries(options: SeriesRunsOptions): Series {
  const { db, clock, jobs, evaluations } = options;
  const runs = createSeriesRuns(options);
  // A simulation takes a few seconds of processor time.
  const foreseeing = createSlots(1);

  /** Estimates a series. Throws what an evaluation throws, with pointers below `/evaluation`. */
  async function estimateSeries(
    actor: Actor,
    workspaceId: string,
    { evaluation: given, margins, items = 'frozen', max_cost_usd_per_month: most }: Question,
  ): Promise<{ foreseen: SeriesEstimate; labelled: NewEvaluation }> {
    if (given.methodology?.cache === true)
      throw impossibleField(
        '/evaluation/methodology/cache',
        'Each run of a series sends every request again; omit cache or set it to false.',
      );
    const { estimate, outline } = await evaluations
      .price(actor, workspaceId, underBudget(given, most))
      .catch(throwBelowEvaluation);
    if (typeof most === 'number') requirePrices(outline);
    const { level, finds } = await foreseeing.run(() => estimateDetection(outline, margins, items));
    const foreseen = {
      ...{ cost_usd: estimate.cost_usd, level, assumptions: [SERIES_POWER_ASSUMPTIONS] },
      finds: finds.map((one) => ({ ...one, sentence: detectionSentence(one) })),
      ...(estimate.warnings && { warnings: estimate.warnings }),
    };
    return { foreseen, labelled: withCurrentLabels(given, outline) };
  }

  const all = createResources(options, SERIES_API, {
    show: (row) => toSeries(db, row, clock.now()),
    change(before, patch: SeriesPatch) {
      requireFixedFields(before, patch);
      const now = clock.now();
      if (patch.schedule) requireSchedule(patch.schedule, now);
      const set = fieldsOf(patch);
      return isRescheduled(before, { ...before, ...set })
        ? { ...set, next_due_at: dueOf({ ...before, ...set }, now) }
        : set;
    },
    changing(batch, before, after) {
      if (!isRescheduled(before, after)) return;
      const { workspace_id, id, next_due_at } = after;
      jobs.cancel(batch, { kind: DUE_RUN_JOB, key: id });
      if (next_due_at !== null) enqueueDueRun(jobs, batch, workspace_id, id, next_due_at);
    },
    removing(batch, row) {
      deleteLooks(batch, row);
      jobs.cancel(batch, { kind: DUE_RUN_JOB, key: row.id });
      if (row.running !== null) jobs.cancel(batch, { kind: LOOK_JOB, key: row.running });
    },
  });

  return {
    ...all,

    async create(actor, workspaceId, input, alongside) {
      requireOperation(actor, workspaceId, 'createSeries');
      if (input.schedule) requireSchedule(input.schedule, clock.now());
      const { foreseen, labelled } = await estimateSeries(actor, workspaceId, input);
      const warnings = foreseen.finds.filter(({ looks }) => looks === null).map(({ sentence }) => sentence);
      const own = {
        name: input.name,
        description: input.description ?? null,
        evaluation_json: JSON.stringify(labelled),
        schedule_json: input.schedule ? JSON.stringify(input.schedule) : null,
        items: input.items ?? 'frozen',
        missed: input.missed ?? 'once',
        max_cost_usd_per_month: input.max_cost_usd_per_month ?? null,
        margins_json: JSON.stringify(input.margins),
        status: 'active',
        next_due_at: input.schedule ? nextDueTime(input.schedule, clock.now()) : null,
        running: null,
        reference: null,
        looks: 0,
        monitors_json: null,
      };
      return all.insert(workspaceId, own, {
        alongside,
        async show(row) {
          const series = await toSeries(db, row, row.created_at);
          return { ...series, ...(warnings.length > 0 && { warnings }) };
        },
        inserting(batch, { id, next_due_at }) {
          if (next_due_at !== null) enqueueDueRun(jobs, batch, workspaceId, id, next_due_at);
        },
      });
    },

    async estimate(actor, workspaceId, question) {
      requireOperation(actor, workspaceId, 'estimateSeries');
      await requireLiveWorkspace(db, workspaceId);
      return (await estimateSeries(actor, workspaceId, question)).foreseen;
    },

    async get(actor, workspaceId, id) {
      requireOperation(actor, workspaceId, 'getSeries');
      const row = await all.rows.find(db, workspaceId, id);
      const looks = await listNewestLooks(db, row, MAX_LOOKS);
      const series = await toSeries(db, row, clock.now());
      return { resource: { ...series, looks: looks.reverse().map(toLookResponse) }, revision: row.revision };
    },

    async look(actor, workspaceId, id, lookId) {
      requireOperation(actor, workspaceId, 'getSeries');
      const row = await all.rows.find(db, workspaceId, id);
      const look = await findLook(db, row, lookId);
      if (look === undefined) throw notFound('look', lookId);
      return { name: row.name, look: toLookResponse(look) };
    },

    async run(actor, workspaceId, id, alongside) {
      requireOperation(actor, workspaceId, 'runSeries');
      const row = await all.rows.find(db, workspaceId, id);
      return toLookResponse(
        await runs.onDemand(actor, row, (batch, look) => alongside(batch, toLookResponse(look))),
      );
    },
  };
}

/** Whether a change affects the due times. */
const isRescheduled = (before: SeriesRow, after: SeriesRow) =>
  after.schedule_json !== before.schedule_json || after.status !== before.status;

/** The next due time; null if there is none. */
function dueOf(row: SeriesRow, now: number): number | null {
  const schedule = row.status === 'active' ? storedSchedule(row) : null;
  return schedule === null ? null : nextDueTime(schedule, now);
}

function fieldsOf({
  name,
  description,
  schedule,
  missed,
  max_cost_usd_per_month,
  status,
}: SeriesPatch): Partial<SeriesRow> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(schedule !== undefined && { schedule_json: schedule === null ? null : JSON.stringify(schedule) }),
    ...(missed !== undefined && { missed }),
    ...(max_cost_usd_per_month !== undefined && { max_cost_usd_per_month }),
    ...(status !== undefined && { status }),
  };
}
