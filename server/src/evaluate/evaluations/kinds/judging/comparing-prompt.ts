import type { PlannedCriterion } from './describe.ts';
import {
  type JudgeInstructions,
  type JudgePrompt,
  judgePrompt,
  materialRule,
} from './prompt/judge-prompt.ts';
import { type Quote, quoteWithMark } from './prompt/quoted-text.ts';

/** Two answers to one task, in the order in which a judge is shown them. */
export interface ComparedAnswers {
  task: string;
  /** The reference answer; empty without one. */
  reference: string;
  first: string;
  second: string;
}

/** A changed prompt is another judge: it is part of the version of the preferences. */
export const COMPARING_PROMPT_VERSION = '1';

/** Tells to say which of two answers is the better one, by the criteria that are described, or as instructed. */
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

/** `quote` is there for the test that takes the quoting away. */
export function comparingPrompt(
  told: JudgeInstructions,
  { task, reference, first, second }: ComparedAnswers,
  quote: Quote = quoteWithMark,
): JudgePrompt {
  return judgePrompt(told, { TASK: task, REFERENCE: reference, FIRST: first, SECOND: second }, quote);
}
