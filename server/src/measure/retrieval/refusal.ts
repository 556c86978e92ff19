import { comparableText, containsQuote } from './quotes.ts';

/** The word that the prompt requests if the passages do not answer. */
export const UNKNOWN_WORD = 'unknown';

/** The beginnings of refusals, normalised. */
const BEGINNINGS = [
  UNKNOWN_WORD,
  'not known',
  'not stated',
  'not specified',
  'not mentioned',
  'not given',
  'not enough information',
  'no answer',
  'no information',
  'i do not know',
  "i don't know",
  'i cannot answer',
  "i can't answer",
  'i am not able to answer',
  'i could not find',
  'i cannot find',
  'there is no information',
  'the passages do not',
  "the passages don't",
  'none of the passages',
  'the documents do not',
  'the sources do not',
  'the context does not',
  'the provided passages do not',
];

/**
 * Whether a response is a refusal: its last line `Answer: …` begins like one or, without such a line, the response
 * does; or it contains one of the question's own refusal phrases. Phrases of other languages have to be stated.
 */
export function isRefusal(answer: string, own: readonly string[] = []): boolean {
  const said = comparableText(answer);
  if (own.some((words) => containsQuote(said, comparableText(words)))) return true;
  const last = answer.split('\n').findLast((line) => /^[\s*_]*answer[\s*_]*:/iu.test(line));
  const final = comparableText((last ?? answer).replace(/^[\s*_]*answer[\s*_]*:/iu, '')).replace(
    /^[^\p{L}\p{N}]+/u,
    '',
  );
  return BEGINNINGS.some(
    (words) => final.startsWith(words) && !/^[\p{L}\p{N}]/u.test(final.slice(words.length)),
  );
}
