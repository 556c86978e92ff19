import { DRAW_PURPOSES, type Draws } from '../random.ts';
import type { AnswerCall, Answers, Reply } from '../script/answers.ts';
import { isObject } from '../script/fields.ts';
import { createSolver } from './solver.ts';

/** Returns the bare answer, without format and padding. */
export type Answerer = (call: AnswerCall, draws: Draws) => Reply | Promise<Reply>;

/** Prepares an answerer of a kind. An answerer of a list `in_turn` remembers its position. */
export function createAnswerer(answers: Answers): Answerer {
  switch (answers.kind) {
    case 'echo':
      return (call) => call.prompt;
    case 'list':
      return fromList(answers.values, answers.order);
    case 'map': {
      const entries = new Map(Object.entries(answers.entries));
      return ({ prompt, messages }) => inTurn(entries.get(prompt) ?? answers.otherwise, messages);
    }
    case 'function':
      return answers.answer;
    case 'solver': {
      const solve = createSolver(answers);
      return (call, draws) => solve(call.prompt, draws);
    }
  }
}

/** The reply to a prompt, or the reply after the rounds of tool calls that followed it. */
function inTurn(replies: Reply | readonly Reply[], messages: readonly unknown[]): Reply {
  if (!Array.isArray(replies)) return replies as Reply;
  const roles = messages.map((message) => (isObject(message) ? message.role : undefined));
  const rounds = roles.slice(roles.lastIndexOf('user') + 1).filter((role) => role === 'assistant').length;
  return replies[Math.min(rounds, replies.length - 1)] ?? '';
}

function fromList(values: readonly Reply[], order: 'in_turn' | 'by_prompt'): Answerer {
  let turn = 0;
  return (_call, draws) => {
    const at = order === 'in_turn' ? turn++ : Math.floor(draws.item(DRAW_PURPOSES.pick) * values.length);
    return values[at % values.length] ?? '';
  };
}
