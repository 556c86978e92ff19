import { toPicodollars } from '../../../../kernel/money.ts';
import type { SimulatedWorld, Task, TaskLimits } from '../../../../measure/tasks/tasks.ts';
import type { ChatFailure, FinishReason } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import type { Run } from '../../run/run.ts';
import type { ConversationRecord, SpentOnTurn } from './record.ts';
import type { ConversationEnd } from './steps.ts';

/** Input of a conversation turn, for models and applications. */
export interface Conversation {
  readonly run: Run;
  readonly unit: Unit;
  readonly task: Task;
  readonly world: SimulatedWorld;
  readonly record: ConversationRecord;
}

/** How a turn ended where the conversation does not go on: over, failed, or to be begun anew once there is money. */
export type Stop = { end: Ending; taken?: SpentOnTurn } | { failure: ChatFailure } | { pending: true };

export type Ending = Omit<ConversationEnd, 'kind'>;

/**
 * Answers what the user said last: asks the target until it has replied, adds each of its steps to the record and keeps
 * them. Null = it replied, and the user is next. A bare model is answered for by our loop of tools (`model-replies.ts`), an application by its own (`application-replies.ts`).
 */
export type AnswerTurn = (said: string) => Promise<Stop | null>;

/** @param taken what the model took that ended it, where one did */
export const endedConversation = (
  reason: ConversationEnd['reason'],
  message: string | null = null,
  taken?: SpentOnTurn,
): Stop => ({
  end: { reason, message },
  ...(taken && { taken }),
});

/** A reply without text and without calls. */
export function emptyReplyEnding(finishReason: FinishReason): Stop {
  if (finishReason === 'length') return endedConversation('truncated');
  return endedConversation(finishReason === 'content_filter' ? 'content_filter' : 'silence');
}

/** Whether the target has used more than the task allows. */
export function exceededTaskLimit(
  { seconds, cost_usd }: TaskLimits,
  spent: { cost: number | null; latency_ms: number },
): Stop | null {
  if (spent.latency_ms > seconds * 1000) return endedConversation('limit_seconds');
  return cost_usd !== null && spent.cost !== null && spent.cost > toPicodollars(cost_usd)
    ? endedConversation('limit_cost')
    : null;
}
