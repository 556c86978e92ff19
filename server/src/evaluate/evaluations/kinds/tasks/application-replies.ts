import { readArguments } from '../../../../measure/tasks/tasks.ts';
import type { ChatAnswer, ChatMessage } from '../../../../models/models.ts';
import { askPaid } from '../../run/ask-paid.ts';
import { requestForItem } from '../../run/call-model.ts';
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

/**
 * Answers turns by an application, which calls its own tools: one request per turn, with the id of its session if it
 * stores one. The tool calls that it reports are recorded before its response.
 */
export function createApplicationReplies(
  { run, unit, task, record }: Conversation,
  slot: ModelSlot,
  about: { metadata?: Record<string, unknown> },
): AnswerTurn {
  const messages: ChatMessage[] = task.messages.slice(0, -1);
  let session: string | undefined;

  return async (said) => {
    messages.push({ role: 'user', content: said });
    const input = [...messages] as typeof task.messages;
    const came: { next: Stop | null } = { next: null };
    const outcome = await askPaid(run, {
      slot,
      payer: `target ${unit.target}`,
      request: {
        ...requestForItem(slot.target, { ...about, input }, run.plan, unit),
        ...(session !== undefined && { session }),
      },
      id: record.next(),
      tried: record.tried,
      async keep(answer) {
        session = answer.session;
        messages.push({ role: 'assistant', content: answer.text });
        came.next = take(answer);
        await record.keep();
      },
    });
    if (outcome === null) return { pending: true };
    return outcome.ok ? came.next : { failure: outcome };
  };

  function take(answer: ChatAnswer): Stop | null {
    for (const { name, arguments: written } of answer.toolCalls ?? []) {
      const args = readArguments(written) ?? written;
      record.add({ kind: 'call', name, arguments: args, result: null, failed: false, changes: [] });
    }
    record.add({ kind: 'reply', text: answer.text, calls: 0 }, spentByAnswer(answer, slot.connection.price));
    if (answer.text.trim() === '') return emptyReplyEnding(answer.finishReason);
    if ((answer.toolCalls?.length ?? 0) > 0 && record.calls() > task.limits.calls)
      return endedConversation('limit_calls');
    return exceededTaskLimit(task.limits, record.spent());
  }
}
