import { type Draws, PURPOSE } from '../random.ts';
import type { AnswerCall, Answers } from '../script/answers.ts';
import { createSolver } from './solver.ts';

/** Gives the bare answer, before the format and the padding. */
export type Answerer = (call: AnswerCall, draws: Draws) => string | Promise<string>;

/** Makes a kind of answers ready to use. An answerer of a list `in_turn` remembers its turn. */
export function createAnswerer(answers: Answers): Answerer {
  switch (answers.kind) {
    case 'echo':
      return (call) => call.prompt;
    case 'list':
      return fromList(answers.values, answers.order);
    case 'map': {
      const entries = new Map(Object.entries(answers.entries));
      return (call) => entries.get(call.prompt) ?? answers.otherwise;
    }
    case 'function':
      return answers.answer;
    case 'solver': {
      const solve = createSolver(answers);
      return (call, draws) => solve(call.prompt, draws);
    }
  }
}

function fromList(values: readonly string[], order: 'in_turn' | 'by_prompt'): Answerer {
  let turn = 0;
  return (_call, draws) => {
    const at = order === 'in_turn' ? turn++ : Math.floor(draws.item(PURPOSE.pick) * values.length);
    return values[at % values.length] ?? '';
  };
}
