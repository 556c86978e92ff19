import type { Agent, Agents, Question } from '../agents/agents.ts';
import type { Database } from '../db/db.ts';
import type { Tell, WorkspaceEvent } from '../events/events.ts';
import { LIMITS } from '../http/schemas.ts';
import type { JobContext } from '../jobs/jobs.ts';
import { AppError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { type AnswerJob, actorOf } from './answer-queue.ts';
import { type AnswerAt, beginAnswer, endAnswer, writeProgress } from './answer-store.ts';
import { readTurns } from './earlier-turns.ts';
import type { LiveAnswer, LiveAnswers } from './live-answers.ts';
import { completedEvent, deltaEvent } from './message-events.ts';
import { findMessage } from './message-store.ts';

export interface AnswerWriting {
  db: Database;
  agents: Agents;
  live: LiveAnswers;
  tell: Tell;
  publish: (workspaceId: string, event: WorkspaceEvent, options?: { everyMs?: number }) => void;
}

/** What is written must be durable within half a second. */
const FLUSH_MS = 200;
const DELTA_EVERY_MS = 250;
const ENDED = 'answer_ended';

type End = { status: 'complete' | 'failed'; error: { code: string; detail: string } | null };
const COMPLETE: End = { status: 'complete', error: null };
const INTERRUPTED = failed(
  'interrupted',
  'The service stopped while this was written. What is above was kept; ask again for a whole answer.',
);

/**
 * Has an agent write an answer, once: a run that finds an answer begun by an earlier one (which was killed) ends it as
 * `interrupted`. Never throws for what an agent does; the message says how it ended.
 */
export async function writeAnswer(
  { db, agents, live, tell, publish }: AnswerWriting,
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
    // Aborted too when somebody stops or deletes the answer in another process.
    const gone = new AbortController();
    const writer = createProgressWriter(db, at, answer, () => gone.abort());
    answer.flush = writer.flush;
    const ending = await parts(AbortSignal.any([signal, gone.signal]), writer.touch).then(
      () => COMPLETE,
      (error: unknown) => endOf(error, log),
    );
    await writer.close();
    if (gone.signal.aborted) return;
    await writer.write(signal.aborted ? INTERRUPTED : ending, (batch, { status }) =>
      tell(batch, at.workspaceId, completedEvent({ id: at.id, role: 'assistant', status })),
    );
  }

  async function parts(until: AbortSignal, touch: () => void): Promise<void> {
    const { agent, question } = await readQuestion(db, agents, job);
    for await (const part of agent.answer(question, until)) {
      until.throwIfAborted();
      heartbeat();
      if (part.type === 'text' && answer.content.length + part.text.length > LIMITS.message) throw tooLong();
      answer.add(part);
      touch();
      publish(at.workspaceId, deltaEvent(at.id, answer.content.length), { everyMs: DELTA_EVERY_MS });
    }
  }

  async function end({ status, error }: End): Promise<void> {
    await db.write((batch) => {
      endAnswer(batch, at, { status, error_json: error && JSON.stringify(error) }, ENDED);
      tell(batch, at.workspaceId, completedEvent({ id: at.id, role: 'assistant', status }));
    });
  }
}

/** Writes what an answer gained, at most every `FLUSH_MS`; calls `onGone` where it was deleted or ended by others. */
function createProgressWriter(db: Database, at: AnswerAt, answer: LiveAnswer, onGone: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let failure: unknown = null;
  let chars = 0;
  let steps = 0;

  type Also = (batch: Parameters<Parameters<Database['write']>[0]>[0], end: End) => void;

  async function write(end: End | null = null, also: Also = () => {}): Promise<void> {
    const { content, citations, made, usage } = answer;
    const progress = {
      text: content.slice(chars),
      citations_json: citations.length > 0 ? JSON.stringify(citations) : null,
      made_json: made.length > 0 ? JSON.stringify(made) : null,
      usage_json: usage && JSON.stringify(usage),
      steps: answer.steps.slice(steps).map((step) => JSON.stringify(step)),
      firstStep: steps,
    };
    const ended = end && { status: end.status, error_json: end.error && JSON.stringify(end.error) };
    const outcome = await db.write((batch) => {
      writeProgress(batch, at, progress, ended, ENDED);
      if (end) also(batch, end);
    });
    if (!outcome.committed) return onGone();
    chars += progress.text.length;
    steps += progress.steps.length;
  }

  /** One write at a time: each begins where the one before it ended. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => write());
    return writing;
  }

  return {
    write,
    flush,
    touch() {
      if (failure !== null) throw failure;
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => {
          failure = error;
          writing = Promise.resolve();
        });
      }, FLUSH_MS);
    },
    async close() {
      clearTimeout(timer);
      await writing;
    },
  };
}

async function readQuestion(
  db: Database,
  agents: Agents,
  job: AnswerJob,
): Promise<{ agent: Agent; question: Question }> {
  const { workspaceId, questionId } = job;
  const asked = await findMessage(db, workspaceId, questionId);
  if (!asked) throw new AppError('not_found', 'The message that this answers was deleted.');
  const { agent, text } = agents.choose(asked.content);
  const before = await readTurns(db, workspaceId, asked.number);
  return { agent, question: { actor: actorOf(job), workspaceId, messageId: job.id, text, before } };
}

function tooLong(): AppError {
  return new AppError(
    'limit_exceeded',
    `An answer has at most ${LIMITS.message} characters; ask for a shorter one.`,
  );
}

function endOf(error: unknown, log: Log): End {
  if (error instanceof AppError) return failed(error.code, error.message);
  log.error({ err: error }, 'an answer failed');
  return failed('internal', 'Something went wrong inside the service; its log says what. Ask again.');
}

function failed(code: string, detail: string): End {
  return { status: 'failed', error: { code, detail } };
}
