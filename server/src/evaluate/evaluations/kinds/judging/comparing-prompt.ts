import type { PlannedCriterion } from './describe.ts';
import {
  type JudgeInstructions,
  type JudgePrompt,
  judgePrompt,
  materialRule,
} from './prompt/judge-prompt.ts';
import { type Quote, quoteWithMark } from './prompt/quoted-text.ts';

/** Two responses to one task, in the order in which a judge sees them. */
export interface ComparedAnswers {
  task: string;
  /** The reference answer; empty without one. */
  reference: string;
  first: string;
  second: string;
}

/** Part of the version of `custom/preference`: another prompt makes another judge. */
export const COMPARING_PROMPT_VERSION = '1';

/** Instructs a judge to decide which of two responses is better, by the described criteria or its instructions. */
export function comparingInstructions(
  criteria: readonly Pick<PlannedCriterion, 'name' | 'judged'>[],
  instructions: string | null,
): JudgeInstructions {
  const described = criteria.flatMap(({ name, judged }) =>
    judged ? [`- ${name}: ${judged.description}`] : [],
  );
  return (mark) => [
    'You compare the answers that two other programs gave to one task.',
    materialRule(mark, 'Which answer stands first means nothing, and length by itself is no merit.'),
    ...(described.length > 0 ? ['Prefer the answer that meets these criteria better:', ...described] : []),
    ...(described.length === 0 && instructions === null
      ? ['Prefer the answer that does the task better.']
      : []),
    'Reply with one JSON object and nothing else, the reason first; "tie" where neither is better:',
    `{"mark": "${mark}", "reason": "…", "winner": "first" or "second" or "tie"}`,
    ...(instructions === null ? [] : [instructions]),
  ];
}

/** `quote` is a parameter only for the test that removes the quoting. */
export function comparingPrompt(
  told: JudgeInstructions,
  { task, reference, first, second }: ComparedAnswers,
  quote: Quote = quoteWithMark,
): JudgePrompt {
  return judgePrompt(told, { TASK: task, REFERENCE: reference, FIRST: first, SECOND: second }, quote);
}
