import { toPico } from '../../../../kernel/money.ts';
import type { Task, TaskLimits, World } from '../../../../measure/tasks/tasks.ts';
import type { ChatFailure, FinishReason } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import type { Run } from '../../run/run.ts';
import type { ConversationRecord, Taken } from './record.ts';
import type { End } from './steps.ts';

/** What a turn of a conversation needs, of a bare model and of an application alike. */
export interface Conversation {
  readonly run: Run;
  readonly unit: Unit;
  readonly task: Task;
  readonly world: World;
  readonly record: ConversationRecord;
}

/** How a turn ended where the conversation does not go on: over, failed, or to be begun anew once there is money. */
export type Stop = { end: Ending; taken?: Taken } | { failure: ChatFailure } | { pending: true };

export type Ending = Omit<End, 'kind'>;

/**
 * Answers what the user said last: asks the target until it has replied, adds each of its steps to the record and keeps
 * them. Null = it replied, and the user is next. A bare model is answered for by our loop of tools (`model-replies.ts`), an application by its own (`application-replies.ts`).
 */
export type AnswerTurn = (said: string) => Promise<Stop | null>;

/** @param taken what the model took that ended it, where one did */
export const ended = (reason: End['reason'], message: string | null = null, taken?: Taken): Stop => ({
  end: { reason, message },
  ...(taken && { taken }),
});

/** A reply without text and without calls. */
export function saidNothing(finishReason: FinishReason): Stop {
  if (finishReason === 'length') return ended('truncated');
  return ended(finishReason === 'content_filter' ? 'content_filter' : 'silence');
}

/** Whether what the target took so far is more than the task allows. */
export function overLimit(
  { seconds, cost_usd }: TaskLimits,
  spent: { cost: number | null; latency_ms: number },
): Stop | null {
  if (spent.latency_ms > seconds * 1000) return ended('limit_seconds');
  return cost_usd !== null && spent.cost !== null && spent.cost > toPico(cost_usd)
    ? ended('limit_cost')
    : null;
}
