import type { Item } from '../item.ts';

/** The chat prompt of simple-evals, for any number of choices. */
export function choicePrompt(question: string, choices: readonly string[]): string {
  const letters = choices.map((_, i) => letterAt(i)).join('');
  return `Answer the following multiple choice question. The last line of your response should be of the following format: 'Answer: $LETTER' (without quotes) where LETTER is one of ${letters}. Think step by step before answering.\n\n${question}\n\n${letterChoices(choices, ')')}`;
}

export const letterAt = (index: number): string => String.fromCharCode(65 + index);

export function letterChoices(choices: readonly string[], mark: ')' | '.'): string {
  return choices.map((choice, i) => `${letterAt(i)}${mark} ${choice}`).join('\n');
}

/** The choices for the grader; if they cannot be distinguished, only the letter counts. */
export function choiceGrader(
  choices: readonly string[],
  asked_form: 'answer_line' | 'answer_is' = 'answer_line',
) {
  const plain = choices.map((choice) =>
    choice
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
      .replace(/[ .,;:!?]+$/, ''),
  );
  const different = new Set(plain).size === plain.length && plain.every((choice) => choice !== '');
  return {
    type: 'choice',
    options: { asked_form, ...(different && { choices: [...choices] }) },
  } satisfies Item['grader'];
}
