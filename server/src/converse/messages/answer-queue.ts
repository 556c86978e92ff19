import type { Actor, Role } from '../../kernel/actor.ts';
import type { Batch } from '../../platform/db/db.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

// How an answer is asked for in the background. `message-jobs.ts` defines what the job does.

export const ANSWER = 'messages.answer';

/** What the job of an answer carries. */
export interface AnswerJob {
  workspaceId: string;
  /** The answer's message. */
  id: string;
  questionId: string;
  /** Who asked. */
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
  jobs.enqueue(batch, { kind: ANSWER, workspaceId, key: id, payload });
}

/** Who asked, with an agent in between: what costs it asks for, and it decides nothing. */
export function actorOf({ actor }: AnswerJob): Actor {
  const workspaces = actor.workspaces && new Set(actor.workspaces);
  return { ...actor, workspaces, isAgent: true, mayDecide: false };
}

/** Ends the run of an answer, wherever it runs. */
export function cancelAnswer(jobs: JobQueue, batch: Batch, id: string): void {
  jobs.cancel(batch, { kind: ANSWER, key: id });
}
