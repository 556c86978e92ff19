import type { Batch, Database } from '../../platform/db/db.ts';
import type { Poller } from '../../platform/events/events.ts';
import { type JobQueue, type Jobs, runSteps } from '../../platform/jobs/jobs.ts';
import { ANSWER_JOB, type AnswerJob } from './answer-queue.ts';
import { changedEvent } from './message-events.ts';
import { purgeForgotten, readLastNumbers, readMessagesAfter } from './message-store.ts';
import { type AnswerWriting, failAnswer, writeAnswer } from './write-answer.ts';

const PURGE = 'messages.purge';
/** Few enough that no batch blocks the writer for 20 ms. */
const ROWS_PER_BATCH = 200;
const MAX_EVENTS = 20;

/** Number of answers that one process writes at once; others wait. */
const ANSWERS_AT_ONCE = 64;

/** Time after the limit of an answer at which a silent agent counts as stuck. */
const STALLED_AFTER_LIMIT_MS = 60_000;

export interface MessageJobsOptions extends AnswerWriting {
  jobs: Jobs;
  /** Time limit of an answer. */
  answerMs: number;
}

/** Registers the jobs that write answers and purge deleted messages. */
export function defineMessageJobs({ jobs, answerMs, ...writing }: MessageJobsOptions): void {
  const { db } = writing;
  jobs.define<AnswerJob>(ANSWER_JOB, {
    run: ({ payload }, context) => writeAnswer(writing, payload, context),
    onFailed: (batch, { payload }) => failAnswer(writing.tell, batch, payload),
    concurrency: ANSWERS_AT_ONCE,
    stalledAfterMs: answerMs + STALLED_AFTER_LIMIT_MS,
  });
  jobs.define<{ workspaceId: string }>(PURGE, {
    run: ({ payload }, context) =>
      runSteps(context, async () => (await purgeForgotten(db, payload.workspaceId, ROWS_PER_BATCH)) > 0),
  });
}

export function enqueueMessagePurge(jobs: JobQueue, batch: Batch, workspaceId: string): void {
  jobs.enqueue(batch, { kind: PURGE, workspaceId, key: workspaceId, payload: { workspaceId } });
}

/** Finds messages that another process wrote, by the highest number in each conversation. */
export function createMessagePoller(db: Database): Poller {
  let known = new Map<string, number>();
  return async (workspaceIds) => {
    const found: Awaited<ReturnType<Poller>> = [];
    const numbers = new Map<string, number>();
    for (const { workspace_id, last_number } of await readLastNumbers(db, workspaceIds)) {
      numbers.set(workspace_id, last_number);
      const before = known.get(workspace_id);
      if (before === undefined || before >= last_number) continue;
      const messages = await readMessagesAfter(db, workspace_id, before, MAX_EVENTS);
      for (const row of messages) found.push({ workspaceId: workspace_id, event: changedEvent(row) });
    }
    for (const id of workspaceIds) if (!numbers.has(id)) numbers.set(id, 0);
    known = numbers;
    return found;
  };
}
