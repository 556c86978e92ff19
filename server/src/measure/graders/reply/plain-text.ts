import { foldCharacters } from './fold.ts';
import { AMBIGUOUS_WORDS, CALLED_WRONG_PATTERN, NOT_BEFORE_PATTERN } from './hedges.ts';
import { visibleText } from './markup.ts';
import { isWholeWord } from './word-boundaries.ts';
import { wordsPattern } from './words.ts';
import { YES_AND_NO } from './yes-and-no.ts';

/** Emphasis, code, headings, quotation marks, brackets and HTML tags, which do not change the meaning. */
const MARKUP = /<\/?[a-z][a-z0-9]{0,9}(?: [^<>]{0,200})?\/?>|[*_`#|"“”„«»‹›「」『』《》【】()[\]{}\\~]/giu;
const APOSTROPHES = /[’‘ʼ`´]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * A text in the form that lenient readings compare: without markup, normalised, with one blank between words. Full
 * stops, commas and the like stay, because they end a denial.
 */
export function plainText(text: string, { keepCase = false } = {}): string {
  const plain = foldCharacters(visibleText(text).replace(APOSTROPHES, "'"))
    .replace(MARKUP, ' ')
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?%])/g, '')
    .trim();
  return keepCase ? plain : plain.toLowerCase();
}

/** The same without final punctuation. */
export const plainAnswer = (text: string, settings?: { keepCase?: boolean }): string =>
  plainText(text, settings).replace(
    /^[ .,;:!?。，；：！？、।]+|(?<![ .,;:!?。，；：！？、।])[ .,;:!?。，；：！？、।]+$/g,
    '',
  );

const OR = wordsPattern('or');
const OR_BEFORE = new RegExp(`(?!${AMBIGUOUS_WORDS})${OR} ?(?:(?:the|a|an|maybe|perhaps) )?$`, 'iu');
const OR_AFTER = new RegExp(`^ ?,? ?(?!${AMBIGUOUS_WORDS})${OR}`, 'iu');
const LOOKED_AT = 60;

/**
 * Whether a plain text contains a plain answer as whole words. `denied`: only in a denial (`not Paris`, `Paris is
 * wrong`); `hedged`: only so, or as one of several (`Paris or London`); `at` is the position, or −1.
 */
export function saidIn(
  text: string,
  answer: string,
): { how: 'said' | 'hedged' | 'denied' | 'absent'; at: number } {
  let how: 'hedged' | 'denied' | 'absent' = 'absent';
  for (let at = text.indexOf(answer); answer !== '' && at !== -1; at = text.indexOf(answer, at + 1)) {
    const end = at + answer.length;
    if (!isWholeWord(text, at, end)) continue;
    const before = text.slice(Math.max(0, at - LOOKED_AT), at);
    const after = text.slice(end, end + LOOKED_AT);
    CALLED_WRONG_PATTERN.lastIndex = 0;
    if (NOT_BEFORE_PATTERN.test(before) || CALLED_WRONG_PATTERN.test(after))
      how = how === 'absent' ? 'denied' : how;
    else if (OR_BEFORE.test(before) || OR_AFTER.test(after)) how = 'hedged';
    else return { how: 'said', at };
  }
  return { how, at: -1 };
}

/** Whether it occurs, and is neither denied nor one of several. */
export const isSaid = (text: string, answer: string): boolean => saidIn(text, answer).how === 'said';

/** The end of a sentence in a plain text. */
const ENDS = /(?<=[.!?;:](?= |$))|(?<=[。！？；：।])/u;

/** The sentences of a text, normalised. */
export const plainSentences = (text: string, settings?: { keepCase?: boolean }): string[] =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => plainText(line, settings).split(ENDS))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const ANSWERS_ALONE = new Set(YES_AND_NO.flat().map((word) => plainAnswer(word)));

/** `no`, `ja`, `是`, `A`: words that also occur without being an answer, as in `there is no fee`. */
export const isShortWord = (answer: string): boolean =>
  ANSWERS_ALONE.has(answer.toLowerCase()) || /^\p{L}\p{M}*$/u.test(answer);

const YES = new Set(YES_AND_NO.map(([yes]) => plainAnswer(yes)));
const NO = new Set(YES_AND_NO.map(([, no]) => plainAnswer(no)));

const LEAD = wordsPattern('lead', 'sure');
/** `I'm sorry, but` */
const OPENING = new RegExp(`^(?:${LEAD}[ ,、!-]*(?:${wordsPattern('but')}[ ,、]*)?)+`, 'iu');
/** After a short word that is an answer: nothing, a mark, or `unfortunately` and a mark. */
const AFTER = new RegExp(
  `^[的]?(?:,? ${LEAD}(?: ${wordsPattern('notSo')})?)?(?:$|[.,;:!?。，；：！？、-]| -)`,
  'iu',
);
const NOT_SO = new RegExp(`^${wordsPattern('notSo')}(?:$|[.,;!。]| -)`, 'iu');
/** A sentence, or its part before a comma, that says no or yes in other words. */
const wholly = (field: 'impossible' | 'possible') =>
  new RegExp(`^${wordsPattern(field)}(?:$|[.,;!。，；！]| -)`, 'iu');
const IMPOSSIBLE = wholly('impossible');
const POSSIBLE = wholly('possible');
const SURE = new RegExp(`^(?:${LEAD}[ ,、.!-]*)*${wordsPattern('sure')}$`, 'iu');

/**
 * Whether a sentence is a short word, begins with it before a comma or similar, or ends with it. Neutral words (`Sorry,
 * no.`) and words with the same meaning (`Absolutely, yes.`) may come before yes and no; `Unfortunately not.` and `That
 * is not possible.` count as no.
 */
export function answersWith(sentence: string, word: string): boolean {
  const bare = plainAnswer(sentence);
  const isNo = NO.has(word);
  const canLead = (isNo || YES.has(word)) && !sentence.endsWith('?');
  const rest = canLead ? bare.replace(OPENING, '') : bare;
  if (rest.startsWith(word) && AFTER.test(rest.slice(word.length))) return true;
  if (isNo && rest !== bare && NOT_SO.test(rest)) return true;
  if (canLead && (isNo ? IMPOSSIBLE : POSSIBLE).test(rest)) return true;
  return bare.endsWith(word) && /[:：=-] ?$| (?:is|ist|est|es|e) $/u.test(bare.slice(0, -word.length));
}

/** Whether a word means yes or no, in any language or as true or false; null if neither. */
const whichOf = (word: string): 'yes' | 'no' | null => (YES.has(word) ? 'yes' : NO.has(word) ? 'no' : null);

/**
 * A long response answers in its first or last sentences, and no sentence that answers yes or no is longer than this.
 */
const SENTENCES_AT_ENDS = 3;
const LONGEST_SENTENCE = 2_000;

/** Whether the sentences of a response answer yes or no, in any language; null for neither or both. */
function answeredBy(reply: string): 'yes' | 'no' | null {
  const all = plainSentences(reply);
  const sentences = [
    ...all.slice(0, SENTENCES_AT_ENDS),
    ...all.slice(SENTENCES_AT_ENDS).slice(-SENTENCES_AT_ENDS),
  ].filter(({ length }) => length <= LONGEST_SENTENCE);
  const answers = (words: ReadonlySet<string>) =>
    sentences.some((sentence) => [...words].some((word) => answersWith(sentence, word)));
  const [yes, no] = [answers(YES), answers(NO)];
  return yes === no ? null : yes ? 'yes' : 'no';
}

/**
 * Whether a response answers like a word that means yes or no: `Ja.` like `true` (`same`), `Nein.` otherwise
 * (`opposite`).
 */
export function answersAs(reply: string, word: string): 'same' | 'opposite' | null {
  const expected = whichOf(word.toLowerCase());
  const answered = expected === null ? null : answeredBy(reply);
  return answered === null ? null : answered === expected ? 'same' : 'opposite';
}

/** Whether a response consists only of a word with the same meaning as this yes: `Certainly.` */
export const affirms = (reply: string, word: string): boolean =>
  YES.has(word) && SURE.test(plainAnswer(reply));
