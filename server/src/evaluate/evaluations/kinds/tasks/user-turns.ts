import { createScriptedUser, SimulationFailed, type Step } from '../../../../measure/tasks/tasks.ts';
import { sentSeed } from '../../plan/plan.ts';
import { askPaid } from '../../run/ask-paid.ts';
import type { HelperModels } from '../../run/helper-models.ts';
import { type Conversation, endedConversation, type Stop } from './conversation.ts';
import { type SpentOnTurn, spentByAnswer } from './record.ts';

/** The user's next message, or why there is none. */
export type NextTurn = () => Promise<{ text: string } | Stop>;

/** The user after the opening: the scripted turns of the task, or simulated by the model that the task names. */
export function createUserTurns(conversation: Conversation, helpers: HelperModels): NextTurn {
  const { user } = conversation.task;
  if (user !== undefined && 'model' in user) return playedByModel(conversation, user.model, helpers);
  const scripted = createScriptedUser(conversation.task);
  return async () => {
    const { record, world } = conversation;
    try {
      const text = scripted.next(record.steps, world.state());
      if (text === null) return endedConversation('user');
      record.add({ kind: 'user', text });
      return { text };
    } catch (error) {
      if (!(error instanceof SimulationFailed)) throw error;
      return endedConversation('simulated_user', error.message);
    }
  };
}

/** The text with which a simulated user ends the conversation. */
const END_OF_CONVERSATION = '[end]';

const USER_RULES = `You play the user of an assistant, in a test. Write only what the user says next, in the user's words: no quotation marks, no comments. Say only what the description below lets the user know, and not all of it at once. When the user has nothing more to say, because it is done or cannot be done, write ${END_OF_CONVERSATION} and nothing else.`;

function playedByModel(
  { run, unit, record }: Conversation,
  model: { provider: string; model_id: string; instructions: string },
  helpers: HelperModels,
): NextTurn {
  const slot = helpers.slotOf(model);
  const { label } = slot.target;
  const seed = sentSeed(run.plan);
  return async () => {
    const came: { text: string; taken?: SpentOnTurn } = { text: '' };
    const isTurn = () => came.text !== '' && !came.text.includes(END_OF_CONVERSATION);
    const outcome = await askPaid(run, {
      slot,
      payer: `helper ${label}`,
      request: {
        messages: [
          { role: 'system', content: `${USER_RULES}\n\n${model.instructions}` },
          { role: 'user', content: asSeenByUser(record.steps) },
        ],
        ...(seed !== undefined && { seed: seed + unit.epoch }),
      },
      id: `user-${record.next()}`,
      async keep(answer) {
        came.text = answer.text.trim();
        came.taken = spentByAnswer(answer, slot.connection.price);
        if (!isTurn()) return;
        record.add({ kind: 'user', text: came.text }, came.taken);
        await record.keep();
      },
    });
    if (outcome === null) return { pending: true };
    if (!outcome.ok)
      return endedConversation(
        'simulated_user',
        `${label}, which simulates the user, failed: ${outcome.message}`,
      );
    if (isTurn()) return { text: came.text };
    if (came.text !== '') return endedConversation('user', null, came.taken);
    return endedConversation(
      'simulated_user',
      `${label}, which simulates the user, gave an empty response.`,
      came.taken,
    );
  };
}

/** The conversation without tool calls, which a user does not see. */
function asSeenByUser(steps: readonly Step[]): string {
  const lines = steps.flatMap((step) => {
    if (step.kind === 'user') return [`user: ${step.text}`];
    return step.kind === 'reply' && step.calls === 0 ? [`assistant: ${step.text}`] : [];
  });
  return `The conversation so far:\n\n${lines.join('\n\n')}\n\nWrite what the user says next.`;
}
