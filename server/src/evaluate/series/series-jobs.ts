import { plural } from '@touchstone/report/figures';
import { systemActor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/db.ts';
import { BatchUndone, guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import type { TellEvent } from '../../platform/events/events.ts';
import { type Job, type Jobs, RetryJobAfter } from '../../platform/jobs/jobs.ts';
import {
  differentVersions,
  type Evaluation,
  type Evaluations,
  graderVersionsIn,
} from '../evaluations/evaluations.ts';
import { regradeLooks } from './regrade-looks.ts';
import { storedFindings, storedMargins, storedMonitors } from './series-fields.ts';
import {
  analyseLaterRun,
  analyseReferenceRun,
  describeIncomparable,
  describeMissingLook,
  type MeasurementIdentity,
  measurementIdentity,
} from './series-looks.ts';
import { createSeriesRuns, DUE_RUN_JOB, type DueJob, LOOK_JOB, type LookJob } from './series-runs.ts';
import {
  advanceSeries,
  endRunWithoutLook,
  findLook,
  findSeries,
  type LookRow,
  listNewestLooks,
  type SeriesRow,
  updateLook,
} from './series-store.ts';

export interface SeriesJobsOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  tell: TellEvent;
  evaluations: Pick<Evaluations, 'create' | 'price' | 'get' | 'observe' | 'paid' | 'rescore' | 'sharedItems'>;
}

/** Poll interval for the end of an evaluation: a tenth of its duration, within these bounds. */
const LOOK_MS = { least: 500, most: 15_000 } as const;
const HEARTBEAT_MS = 10_000;

/** Registers the jobs of series: starting due runs, and analysing ended ones. */
export function defineSeriesJobs(options: SeriesJobsOptions): void {
  const { db, jobs, clock } = options;
  const runs = createSeriesRuns(options);

  jobs.define<DueJob>(DUE_RUN_JOB, {
    concurrency: 2,
    // Retried indefinitely: a schedule whose job gave up would never run again, unnoticed.
    retry: { most: Number.MAX_SAFE_INTEGER, backoff: { firstMs: 1000, ceilingMs: 600_000 } },
    async run({ payload: { workspaceId, seriesId } }, { heartbeat }) {
      const beat = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        const row = await findSeries(db, workspaceId, seriesId);
        const next = row ? await runs.due(row) : null;
        if (next !== null)
          throw new RetryJobAfter(Math.max(0, next - clock.now()), 'the next run is not due yet');
      } finally {
        clearInterval(beat);
      }
    },
  });

  jobs.define<LookJob>(LOOK_JOB, {
    concurrency: 4,
    run: (job) => takeLook(options, job),
    // Otherwise the series would wait for it forever.
    onFailed(batch, { payload: { workspaceId, seriesId, lookId } }, { message }) {
      endRunWithoutLook(
        batch,
        { workspace_id: workspaceId, series_id: seriesId, id: lookId },
        message,
        clock.now(),
      );
      const data = { look_id: lookId, state: 'failed' };
      options.tell(batch, workspaceId, { type: 'series.looked', id: seriesId, data });
    },
  });
}

async function takeLook(
  { db, clock, tell, evaluations }: SeriesJobsOptions,
  job: Job<LookJob>,
): Promise<void> {
  const { workspaceId, seriesId, lookId } = job.payload;
  const row = await findSeries(db, workspaceId, seriesId);
  const look = row && (await findLook(db, row, lookId));
  if (row === undefined || look?.state !== 'running' || look.evaluation_id === null) return;
  const evaluation = await ended(evaluations, look, job.ageMs);
  const taken = await takenFrom(row, look, evaluation);
  const cost_usd = await costOf(row, look, evaluation);
  const outcome = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    advanceSeries(batch, row, { running: null, ...taken.series });
    updateLook(batch, look, { cost_usd, ended_at: clock.now(), ...taken.look });
    if (taken.pinned) updateLook(batch, taken.pinned.look, { identity_json: taken.pinned.identity_json });
    const { alarms } = storedFindings({ shown_json: taken.look.shown_json ?? null });
    const data = { look_id: lookId, state: taken.look.state ?? '', alarms: alarms.length };
    tell(batch, workspaceId, { type: 'series.looked', id: seriesId, data });
    job.guard(batch);
  });
  try {
    requireCommitted(outcome, workspaceId);
  } catch (error) {
    // A run became due, or the series was changed meanwhile: recompute from the current state.
    if (error instanceof BatchUndone)
      throw new RetryJobAfter(LOOK_MS.least, 'the series was changed meanwhile');
    throw error;
  }

  /** The cost of a run in USD, which counts for the month even if its evaluation is deleted. */
  async function costOf(series: SeriesRow, own: LookRow, from: Evaluation | null): Promise<number | null> {
    if (from === null) {
      const paid = await evaluations.paid(systemActor, workspaceId, own.evaluation_id as string);
      // Read after the evaluation: if that is being erased, the complete cost is already stored here.
      const kept = (await findLook(db, series, own.id))?.cost_usd ?? null;
      return paid === null ? kept : Math.max(paid, kept ?? 0);
    }
    const cost = from.results?.cost;
    return cost?.usd == null ? null : cost.usd + (cost.grading_usd ?? 0);
  }

  async function takenFrom(
    series: SeriesRow,
    own: LookRow,
    from: Evaluation | null,
  ): Promise<{
    series: Partial<SeriesRow>;
    look: Partial<LookRow>;
    pinned?: { look: LookRow; identity_json: string };
  }> {
    const failed = (reason: string) => ({ series: {}, look: { state: 'failed', reason } });
    if (from === null) return failed('The evaluation was deleted.');
    const why = describeMissingLook(from);
    if (why !== null) return failed(why);
    const seen = await evaluations.observe(systemActor, workspaceId, from.id);
    const pinned = series.reference === null ? undefined : await findLook(db, series, series.reference);
    const reference = identityIn(pinned);
    const compared = [pinned?.evaluation_id, from.id].filter((id) => id != null);
    const not = await describeIncomparable(seen, { items: series.items, reference }, async (benchmark) =>
      compared.length < 2 ? null : evaluations.sharedItems(systemActor, workspaceId, compared, benchmark),
    );
    if (not !== null) return failed(not);
    const monitors = storedMonitors(series);
    const graders = from.results === null ? [] : graderVersionsIn(from.results);
    const identity = measurementIdentity(seen, graders);
    const identity_json = JSON.stringify(identity);
    const complete = { state: 'complete', number: series.looks, identity_json };
    if (monitors === null || reference === null || pinned === undefined) {
      const first = analyseReferenceRun(seen, storedMargins(series), series.items as 'frozen' | 'fresh');
      if (first.monitors.length === 0)
        return failed(
          'The run measured nothing that the margins name, so it cannot be the reference run. Check benchmarks and margins.',
        );
      return {
        series: { reference: own.id, looks: 1, monitors_json: JSON.stringify(first.monitors) },
        look: { ...complete, shown_json: JSON.stringify(first.shown) },
      };
    }
    const [before] = await listNewestLooks(db, series, 1, 'complete');
    const changed = differentVersions(reference.graders ?? BEFORE_VERSIONS, graders, [
      'in the reference run',
      'in this run',
    ]);
    const regraded = changed.length === 0 ? null : await regradeLooks({ db, evaluations }, series, own);
    if (regraded !== null && 'reason' in regraded)
      return failed(`Graders have changed (${changed.join('; ')}), and ${regraded.reason}`);
    const again = analyseLaterRun(regraded?.monitors ?? monitors, seen, {
      own: identity,
      reference,
      before: identityIn(before) ?? reference,
      alarmsBefore: before ? storedFindings(before).alarms : [],
    });
    return {
      series: { looks: series.looks + 1, monitors_json: JSON.stringify(again.monitors) },
      look: {
        ...complete,
        shown_json: JSON.stringify({
          ...again.shown,
          changes: [...again.shown.changes, ...(regraded ? [sayRegraded(changed, regraded)] : [])],
        }),
      },
      ...(regraded && {
        pinned: { look: pinned, identity_json: JSON.stringify({ ...reference, graders: regraded.graders }) },
      }),
    };
  }
}

/** The grader version of a reference run from before versions existed. */
const BEFORE_VERSIONS = [{ name: 'unknown', version: null }];

const sayRegraded = (changed: readonly string[], { looks, gone }: { looks: number; gone: number }) =>
  `Graders have changed (${changed.join('; ')}): the stored responses of the reference run${looks === 0 ? '' : ` and of ${plural(looks, 'run')}`} were graded again, so that a grader change does not look like a change of a target.${gone === 0 ? '' : ` ${plural(gone, 'run')} whose evaluation was deleted no longer ${gone === 1 ? 'counts' : 'count'}.`}`;

const identityIn = (look: LookRow | undefined) =>
  look?.identity_json == null ? null : (JSON.parse(look.identity_json) as MeasurementIdentity);

/** The ended evaluation; null if it was deleted. Throws `RetryJobAfter` while it runs. */
async function ended(
  evaluations: Pick<Evaluations, 'get'>,
  { workspace_id, evaluation_id }: LookRow,
  ageMs: number,
): Promise<Evaluation | null> {
  try {
    const { resource } = await evaluations.get(systemActor, workspace_id, evaluation_id as string);
    if (resource.status !== 'queued' && resource.status !== 'running') return resource;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
  const pause = Math.min(LOOK_MS.most, Math.max(LOOK_MS.least, ageMs / 10));
  throw new RetryJobAfter(pause, 'the evaluation runs still');
}
