import type { TextMessage } from '../../models/models.ts';
import type { ShownPassage } from './question.ts';
import { UNKNOWN_WORD } from './refusal.ts';

/** Must change whenever the same question and passages could give another prompt. */
export const RETRIEVAL_PROMPT_VERSION = '1';

const FORM = 'The last line of your reply must be "Answer: " and the answer alone, without a citation.';

/**
 * The prompt of docs/reference/kinds.md#retrieval: the passages with their numbers, the question, and how to cite and
 * to refuse.
 */
export function retrievalPrompt(
  question: string,
  passages: readonly Pick<ShownPassage, 'text'>[],
): TextMessage[] {
  const content =
    passages.length === 0
      ? [
          'Answer the question from what you know.',
          `Question: ${question}`,
          `If you do not know the answer, do not guess: reply with "Answer: ${UNKNOWN_WORD}" alone. ${FORM}`,
        ]
      : [
          'Answer the question from the numbered passages, and from nothing else.',
          ...passages.map(({ text }, i) => `[${i + 1}] ${text}`),
          `Question: ${question}`,
          [
            'End each sentence with a citation: the number of the passage that it rests on, and words copied from that passage exactly, in the form [1: "words of the passage"].',
            `If the passages do not answer the question, do not guess: reply with "Answer: ${UNKNOWN_WORD}" alone.`,
            FORM,
          ].join(' '),
        ];
  return [{ role: 'user', content: content.join('\n\n') }];
}
