import { joinNames } from '@touchstone/report/figures';
import { type Actor, systemActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, impossibleField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Evaluations, NewEvaluation } from '../evaluations/evaluations.ts';
import { nextDueTime } from './schedule.ts';
import { spentInMonth, storedEvaluation, storedSchedule } from './series-fields.ts';
import { advanceSeries, insertLook, type LookRow, SERIES_MOVED_ON, type SeriesRow } from './series-store.ts';

export interface SeriesRunsOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  tell: TellEvent;
  evaluations: Pick<Evaluations, 'create' | 'price'>;
}

export const LOOK_JOB = 'series.look';
export const DUE_RUN_JOB = 'series.due';

/** Payload of the jobs of interim analyses. */
export interface LookJob {
  workspaceId: string;
  seriesId: string;
  lookId: string;
}

/** Payload of the jobs of schedules; each active series with a schedule has one. */
export interface DueJob {
  workspaceId: string;
  seriesId: string;
}

export function enqueueDueRun(
  jobs: JobQueue,
  batch: Batch,
  workspaceId: string,
  seriesId: string,
  runAt: number,
): void {
  const payload = { workspaceId, seriesId } satisfies DueJob;
  jobs.enqueue(batch, { kind: DUE_RUN_JOB, workspaceId, key: seriesId, payload, runAt });
}

/** A run that is later than this counts as missed, because the service was not running. */
const MISSED_AFTER_MS = 600_000;

/** Starts runs of series, on demand and when they are due. */
export function createSeriesRuns({ db, clock, jobs, tell, evaluations }: SeriesRunsOptions) {
  function lookOf(row: SeriesRow, set: Partial<LookRow> & Pick<LookRow, 'state'>): LookRow {
    const now = clock.now();
    return {
      workspace_id: row.workspace_id,
      series_id: row.id,
      id: newId(now),
      number: null,
      reason: null,
      due_at: null,
      evaluation_id: null,
      cost_usd: null,
      shown_json: null,
      identity_json: null,
      created_at: now,
      ended_at: set.state === 'running' ? null : now,
      ...set,
    };
  }

  function publishLook(batch: Batch, row: SeriesRow, look: LookRow): void {
    const data = { look_id: look.id, state: look.state };
    tell(batch, row.workspace_id, { type: 'series.looked', id: row.id, data });
  }

  /** Why no run may start; null if one may. */
  async function obstacleToRun(
    row: SeriesRow,
  ): Promise<{ why: 'overlap' | 'budget'; sentence: string } | null> {
    if (row.running !== null)
      return {
        why: 'overlap',
        sentence: 'The previous run was still in progress, and runs of a series do not overlap.',
      };
    const left = await budgetLeft(row);
    if (left !== null && left <= 0)
      return {
        why: 'budget',
        sentence: 'max_cost_usd_per_month is spent. Raise it, or wait for the next month.',
      };
    return null;
  }

  async function budgetLeft(row: SeriesRow): Promise<number | null> {
    if (row.max_cost_usd_per_month === null) return null;
    return row.max_cost_usd_per_month - (await spentInMonth(db, row, clock.now()));
  }

  /**
   * Creates the evaluation of a run together with its interim analysis, or neither. Throws `BatchUndone` if another
   * process was first.
   */
  async function begin(
    actor: Actor,
    row: SeriesRow,
    {
      due_at,
      set,
      also,
    }: { due_at: number | null; set: Partial<SeriesRow>; also: (batch: Batch, look: LookRow) => void },
  ): Promise<LookRow> {
    const look = lookOf(row, { state: 'running', due_at });
    const left = await budgetLeft(row);
    const body = bodyOf(row, left);
    if (left !== null) requirePrices((await evaluations.price(actor, row.workspace_id, body)).outline);
    await evaluations.create(actor, row.workspace_id, body, (batch, { id: evaluation_id }) => {
      const written = { ...look, evaluation_id };
      advanceSeries(batch, row, { ...set, running: look.id });
      insertLook(batch, written);
      const payload = { workspaceId: row.workspace_id, seriesId: row.id, lookId: look.id } satisfies LookJob;
      jobs.enqueue(batch, { kind: LOOK_JOB, workspaceId: row.workspace_id, key: look.id, payload });
      publishLook(batch, row, written);
      also(batch, written);
      look.evaluation_id = evaluation_id;
    });
    return look;
  }

  async function write(row: SeriesRow, set: Partial<SeriesRow>, look: LookRow): Promise<void> {
    const outcome = await db.write((batch) => {
      guardLiveWorkspace(batch, row.workspace_id);
      advanceSeries(batch, row, set);
      insertLook(batch, look);
      publishLook(batch, row, look);
    });
    requireCommitted(outcome, row.workspace_id);
  }

  return {
    /**
     * Throws `wrong_state` while another run is in progress, and `limit_exceeded` if the budget of the month is
     * spent.
     */
    async onDemand(
      actor: Actor,
      row: SeriesRow,
      also: (batch: Batch, look: LookRow) => void,
    ): Promise<LookRow> {
      const found = await obstacleToRun(row);
      if (found)
        throw new AppError(found.why === 'budget' ? 'limit_exceeded' : 'wrong_state', found.sentence);
      try {
        return await begin(actor, row, { due_at: null, set: {}, also });
      } catch (error) {
        if (error instanceof BatchUndone && error.why === SERIES_MOVED_ON)
          throw new AppError(
            'wrong_state',
            'Another run of this series is in progress, and runs of a series do not overlap.',
          );
        throw error;
      }
    },

    /**
     * Starts the due run of a series, or records why it was skipped; returns the next due time, null if there is
     * none. Each due time counts once, even with several processes and after a kill.
     */
    async due(row: SeriesRow): Promise<number | null> {
      const schedule = storedSchedule(row);
      const due = row.next_due_at;
      if (row.status !== 'active' || schedule === null || due === null) return null;
      const now = clock.now();
      if (due > now) return due;
      const next = nextDueTime(schedule, now);
      const set = { next_due_at: next };
      const isMissed = now - due > MISSED_AFTER_MS;
      const found =
        isMissed && row.missed === 'skip'
          ? {
              sentence:
                'The run was due while no service was running, and such runs are skipped (missed: skip).',
            }
          : await obstacleToRun(row);
      try {
        if (found)
          await write(row, set, lookOf(row, { state: 'skipped', reason: found.sentence, due_at: due }));
        else await begin(systemActor, row, { due_at: due, set, also: () => {} });
      } catch (error) {
        if (error instanceof BatchUndone && error.why === SERIES_MOVED_ON) return now;
        // A refused evaluation (for example because a stack no longer exists) is recorded; the next run may succeed.
        if (!(error instanceof AppError) || !isRefusal(error)) throw error;
        await write(row, set, lookOf(row, { state: 'failed', reason: error.message, due_at: due })).catch(
          (undone) => {
            if (!(undone instanceof BatchUndone)) throw undone;
          },
        );
      }
      return next;
    },
  };
}

const isRefusal = ({ code }: AppError) =>
  code !== 'storage_full' && code !== 'storage_unavailable' && code !== 'internal' && code !== 'not_found';

/** A monthly budget cannot stop calls without a price. Throws `impossible`. */
export function requirePrices({ unpriced }: { unpriced: readonly string[] }): void {
  if (unpriced.length === 0) return;
  throw impossibleField(
    '/max_cost_usd_per_month',
    `The price of ${joinNames(unpriced)} is unknown, so the monthly budget could not stop its calls. Configure the price (0 if it is free), or omit max_cost_usd_per_month.`,
  );
}

/** Leaves room for the number of the run in the name. */
const MAX_NAME = 180;

/** The definition of a run, which shares no responses; with fresh items, it has its own seed. */
function bodyOf(row: SeriesRow, left: number | null): NewEvaluation {
  const evaluation = storedEvaluation(row);
  const methodology = evaluation.methodology ?? {};
  const caps = [methodology.max_cost_usd, left].filter((cap) => cap !== undefined && cap !== null);
  return {
    ...evaluation,
    name: `${row.name.slice(0, MAX_NAME)}, ${row.looks === 0 ? 'reference' : `look ${row.looks}`}`,
    methodology: {
      ...methodology,
      cache: false,
      ...(row.items === 'fresh' && { random_seed: (methodology.random_seed ?? 0) + row.looks }),
      ...(caps.length > 0 && { max_cost_usd: Math.min(...caps) }),
    },
  };
}
