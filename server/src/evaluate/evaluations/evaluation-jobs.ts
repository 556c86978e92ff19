import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Passages } from '../../measure/benchmarks/benchmarks.ts';
import type { LoadThreads } from '../../measure/traffic/traffic.ts';
import type { Facts, ModelEnd } from '../../models/catalog/catalog.ts';
import type { Models } from '../../models/models.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { purgeRows } from '../../platform/db/purge-rows.ts';
import { type JobContext, type Jobs, runSteps } from '../../platform/jobs/jobs.ts';
import type { PublishEvaluation, PublishEvaluationEnd } from './evaluation-events.ts';
import {
  CACHE_EVICTION_JOB,
  CLOSE_BATCHES_JOB,
  cancelChildJobs,
  ERASE_JOB,
  type EvaluationJob,
  enqueueErase,
  enqueueSummary,
  LABEL_COUNT_JOB,
  LANE_JOB,
  type LaneJob,
  LOAD_SHARE_JOB,
  type LoadShareJob,
  lanesOfOtherRuns,
  RUN_JOB,
  SUMMARY_JOB,
} from './evaluation-queue.ts';
import { createGenerators } from './generators/generators.ts';
import { sendLoadShare } from './generators/send-share.ts';
import {
  cancelAllProviderBatches,
  cancelProviderBatches,
  closeEvaluationBatches,
} from './pipeline/close-batches.ts';
import { recountLabels } from './pipeline/count-labels.ts';
import { type LaneOptions, runLane } from './pipeline/lanes.ts';
import { storePartialResults } from './pipeline/partial-results.ts';
import { runEvaluation } from './pipeline/run-evaluation.ts';
import type { FactsAt } from './plan/references.ts';
import { evictCachedAnswers } from './run/evict-response-cache.ts';
import { createExclusiveMeasurement } from './run/exclusive-measurement.ts';
import type { Status } from './schemas/evaluation-schemas.ts';
import { listDeletedEvaluations, TABLES_OF_EVALUATION } from './stores/erase-store.ts';
import { changeStatus, type EvaluationHead, type EvaluationRow } from './stores/evaluation-store.ts';
import { endLanes } from './stores/lane-store.ts';
import { readCostUsd } from './stores/paid-store.ts';

export interface EvaluationJobsOptions {
  db: Database;
  jobs: Jobs;
  models: Models;
  facts: Facts;
  /** As of `EvaluationsOptions`. */
  factsAt?: FactsAt;
  /** As of `References`. */
  sayModelEnd?(end: ModelEnd): string | null;
  /** The sources of a workspace, for stacks that retrieve from them. */
  passages(workspaceId: string): Passages;
  load: LoadThreads;
  clock: Clock;
  log: Log;
  changed: PublishEvaluation;
  noteEnd: PublishEvaluationEnd;
  /** Maximum age in ms and number of responses that the evaluations of a workspace share. */
  cacheMaxAgeMs: number;
  cacheMaxAnswers: number;
  /**
   * Receives the cost of an evaluation in USD once its batches are closed, and before a deleted one is erased. After
   * a kill it may be called again, with a lower cost.
   */
  paid(evaluation: EvaluationJob & { paidUsd: number }): Promise<void>;
  /** Delay before a batch is first polled, in ms. */
  batchPollMs: number;
  /** Programs, and folders of programs, that graders may run. Absent: none. */
  commandGraders?: readonly string[];
}

/** Poll interval of runs in lanes, and the retry interval for rows that a full disk refused. */
const LOOK_MS = 250;
/** A creation that wrote its items in several batches has succeeded or failed after this time. */
const HIDDEN_MS = 3_600_000;

/** Registers the jobs of evaluations: running them, and summarising or erasing stopped ones. */
export function defineEvaluationJobs(options: EvaluationJobsOptions): {
  sweep(): Promise<void>;
  generators(): Promise<number | null>;
  cancelBatches(workspaceId: string, context: JobContext): Promise<void>;
} {
  const { db, jobs, clock, changed } = options;
  const tell = (row: EvaluationHead) => changed(row.workspace_id, { ...row, status: row.status as Status });
  const exclusive = createExclusiveMeasurement();
  const deps: LaneOptions = {
    factsAt: async () => options.facts,
    ...options,
    exclusive,
    generators: createGenerators(options),
    pause: (signal) => delay(LOOK_MS, undefined, { signal }).catch(() => {}),
  };

  jobs.define<EvaluationJob>(RUN_JOB, {
    concurrency: 4,
    run: (job, context) => runEvaluation(deps, job, context),
    onFailed(batch, { payload }, { message }) {
      const now = clock.now();
      const set = {
        status: 'failed',
        stop_reason: 'error',
        error_message: message,
        completed_at: now,
        updated_at: now,
      };
      const failed = failQuietly(batch, payload, set);
      batch.afterCommit(() => failed.rows.forEach(tell));
      options.noteEnd(batch, payload.workspaceId, { id: payload.id, status: 'failed' });
      cancelChildJobs(jobs, batch, payload.id);
      enqueueSummary(jobs, batch, payload.workspaceId, payload.id);
    },
  });

  jobs.define<LaneJob>(LANE_JOB, {
    concurrency: 4,
    // A process that runs units of an evaluation leaves the other lanes of that evaluation to other processes.
    except: lanesOfOtherRuns,
    run: (job, context) => runLane(deps, job, context),
    // If a lane's job fails, the job that runs the evaluation sends the lane's remaining units.
    onFailed: (batch, { payload }) => endLanes(batch, payload, [payload.lane]),
  });

  jobs.define<LoadShareJob>(LOAD_SHARE_JOB, {
    // While a process measures load, or waits to, it takes no lanes: it would start them late.
    isFree: () => !exclusive.isTaken(),
    run: (job, context) => sendLoadShare({ ...options, exclusive }, job, context),
  });

  jobs.define<EvaluationJob>(CLOSE_BATCHES_JOB, {
    concurrency: 4,
    run: (job, context) => closeEvaluationBatches({ ...deps, paid: options.paid }, job, context),
  });

  jobs.define<EvaluationJob>(SUMMARY_JOB, {
    run: ({ payload: { workspaceId, id }, ageMs }) =>
      storePartialResults({ db, known: deps, clock, stored: tell }, workspaceId, id, ageMs),
  });

  jobs.define<EvaluationJob>(LABEL_COUNT_JOB, {
    run: ({ payload: { workspaceId, id } }) => recountLabels({ db, clock, stored: tell }, workspaceId, id),
  });

  jobs.define<Pick<EvaluationJob, 'workspaceId'>>(CACHE_EVICTION_JOB, {
    run: ({ payload: { workspaceId } }, { signal, heartbeat }) =>
      evictCachedAnswers(db, workspaceId, {
        since: clock.now() - options.cacheMaxAgeMs,
        most: options.cacheMaxAnswers,
        onStep() {
          signal.throwIfAborted();
          heartbeat();
        },
      }),
  });

  jobs.define<EvaluationJob>(ERASE_JOB, {
    async run({ payload: { workspaceId, id } }, context) {
      const paidUsd = await readCostUsd(db, { workspaceId, id });
      if (paidUsd !== null) await options.paid({ workspaceId, id, paidUsd });
      await cancelProviderBatches(deps, { workspaceId, id }, context);
      const of = { workspace_id: workspaceId, evaluation_id: id };
      for (const table of TABLES_OF_EVALUATION) await runSteps(context, () => purgeRows(db, table, of));
      await purgeRows(db, 'evaluations', { workspace_id: workspaceId, id });
    },
  });

  return {
    /** Number of processes that could send load together now; null if one process owns the database. */
    generators: async () => (db.capabilities.manyProcesses ? jobs.workers(LOAD_SHARE_JOB) : null),
    /** Cancels the provider batches of evaluations in a deleted workspace, before its rows are erased. */
    cancelBatches: (workspaceId, context) => cancelAllProviderBatches(deps, workspaceId, context),
    /** Erases rows of creations that were killed before they finished. */
    async sweep() {
      const left = await listDeletedEvaluations(db, clock.now() - HIDDEN_MS, 1000);
      await db.write((batch) => {
        for (const { workspace_id, id } of left) enqueueErase(jobs, batch, workspace_id, id);
      });
    },
  };
}

/** The evaluation may have been cancelled or deleted meanwhile. Then its status stays, and only the job fails. */
function failQuietly(batch: Batch, { workspaceId, id }: EvaluationJob, set: Partial<EvaluationRow>) {
  return changeStatus(batch, workspaceId, id, ['queued', 'running'], set, { mayMiss: true });
}
