import { foldCharacters } from './fold.ts';
import { AMBIGUOUS_WORDS, CALLED_WRONG_PATTERN, NOT_BEFORE_PATTERN } from './hedges.ts';
import { visibleText } from './markup.ts';
import { isWholeWord } from './word-boundaries.ts';
import { wordsPattern } from './words.ts';
import { YES_AND_NO } from './yes-and-no.ts';

/** Emphasis, code, headings, quotation marks, brackets and HTML tags, none of which changes what is said. */
const MARKUP = /<\/?[a-z][a-z0-9]{0,9}(?: [^<>]{0,200})?\/?>|[*_`#|"“”„«»‹›「」『』《》【】()[\]{}\\~]/giu;
const APOSTROPHES = /[’‘ʼ`´]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * A text as it is compared by a lenient reading: without markup, in one way of writing, with one blank between words.
 * Full stops, commas and the like stay, for they end what is denied.
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

/** The same without what may end it. */
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
 * Whether a plain text holds a plain answer as whole words. `denied`: only so that it is denied (`not Paris`, `Paris is
 * wrong`); `hedged`: only so, or as one of several (`Paris or London`); `at` is where it is said, else −1.
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

/** Whether it is said, and neither denied nor one of several. */
export const isSaid = (text: string, answer: string): boolean => saidIn(text, answer).how === 'said';

/** Where a sentence ends in a plain text. */
const ENDS = /(?<=[.!?;:](?= |$))|(?<=[。！？；：।])/u;

/** The sentences of a text, in one way of writing. */
export const plainSentences = (text: string, settings?: { keepCase?: boolean }): string[] =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => plainText(line, settings).split(ENDS))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

const ANSWERS_ALONE = new Set(YES_AND_NO.flat().map((word) => plainAnswer(word)));

/** `no`, `ja`, `是`, `A`: words that also stand where nothing is answered, such as `there is no fee`. */
export const isShortWord = (answer: string): boolean =>
  ANSWERS_ALONE.has(answer.toLowerCase()) || /^\p{L}\p{M}*$/u.test(answer);

const YES = new Set(YES_AND_NO.map(([yes]) => plainAnswer(yes)));
const NO = new Set(YES_AND_NO.map(([, no]) => plainAnswer(no)));

const LEAD = wordsPattern('lead', 'sure');
/** `I'm sorry, but` */
const OPENING = new RegExp(`^(?:${LEAD}[ ,、!-]*(?:${wordsPattern('but')}[ ,、]*)?)+`, 'iu');
/** After a short word with which a sentence answers: nothing, a mark, or `unfortunately` and a mark. */
const AFTER = new RegExp(
  `^[的]?(?:,? ${LEAD}(?: ${wordsPattern('notSo')})?)?(?:$|[.,;:!?。，；：！？、-]| -)`,
  'iu',
);
const NOT_SO = new RegExp(`^${wordsPattern('notSo')}(?:$|[.,;!。]| -)`, 'iu');
/** A sentence, or what stands before a comma in it, that says no or yes in other words. */
const wholly = (field: 'impossible' | 'possible') =>
  new RegExp(`^${wordsPattern(field)}(?:$|[.,;!。，；！]| -)`, 'iu');
const IMPOSSIBLE = wholly('impossible');
const POSSIBLE = wholly('possible');
const SURE = new RegExp(`^(?:${LEAD}[ ,、.!-]*)*${wordsPattern('sure')}$`, 'iu');

/**
 * Whether a sentence is a short word, begins with it before a comma or the like, or ends in it. Before yes and no may
 * stand what says neither (`Sorry, no.`) or says the same (`Absolutely, yes.`); `Unfortunately not.` and `That is not possible.` are no.
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

/** Which of yes and no a word is, in any language or as true or false; null where it is neither. */
const whichOf = (word: string): 'yes' | 'no' | null => (YES.has(word) ? 'yes' : NO.has(word) ? 'no' : null);

/** A long reply answers in its first or last sentences, and no sentence that answers yes or no is longer than this. */
const SENTENCES_AT_ENDS = 3;
const LONGEST_SENTENCE = 2_000;

/** Which of yes and no the sentences of a reply answer with, in any language; null where they do with neither or both. */
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

/** Whether a reply answers as a word does that is yes or no: `Ja.` as `true` (`same`), `Nein.` otherwise (`opposite`). */
export function answersAs(reply: string, word: string): 'same' | 'opposite' | null {
  const expected = whichOf(word.toLowerCase());
  const answered = expected === null ? null : answeredBy(reply);
  return answered === null ? null : answered === expected ? 'same' : 'opposite';
}

/** Whether a reply is nothing but a word that says the same as this yes: `Certainly.` */
export const affirms = (reply: string, word: string): boolean =>
  YES.has(word) && SURE.test(plainAnswer(reply));
