import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, impossible, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import { createSlots } from '../../kernel/slots.ts';
import { requirePermission } from '../../platform/access/operations.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import { requireCommitted, requireLiveWorkspace } from '../../platform/db/live-workspace.ts';
import { type Revised, revise } from '../../platform/db/revise.ts';
import type { Tell } from '../../platform/events/events.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Evaluations, NewEvaluation } from '../evaluations/evaluations.ts';
import { nextDue, requireSchedule } from './schedule.ts';
import { scheduleOf, toLook, toSeries } from './series-fields.ts';
import { requireFixed } from './series-fixed.ts';
import { withLabels } from './series-labels.ts';
import { POWER_ASSUMED, sentenceOfFound, whatItFinds } from './series-power.ts';
import { createRuns, DUE, enqueueDue, LOOK, requirePrices } from './series-runs.ts';
import type {
  Look,
  NewSeries,
  SeriesEstimate,
  SeriesPatch,
  SeriesQuestion,
  Series as SeriesResource,
  SeriesWithLooks,
} from './series-schemas.ts';
import { deleteLooks, findLook, newestLooks, type SeriesRow, seriesRows } from './series-store.ts';

export type { Look } from './series-schemas.ts';

export { keepCostOfLook } from './series-store.ts';

export interface SeriesOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  tell: Tell;
  evaluations: Pick<Evaluations, 'create' | 'price'>;
}

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

/** Evaluations that are repeated, and what changes from look to look. What costs throws `forbidden` for an agent. */
export interface Series {
  /** Plans the evaluation once, so that what cannot be carried out is refused now. */
  create(
    actor: Actor,
    workspaceId: string,
    input: NewSeries,
    alongside: Alongside<SeriesResource>,
  ): Promise<SeriesResource>;
  /** What a run would cost, and what its looks would find. */
  estimate(actor: Actor, workspaceId: string, question: SeriesQuestion): Promise<SeriesEstimate>;
  list(
    actor: Actor,
    workspaceId: string,
    query: { limit?: number; cursor?: string },
  ): Promise<Page<SeriesResource>>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Revised<SeriesWithLooks>>;
  /** One of its looks, and what it is called. */
  look(actor: Actor, workspaceId: string, id: string, lookId: string): Promise<{ name: string; look: Look }>;
  patch(
    actor: Actor,
    workspaceId: string,
    id: string,
    patch: SeriesPatch,
    expected: readonly number[] | null,
  ): Promise<Revised<SeriesResource>>;
  /** Its evaluations stay; one that runs goes on, within what was left of the month’s budget when it began. */
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
  /** Begins a run now. Throws `wrong_state` while one goes on, and `limit_exceeded` where the month's budget is spent. */
  run(actor: Actor, workspaceId: string, id: string, alongside: Alongside<Look>): Promise<Look>;
}

const MOST_LOOKS = 500;

export function createSeries(options: SeriesOptions): Series {
  const { db, clock, jobs, tell, evaluations } = options;
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

  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      requirePermission(actor, 'createSeries');
      if (input.schedule) requireSchedule(input.schedule, clock.now());
      const { foreseen, labelled } = await foresee(actor, workspaceId, input);
      const now = clock.now();
      const next = input.schedule ? nextDue(input.schedule, now) : null;
      const row: SeriesRow = {
        workspace_id: workspaceId,
        id: newId(now),
        name: input.name,
        description: input.description ?? null,
        evaluation_json: JSON.stringify(labelled),
        schedule_json: input.schedule ? JSON.stringify(input.schedule) : null,
        items: input.items ?? 'frozen',
        missed: input.missed ?? 'once',
        max_cost_usd_per_month: input.max_cost_usd_per_month ?? null,
        margins_json: JSON.stringify(input.margins),
        status: 'active',
        next_due_at: next,
        running: null,
        reference: null,
        looks: 0,
        monitors_json: null,
        revision: 1,
        created_at: now,
        updated_at: now,
      };
      const warnings = foreseen.finds.filter(({ looks }) => looks === null).map(({ sentence }) => sentence);
      const series = { ...(await toSeries(db, row, now)), ...(warnings.length > 0 && { warnings }) };
      const outcome = await db.write((batch) => {
        seriesRows.insert(batch, row);
        if (next !== null) enqueueDue(jobs, batch, workspaceId, row.id, next);
        tell(batch, workspaceId, { type: 'series.updated', id: row.id, data: {} });
        alongside(batch, series);
      });
      requireCommitted(outcome, workspaceId);
      return series;
    },

    async estimate(actor, workspaceId, question) {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireLiveWorkspace(db, workspaceId);
      return (await foresee(actor, workspaceId, question)).foreseen;
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      const rows = await seriesRows.list(db, workspaceId, page);
      const shown = new Map<string, SeriesResource>();
      for (const row of rows.slice(0, page.limit)) shown.set(row.id, await toSeries(db, row, clock.now()));
      return toPage(rows, page, (row) => shown.get(row.id) as SeriesResource, warnings);
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await seriesRows.find(db, workspaceId, id);
      const looks = await newestLooks(db, row, MOST_LOOKS);
      const series = await toSeries(db, row, clock.now());
      return { resource: { ...series, looks: looks.reverse().map(toLook) }, revision: row.revision };
    },

    async look(actor, workspaceId, id, lookId) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await seriesRows.find(db, workspaceId, id);
      const look = await findLook(db, row, lookId);
      if (look === undefined) throw notFound('look', lookId);
      return { name: row.name, look: toLook(look) };
    },

    async patch(actor, workspaceId, id, patch, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      requirePermission(actor, 'updateSeries');
      requireFixed(await seriesRows.find(db, workspaceId, id), patch);
      if (patch.schedule) requireSchedule(patch.schedule, clock.now());
      const { before, set } = await revise(db, {
        workspaceId,
        read: () => seriesRows.find(db, workspaceId, id),
        expected,
        write(batch, before) {
          const now = clock.now();
          const set = { ...fieldsOf(patch), updated_at: now };
          const after = { ...before, ...set };
          const schedule = after.status === 'active' ? scheduleOf(after) : null;
          const next_due_at = schedule === null ? null : nextDue(schedule, now);
          const isMoved = patch.schedule !== undefined || after.status !== before.status;
          const moved = isMoved ? { ...set, next_due_at } : set;
          if (isMoved) {
            jobs.cancel(batch, { kind: DUE, key: id });
            if (next_due_at !== null) enqueueDue(jobs, batch, workspaceId, id, next_due_at);
          }
          seriesRows.update(batch, before, moved);
          tell(batch, workspaceId, { type: 'series.updated', id, data: {} });
          return { before, set: moved };
        },
      });
      const row = { ...before, ...set };
      return { resource: await toSeries(db, row, clock.now()), revision: before.revision + 1 };
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      requirePermission(actor, 'deleteSeries');
      await revise(db, {
        workspaceId,
        read: () => seriesRows.find(db, workspaceId, id),
        expected,
        write(batch, row) {
          seriesRows.remove(batch, row);
          deleteLooks(batch, row);
          jobs.cancel(batch, { kind: DUE, key: id });
          if (row.running !== null) jobs.cancel(batch, { kind: LOOK, key: row.running });
          tell(batch, workspaceId, { type: 'series.deleted', id, data: {} });
        },
      });
    },

    async run(actor, workspaceId, id, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      requirePermission(actor, 'runSeries');
      const row = await seriesRows.find(db, workspaceId, id);
      return toLook(await runs.onDemand(actor, row, (batch, look) => alongside(batch, toLook(look))));
    },
  };
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
