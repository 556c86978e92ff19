import type { Log } from '../../../kernel/log.ts';
import { type NoAnswer, openWorkerChannel } from '../../../kernel/worker-channel.ts';
import { createOwnGraders, type GradeResult, GradingTimedOut } from '../../../measure/graders/graders.ts';
import type { Models } from '../../../models/models.ts';
import type { AnswerToGrade } from './grading-thread.ts';

/** Limit in processor time, so that grading does not time out on a busy machine. */
const DEADLINE_MS = 5_000;
/** Graded first by a new thread, so that its start does not count towards the deadline of a response. */
const WARM_UP_ANSWER: AnswerToGrade = {
  grader: { type: 'exact', options: {} },
  expected: 'x',
  answer: { text: 'x', reasoning: null, finishReason: 'stop' },
};
const START_MS = 30_000;

/**
 * Grades responses by what users wrote: code in processes, their servers, or programs of the operator; patterns, schemas and long texts in a
 * thread of the run, one after another, so that each has its own deadline. A thread that misses it is terminated, and
 * the next response starts another. The thread starts with the first response that needs it. Each run has its own, so
 * that evaluations do not delay each other.
 */
export function createGrading(
  models: Pick<Models, 'postJson'>,
  commandGraders?: readonly string[],
  log?: Log,
) {
  const stopped = new Error('The run has ended.');
  const thread = openWorkerChannel<AnswerToGrade, GradeResult>(
    new URL('./grading-thread.ts', import.meta.url),
    {
      name: 'grading',
      ...(log && { log }),
      restarts: true,
      unref: true,
      noAnswer: refusalOf,
    },
  );
  const own = createOwnGraders(models, commandGraders, log);
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function gradeNow(asked: AnswerToGrade): Promise<GradeResult> {
    if (isStopped) throw stopped;
    if (thread.ended) await thread.call(WARM_UP_ANSWER, { timeoutMs: START_MS });
    return thread.call(asked, { timeoutMs: DEADLINE_MS, ofProcessorTime: true });
  }

  return {
    /** Runs code of users on samples. */
    code: own.code,
    /** Posts samples to servers of users. */
    http: own.http,
    /** Runs programs of the operator on samples. */
    command: own.command,
    /** Rejects with `GradingTimedOut`, or with the grader's error. */
    grade(asked: AnswerToGrade): Promise<GradeResult> {
      const graded = last.then(() => gradeNow(asked));
      last = graded.catch(() => {});
      return graded;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([thread.terminate(stopped), own.stop(stopped)]);
    },
  };
}

function refusalOf(reason: NoAnswer<AnswerToGrade>): Error {
  if (reason.why === 'timed_out' && reason.request !== WARM_UP_ANSWER)
    return new GradingTimedOut(
      DEADLINE_MS,
      'Use fewer or shorter patterns, or a simpler schema, and rescore.',
    );
  return new Error('The grading thread has ended.', reason.why === 'died' ? { cause: reason.cause } : {});
}
