import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import { revokedKeys } from '../../platform/db/revoked-keys.ts';
import type { TellEvent, WorkspaceEvent } from '../../platform/events/events.ts';
import { LIMITS } from '../../platform/http/schemas.ts';
import { JobAborted, type JobContext } from '../../platform/jobs/jobs.ts';
import type { Agent, Agents, Question } from '../agents/agents.ts';
import { type AnswerJob, answerActor } from './answer-queue.ts';
import { createAnswerSpending, type SpendingLimit } from './answer-spending.ts';
import { type AnswerAt, addToStopped, beginAnswer, endAnswer, writeProgress } from './answer-store.ts';
import { readTurns } from './earlier-turns.ts';
import type { LiveAnswer, LiveAnswers } from './live-answers.ts';
import { completedEvent, deltaEvent } from './message-events.ts';
import { findLastAgent, findMessage, type MessageRow } from './message-store.ts';

export interface AnswerWriting {
  db: Database;
  spending: SpendingLimit;
  agents: Agents;
  live: LiveAnswers;
  tell: TellEvent;
  publish: (workspaceId: string, event: WorkspaceEvent, options?: { everyMs?: number }) => void;
}

/** Interval of writes; text must be durable within half a second. */
const FLUSH_MS = 200;
const DELTA_EVERY_MS = 250;
/** Interval of checks whether the key was revoked, as for requests. */
const KEY_EVERY_MS = 1000;
const ANSWER_ENDED = 'answer_ended';
/** Why an answer was cut off that was deleted, or ended by another process. */
const ANSWER_GONE = 'gone';

type AnswerEnd = { status: 'complete' | 'failed'; error: { code: string; detail: string } | null };
const COMPLETE: AnswerEnd = { status: 'complete', error: null };
const INTERRUPTED = failed(
  'interrupted',
  'The service stopped while this was being written. The text above was kept; ask again for a complete answer.',
);
const STALLED = failed(
  'interrupted',
  'The agent did not respond in time. The text above was kept; ask again, or ask a smaller question.',
);
const GIVEN_UP = failed(
  'internal',
  'The answer could not be completed; see the log of the service. Ask again.',
);

/**
 * Lets an agent write an answer, once: a run that finds an answer started by an earlier run, which was killed, ends
 * it as `interrupted`. Never throws for errors of an agent; the message states them.
 */
export async function writeAnswer(
  { db, spending, agents, live, tell, publish }: AnswerWriting,
  job: AnswerJob,
  { signal, heartbeat, log }: Pick<JobContext, 'signal' | 'heartbeat' | 'log'>,
): Promise<void> {
  const at: AnswerAt = { workspaceId: job.workspaceId, id: job.id };
  const answer = live.begin(job.id);
  try {
    if (!(await beginAnswer(db, at))) await end(INTERRUPTED);
    else await run();
  } finally {
    live.end(job.id);
  }

  async function run(): Promise<void> {
    // Also aborted when another process stops or deletes the answer, and when nothing more can be written.
    const over = new AbortController();
    const writer = createProgressWriter(db, at, answer, {
      stopped: (batch) => tell(batch, at.workspaceId, ended('stopped')),
      over: (why) => over.abort(why),
    });
    const watch = setInterval(() => requireKey().catch((why) => over.abort(why)), KEY_EVERY_MS);
    const ending = await parts(over, writer.touch).then(
      () => COMPLETE,
      (error: unknown) => {
        if (over.signal.reason === ANSWER_GONE) return null;
        if (signal.aborted) return isStalled(signal) ? STALLED : INTERRUPTED;
        return endOf(over.signal.reason ?? error, log);
      },
    );
    clearInterval(watch);
    if (ending === null) return;
    await writer.end(ending, (batch, { status }) => tell(batch, at.workspaceId, ended(status)));
  }

  function ended(status: MessageRow['status']): WorkspaceEvent {
    return completedEvent({ id: at.id, role: 'assistant', status });
  }

  async function parts(over: AbortController, touch: () => void): Promise<void> {
    const until = AbortSignal.any([signal, over.signal]);
    await requireKey();
    const { agent, question } = await readQuestion({ db, spending, agents }, job);
    for await (const part of agent.answer(question, until)) {
      until.throwIfAborted();
      heartbeat();
      if (part.type === 'text' && answer.content.length + part.text.length > LIMITS.message) {
        // A model call continues, and costs, until its signal is aborted.
        over.abort(tooLong());
        return over.signal.throwIfAborted();
      }
      answer.add(part);
      touch();
      publish(at.workspaceId, deltaEvent(at.id, answer.content.length), { everyMs: DELTA_EVERY_MS });
    }
  }

  /** Throws once the key of the person who asked is revoked. */
  async function requireKey(): Promise<void> {
    const revoked = await revokedKeys(db, [job.actor.id]);
    if (revoked.length === 0) return;
    throw new AppError(
      'unauthenticated',
      'The key for this request was revoked; ask again with another one.',
    );
  }

  async function end(ending: AnswerEnd): Promise<void> {
    await db.write((batch) => endNow(tell, batch, at, ending));
  }
}

/** Ends an answer whose job is given up; undoes the batch if the answer was deleted or has ended. */
export function failAnswer(tell: TellEvent, batch: Batch, job: AnswerJob): void {
  endNow(tell, batch, job, GIVEN_UP);
}

function endNow(tell: TellEvent, batch: Batch, at: AnswerAt, { status, error }: AnswerEnd): void {
  endAnswer(batch, at, { status, error_json: error && JSON.stringify(error) }, ANSWER_ENDED);
  tell(batch, at.workspaceId, completedEvent({ id: at.id, role: 'assistant', status }));
}

const isStalled = ({ reason }: AbortSignal) => reason instanceof JobAborted && reason.cause === 'stalled';

/** Events of an answer while it is written. */
interface PublishedProgress {
  /** A person stopped the answer; adds to the batch that writes the rest of the stream. */
  stopped(batch: Batch): void;
  /**
   * Called with `SOURCE_GONE` if the answer was deleted or ended by another process, and with the error if it could
   * not be written.
   */
  over(why: unknown): void;
}

/** Writes additions to an answer, at most every `FLUSH_MS`. */
function createProgressWriter(db: Database, at: AnswerAt, answer: LiveAnswer, told: PublishedProgress) {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let chars = 0;
  let steps = 0;

  type AddToBatch = (batch: Batch, end: AnswerEnd) => void;

  async function write(end: AnswerEnd | null, also: AddToBatch): Promise<void> {
    const { content, citations, made, usage } = answer;
    const progress = {
      text: content.slice(chars),
      from: chars,
      citations_json: citations.length > 0 ? JSON.stringify(citations) : null,
      made_json: made.length > 0 ? JSON.stringify(made) : null,
      usage_json: usage && JSON.stringify(usage),
      steps: answer.steps.slice(steps).map((step) => JSON.stringify(step)),
      firstStep: steps,
    };
    const ended = end && { status: end.status, error_json: end.error && JSON.stringify(end.error) };
    // If a write throws, it may have been committed, so the next one writes from the start.
    chars = 0;
    steps = 0;
    const outcome = await db.write((batch) => {
      writeProgress(batch, at, progress, ended, ANSWER_ENDED);
      if (end) also(batch, end);
    });
    if (!outcome.committed) {
      await db.write((batch) => {
        addToStopped(batch, at, progress, ANSWER_ENDED);
        told.stopped(batch);
      });
      return told.over(ANSWER_GONE);
    }
    chars = content.length;
    steps = progress.firstStep + progress.steps.length;
  }

  /** One write at a time, because each begins where the previous one ended. */
  function next(end: AnswerEnd | null = null, also: AddToBatch = () => {}): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = writing.then(() => write(end, also));
    writing = written.catch(() => {});
    return written;
  }

  return {
    end: next,
    touch() {
      timer ??= setTimeout(() => next().catch(told.over), FLUSH_MS);
    },
  };
}

async function readQuestion(
  { db, spending, agents }: Pick<AnswerWriting, 'db' | 'spending' | 'agents'>,
  job: AnswerJob,
): Promise<{ agent: Agent; question: Question }> {
  const { workspaceId, questionId } = job;
  const asked = await findMessage(db, workspaceId, questionId);
  if (!asked) throw new AppError('not_found', 'The message that this answers was deleted.');
  const [before, previous] = await Promise.all([
    readTurns(db, workspaceId, asked.number),
    findLastAgent(db, workspaceId, asked.number),
  ]);
  const { agent, text } = agents.choose(asked.content, previous);
  const actor = answerActor(job);
  const question = { actor, workspaceId, messageId: job.id, text, before };
  return { agent, question: { ...question, spending: createAnswerSpending(spending, actor.id) } };
}

function tooLong(): AppError {
  return new AppError(
    'limit_exceeded',
    `The answer exceeds ${LIMITS.message} characters; ask for a shorter one.`,
  );
}

function endOf(error: unknown, log: Log): AnswerEnd {
  if (error instanceof AppError) return failed(error.code, error.message);
  log.error({ err: error }, 'an answer failed');
  return failed('internal', 'Internal error; see the log of the service. Ask again.');
}

function failed(code: string, detail: string): AnswerEnd {
  return { status: 'failed', error: { code, detail } };
}
