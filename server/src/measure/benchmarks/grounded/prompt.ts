import type { Passage } from '../passages.ts';
import type { Fact } from './facts.ts';

/** The answer with which a model says that it does not know. */
export const UNKNOWN_ANSWER = 'unknown';

const FORMS: Readonly<Record<Fact['kind'], string>> = {
  date: 'a date, such as 5 May 1985',
  number: 'a number, in digits and without its unit',
  name: 'a name, written out as in a text',
};

/** The text that is sent: passages if any, the question, and the form of the answer. */
export function groundedPrompt(
  sentence: string,
  kind: Fact['kind'],
  own: Passage,
  shown: readonly Passage[],
): string {
  const isGiven = shown.length > 0;
  const given = shown.map((passage, i) => `[${i + 1}] ${placeOf(passage)}\n${passage.text}`);
  return [
    ...(isGiven ? ['Use only these passages.', ...given] : [`Topic: ${placeOf(own)}`]),
    `What belongs in the gap of this sentence: "${sentence}"?`,
    [
      `The gap stands for ${FORMS[kind]}.`,
      `If ${isGiven ? 'the passages do not say what belongs there' : 'you do not know what belongs there'}, do not guess: the answer then is "${UNKNOWN_ANSWER}".`,
      `The last line of your reply must have the form "Answer: <${kind}>" or "Answer: ${UNKNOWN_ANSWER}".`,
    ].join(' '),
  ].join('\n\n');
}

function placeOf({ title, heading }: Passage): string {
  return [title, ...heading].join(' > ');
}
