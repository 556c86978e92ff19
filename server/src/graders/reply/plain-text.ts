import { fold } from './fold.ts';
import { NOT_BEFORE, WRONG } from './hedges.ts';
import { visible } from './markup.ts';
import { isJoinedScript, isWholeWord } from './word-boundaries.ts';
import { wordsOf } from './words.ts';

/** Emphasis, code, headings, quotation marks, brackets and HTML tags, none of which changes what is said. */
const MARKUP = /<\/?[a-z][a-z0-9]{0,9}(?: [^<>]{0,200})?\/?>|[*_`#|"“”„«»‹›「」『』《》【】()[\]{}\\~]/giu;
const APOSTROPHES = /[’‘ʼ`´]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * A text as it is compared by a lenient reading: without markup, in one way of writing, with one blank between words.
 * Full stops, commas and the like stay, for they end what is denied.
 */
export function plainText(text: string, { keepCase = false } = {}): string {
  const plain = fold(visible(text).replace(APOSTROPHES, "'"))
    .replace(MARKUP, ' ')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?%])/g, '')
    .trim();
  return keepCase ? plain : plain.toLowerCase();
}

/** The same without what may end it. */
export const plainAnswer = (text: string, settings?: { keepCase?: boolean }): string =>
  plainText(text, settings).replace(/^[ .,;:!?。，；：！？、।]+|[ .,;:!?。，；：！？、।]+$/g, '');

const OR = wordsOf('or');
const OR_BEFORE = new RegExp(`${OR} ?(?:(?:the|a|an|maybe|perhaps) )?$`, 'iu');
const OR_AFTER = new RegExp(`^ ?,? ?${OR}`, 'iu');
const LOOKED_AT = 60;

/**
 * Where a plain text says a plain answer: as whole words, not denied (`not Paris`, `Paris is wrong`) and not as one of
 * several (`Paris or London`). −1 where it does not.
 */
export function saidAt(text: string, answer: string): number {
  if (answer === '') return -1;
  for (let at = text.indexOf(answer); at !== -1; at = text.indexOf(answer, at + 1)) {
    const end = at + answer.length;
    if (!isWholeWord(text, at, end)) continue;
    const before = text.slice(Math.max(0, at - LOOKED_AT), at);
    const after = text.slice(end, end + LOOKED_AT);
    WRONG.lastIndex = 0;
    if (NOT_BEFORE.test(before) || WRONG.test(after) || OR_BEFORE.test(before) || OR_AFTER.test(after))
      continue;
    return at;
  }
  return -1;
}

/** Where a sentence ends in a plain text. */
const ENDS = /(?<=[.!?;:](?= |$))|(?<=[。！？；：।])/u;

/** The sentences of a text, in one way of writing. */
export const plainSentences = (text: string, settings?: { keepCase?: boolean }): string[] =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => plainText(line, settings).split(ENDS))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** `no`, `ja`, `是`: words that also stand where nothing is answered, such as `there is no fee`. */
export const isShortWord = (answer: string): boolean =>
  isJoinedScript(answer) ? answer.length === 1 : /^[\p{L}\p{M}]{1,3}$/u.test(answer);

/** Whether a sentence is a short word, begins with it before a comma or the like, or ends in it. */
export function answersWith(sentence: string, word: string): boolean {
  const bare = plainAnswer(sentence);
  if (bare === word) return true;
  const [before, after] = [bare.slice(0, -word.length), bare.slice(word.length)];
  if (bare.startsWith(word) && /^[的]?[.,;:!?。，；：！？-]|^ -/u.test(after)) return true;
  return bare.endsWith(word) && /[:：=-] ?$| (?:is|ist|est|es|e) $/u.test(before);
}
