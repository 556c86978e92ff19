import type { Actor } from '../../kernel/actor.ts';
import { AppError, impossible, notFound } from '../../kernel/errors.ts';
import { createSlots } from '../../kernel/slots.ts';
import { requireOperation } from '../../platform/access/operations.ts';
import type { Alongside } from '../../platform/db/db.ts';
import { requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import type { Resource } from '../../platform/http/resource-routes.ts';
import { createResources } from '../../platform/resources/resources.ts';
import type { NewEvaluation } from '../evaluations/evaluations.ts';
import { nextDue, requireSchedule } from './schedule.ts';
import { scheduleOf, toLook, toSeries } from './series-fields.ts';
import { requireFixed } from './series-fixed.ts';
import { withLabels } from './series-labels.ts';
import { POWER_ASSUMED, sentenceOfFound, whatItFinds } from './series-power.ts';
import { createRuns, DUE, enqueueDue, LOOK, type RunsOptions, requirePrices } from './series-runs.ts';
import {
  type Look,
  type NewSeries,
  SERIES_API,
  type SeriesEstimate,
  type SeriesPatch,
  type SeriesQuestion,
} from './series-schemas.ts';
import { deleteLooks, findLook, newestLooks, type SeriesRow } from './series-store.ts';

export type { Look } from './series-schemas.ts';

export { keepCostOfLook } from './series-store.ts';

type Question = SeriesQuestion & Pick<NewSeries, 'max_cost_usd_per_month'>;

/** An error of the evaluation, with pointers into what was given. */
function throwBelowEvaluation(error: unknown): never {
  if (!(error instanceof AppError) || error.errors.length === 0) throw error;
  const errors = error.errors.map(({ pointer, detail }) => ({ pointer: `/evaluation${pointer}`, detail }));
  throw new AppError(error.code, error.message, { errors });
}

/** A batch must fit in what is left of the month, so what would be refused at each run is refused before. */
function underBudget(given: NewEvaluation, most: number | null = null): NewEvaluation {
  const { methodology } = given;
  if (most === null || methodology?.delivery !== 'batch') return given;
  return { ...given, methodology: { ...methodology, max_cost_usd: methodology.max_cost_usd ?? most } };
}

/**
 * Evaluations that are repeated, and what changes from look to look. What costs throws `forbidden` for an agent. `create`
 * plans the evaluation once, so that what cannot be carried out is refused now. After `remove` its evaluations stay; one
 * that runs goes on, within what was left of the month’s budget when it began.
 */
export interface Series extends Resource<typeof SERIES_API> {
  /** What a run would cost, and what its looks would find. */
  estimate(actor: Actor, workspaceId: string, question: SeriesQuestion): Promise<SeriesEstimate>;
  /** One of its looks, and what it is called. */
  look(actor: Actor, workspaceId: string, id: string, lookId: string): Promise<{ name: string; look: Look }>;
  /** Begins a run now. Throws `wrong_state` while one goes on, and `limit_exceeded` where the month's budget is spent. */
  run(actor: Actor, workspaceId: string, id: string, alongside: Alongside<Look>): Promise<Look>;
}

const MOST_LOOKS = 500;

export function createSeries(options: RunsOptions): Series {
  const { db, clock, jobs, evaluations } = options;
  const runs = createRuns(options);
  // A simulation takes the processor for a second or few.
  const foreseeing = createSlots(1);

  /** The same refusals as for an evaluation, with pointers below `/evaluation`. */
  async function foresee(
    actor: Actor,
    workspaceId: string,
    { evaluation: given, margins, items = 'frozen', max_cost_usd_per_month: most }: Question,
  ): Promise<{ foreseen: SeriesEstimate; labelled: NewEvaluation }> {
    if (given.methodology?.cache === true)
      throw impossible(
        '/evaluation/methodology/cache',
        'Each look of a series asks anew; leave cache out, or set it to false.',
      );
    const { estimate, outline } = await evaluations
      .price(actor, workspaceId, underBudget(given, most))
      .catch(throwBelowEvaluation);
    if (typeof most === 'number') requirePrices(outline);
    const { level, finds } = await foreseeing.run(() => whatItFinds(outline, margins, items));
    const foreseen = {
      ...{ cost_usd: estimate.cost_usd, level, assumptions: [POWER_ASSUMED] },
      finds: finds.map((one) => ({ ...one, sentence: sentenceOfFound(one) })),
      ...(estimate.warnings && { warnings: estimate.warnings }),
    };
    return { foreseen, labelled: withLabels(given, outline) };
  }

  const all = createResources(options, SERIES_API, {
    show: (row) => toSeries(db, row, clock.now()),
    change(before, patch: SeriesPatch) {
      requireFixed(before, patch);
      const now = clock.now();
      if (patch.schedule) requireSchedule(patch.schedule, now);
      const set = fieldsOf(patch);
      return isMoved(before, { ...before, ...set })
        ? { ...set, next_due_at: dueOf({ ...before, ...set }, now) }
        : set;
    },
    changing(batch, before, after) {
      if (!isMoved(before, after)) return;
      const { workspace_id, id, next_due_at } = after;
      jobs.cancel(batch, { kind: DUE, key: id });
      if (next_due_at !== null) enqueueDue(jobs, batch, workspace_id, id, next_due_at);
    },
    removing(batch, row) {
      deleteLooks(batch, row);
      jobs.cancel(batch, { kind: DUE, key: row.id });
      if (row.running !== null) jobs.cancel(batch, { kind: LOOK, key: row.running });
    },
  });

  return {
    ...all,

    async create(actor, workspaceId, input, alongside) {
      requireOperation(actor, workspaceId, 'createSeries');
      if (input.schedule) requireSchedule(input.schedule, clock.now());
      const { foreseen, labelled } = await foresee(actor, workspaceId, input);
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
        next_due_at: input.schedule ? nextDue(input.schedule, clock.now()) : null,
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
          if (next_due_at !== null) enqueueDue(jobs, batch, workspaceId, id, next_due_at);
        },
      });
    },

    async estimate(actor, workspaceId, question) {
      requireOperation(actor, workspaceId, 'estimateSeries');
      await requireLiveWorkspace(db, workspaceId);
      return (await foresee(actor, workspaceId, question)).foreseen;
    },

    async get(actor, workspaceId, id) {
      requireOperation(actor, workspaceId, 'getSeries');
      const row = await all.rows.find(db, workspaceId, id);
      const looks = await newestLooks(db, row, MOST_LOOKS);
      const series = await toSeries(db, row, clock.now());
      return { resource: { ...series, looks: looks.reverse().map(toLook) }, revision: row.revision };
    },

    async look(actor, workspaceId, id, lookId) {
      requireOperation(actor, workspaceId, 'getSeries');
      const row = await all.rows.find(db, workspaceId, id);
      const look = await findLook(db, row, lookId);
      if (look === undefined) throw notFound('look', lookId);
      return { name: row.name, look: toLook(look) };
    },

    async run(actor, workspaceId, id, alongside) {
      requireOperation(actor, workspaceId, 'runSeries');
      const row = await all.rows.find(db, workspaceId, id);
      return toLook(await runs.onDemand(actor, row, (batch, look) => alongside(batch, toLook(look))));
    },
  };
}

/** Whether it comes due at other times. */
const isMoved = (before: SeriesRow, after: SeriesRow) =>
  after.schedule_json !== before.schedule_json || after.status !== before.status;

/** When it is due next; null where never. */
function dueOf(row: SeriesRow, now: number): number | null {
  const schedule = row.status === 'active' ? scheduleOf(row) : null;
  return schedule === null ? null : nextDue(schedule, now);
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
