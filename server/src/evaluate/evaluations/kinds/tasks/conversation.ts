import { toPicodollars } from '../../../../kernel/money.ts';
import type { SimulatedWorld, Task, TaskLimits } from '../../../../measure/tasks/tasks.ts';
import type { ChatFailure, FinishReason } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import type { Run } from '../../run/run.ts';
import type { ConversationRecord, SpentOnTurn } from './record.ts';
import type { ConversationEnd } from './steps.ts';

/** Input for the turns of a conversation, for models and applications. */
export interface Conversation {
  readonly run: Run;
  readonly unit: Unit;
  readonly task: Task;
  readonly world: SimulatedWorld;
  readonly record: ConversationRecord;
}

/** Why a conversation does not continue after a turn: it ended, it failed, or it restarts once the budget allows. */
export type Stop = { end: Ending; taken?: SpentOnTurn } | { failure: ChatFailure } | { pending: true };

export type Ending = Omit<ConversationEnd, 'kind'>;

/**
 * Answers the user's last message: calls the target until it has responded, and adds each step to the record and
 * stores it. Null if it responded and the user is next. For a model, this service runs the tool loop
 * (`model-replies.ts`); an application runs its own (`application-replies.ts`).
 */
export type AnswerTurn = (said: string) => Promise<Stop | null>;

/** @param taken what the model call that ended it used, if there was one */
export const endedConversation = (
  reason: ConversationEnd['reason'],
  message: string | null = null,
  taken?: SpentOnTurn,
): Stop => ({
  end: { reason, message },
  ...(taken && { taken }),
});

/** A response without text and tool calls. */
export function emptyReplyEnding(finishReason: FinishReason): Stop {
  if (finishReason === 'length') return endedConversation('truncated');
  return endedConversation(finishReason === 'content_filter' ? 'content_filter' : 'silence');
}

export function exceededTaskLimit(
  { seconds, cost_usd }: TaskLimits,
  spent: { cost: number | null; latency_ms: number },
): Stop | null {
  if (spent.latency_ms > seconds * 1000) return endedConversation('limit_seconds');
  return cost_usd !== null && spent.cost !== null && spent.cost > toPicodollars(cost_usd)
    ? endedConversation('limit_cost')
    : null;
}
