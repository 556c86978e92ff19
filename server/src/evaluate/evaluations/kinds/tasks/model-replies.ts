import { SimulationFailed, type Task } from '../../../../measure/tasks/tasks.ts';
import type { ChatAnswer, ChatMessage, ToolCall } from '../../../../models/models.ts';
import { askPaid } from '../../run/ask-paid.ts';
import { requestForItem, withSystem } from '../../run/call-model.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import {
  type AnswerTurn,
  type Conversation,
  emptyReplyEnding,
  endedConversation,
  exceededTaskLimit,
  type Stop,
} from './conversation.ts';
import { spentByAnswer } from './record.ts';

/** The tools of a task as sent to a model. */
export const toolSpecs = ({ tools }: Pick<Task, 'tools'>) =>
  tools.map(({ name, description, parameters }) => ({ name, description, parameters }));

/**
 * Runs the tool loop of a model: sends the tools, and repeats the request with the results until the model calls
 * none.
 */
export function createModelReplies(conversation: Conversation, slot: ModelSlot): AnswerTurn {
  const { run, unit, task, record } = conversation;
  const messages: ChatMessage[] = task.messages.slice(0, -1);
  const tools = toolSpecs(task);
  const asked = requestForItem(slot.target, { input: [] }, run.plan, unit);

  return async (said) => {
    messages.push({ role: 'user', content: said });
    for (;;) {
      const came: { next: Stop | 'tools' | null } = { next: null };
      const outcome = await askPaid(run, {
        slot,
        payer: `target ${unit.target}`,
        request: {
          ...asked,
          messages: withSystem(slot.target, [...messages]),
          ...(tools.length > 0 && { tools }),
        },
        id: record.next(),
        tried: record.tried,
        async keep(answer) {
          came.next = takeReply(conversation, slot, answer, messages);
          await record.keep();
        },
      });
      if (outcome === null) return { pending: true };
      if (!outcome.ok) return { failure: outcome };
      if (came.next !== 'tools') return came.next;
    }
  };
}

/** Adds a response and the results of its tool calls. */
function takeReply(
  { task, world, record }: Conversation,
  slot: ModelSlot,
  answer: ChatAnswer,
  messages: ChatMessage[],
): Stop | 'tools' | null {
  const { text, toolCalls: calls = [], finishReason } = answer;
  record.add({ kind: 'reply', text, calls: calls.length }, spentByAnswer(answer, slot.connection.price));
  messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { toolCalls: calls }) });
  if (calls.length === 0 && text.trim() === '') {
    return emptyReplyEnding(finishReason);
  }
  const stop =
    runCalls(calls, { task, world, record }, messages) ?? exceededTaskLimit(task.limits, record.spent());
  return stop ?? (calls.length > 0 ? 'tools' : null);
}

function runCalls(
  calls: readonly ToolCall[],
  { task, world, record }: Pick<Conversation, 'task' | 'world' | 'record'>,
  messages: ChatMessage[],
): Stop | null {
  for (const call of calls) {
    if (record.calls() >= task.limits.calls) return endedConversation('limit_calls');
    try {
      const step = world.call(call.name, call.arguments);
      record.add(step);
      const content = typeof step.result === 'string' ? step.result : JSON.stringify(step.result);
      messages.push({ role: 'tool', content, toolCallId: call.id, toolName: call.name });
    } catch (error) {
      if (!(error instanceof SimulationFailed)) throw error;
      return endedConversation('simulated_tool', error.message);
    }
  }
  return null;
}
