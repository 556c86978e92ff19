import type { Actor, Role } from '../../kernel/actor.ts';
import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// Enqueues answers; `message-jobs.ts` defines the job.

export const ANSWER_JOB = 'messages.answer';

/** Payload of an answer job. */
export interface AnswerJob {
  workspaceId: string;
  /** The id of the message that contains the answer. */
  id: string;
  questionId: string;
  /** The actor that asked. */
  actor: { id: string; role: Role; workspaces: string[] | null };
}

export function enqueueAnswer(
  jobs: JobQueue,
  batch: Batch,
  asked: Omit<AnswerJob, 'actor'> & { actor: Actor },
): void {
  const { actor, workspaceId, id } = asked;
  const { id: actorId, role, workspaces } = actor;
  const payload = {
    workspaceId,
    id,
    questionId: asked.questionId,
    actor: { id: actorId, role, workspaces: workspaces && [...workspaces] },
  } satisfies AnswerJob;
  jobs.enqueue(batch, { kind: ANSWER_JOB, workspaceId, key: id, payload });
}

/** The actor that asked, marked as an agent: what costs money needs an approval, and it decides nothing. */
export function answerActor({ actor }: AnswerJob): Actor {
  const workspaces = actor.workspaces && new Set(actor.workspaces);
  return { ...actor, workspaces, isAgent: true, mayDecide: false };
}

/** Ends the job that writes an answer, in any process. */
export function cancelAnswer(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: ANSWER_JOB, key: id });
}
