import { dutch } from '../languages/germanic.ts';
import { foldCharacters } from './fold.ts';
import { LETTER_CLASS, wordsPattern, wordsPatternOfLanguages } from './words.ts';

/**
 * Joins alternatives: `or`, `and`, a comma, a slash; `or` also after a dash or an opening parenthesis. Sticky and
 * case-insensitive, like all patterns here.
 */
export const LINK_PATTERN = new RegExp(
  `(?:[)\\]*_"'\`.? ]{0,4}|[)\\]*_"'\`.? ]{0,5}[(–—….-](?=[ (]?${wordsPattern('or')}) ?)(?:(?:[,;/&+|、،]|${wordsPattern('or', 'and')}) ?){1,3}`,
  'iuy',
);
/** Between two answers in question form: `B? C?`, but not `B? No, C.` */
export const TWO_QUESTIONS_PATTERN = new RegExp(
  `[)\\]*_"'\`]{0,4} ?\\? ?(?! ?(?:${wordsPattern('not', 'no')}|(?:wait|actually)(?!${LETTER_CLASS})))`,
  'iuy',
);
/** After an answer that is questioned and denied: `B? No`. */
export const DENIED_QUESTION_PATTERN = new RegExp(
  `[)\\]*_"'\`]{0,4}(?: ?(?:${wordsPattern('ends')}|m[iu]|吗|嗎)?か?)?\\? ?${wordsPattern('no')}`,
  'iuy',
);
/** Begins a sentence that may make the previous answer one of several: `B. Perhaps C.` */
export const SECOND_THOUGHT_PATTERN = new RegExp(
  `[)\\]*_"'\` ]{0,4}[.!。।۔] ?${wordsPattern('or', 'and')}`,
  'iuy',
);
/** After a further answer that is also called right, or that ends the sentence. */
export const CALLED_RIGHT_PATTERN = new RegExp(
  `${wordsPattern('right')}|^.{0,30}(?<![\\p{L}\\p{N}])(?-i:[A-Z])[)\\]*_"'\`]{0,3}(?: ?${wordsPattern('option', 'ends')})?[^\\p{L}\\p{N}]*$`,
  'iu',
);
/** After the second of two answers, if nothing more is said about it. */
export const END_OF_ANSWERS_PATTERN = /^[)\]*_"'` ]{0,5}(?:[?.!]|$)/u;
/** Between two numbers that are alternatives or the ends of a range: `694 or 701`, `3 to 5`. */
const LINKED_NUMBERS = new RegExp(
  `^[)\\]*_"'\`}]{0,4} ?(?:[,，] ?)?(?:\\(?${wordsPattern('or', 'and')}|[-–—~〜～至到:/&|;,、]|to|bis|a|hasta|up to)(?: ?${wordsPattern('or')})? ?(?:(?:is|it is|exactly|about) )?(?:[a-z] ?= ?)?[(*$€£¥₹{\\[]{0,4} ?[-+−]?$`,
  'iu',
);
/** `or` or `and` in one language and another word elsewhere: `10% of 50`. */
export const AMBIGUOUS_WORDS = '(?:of|at|es|en)(?!\\p{L})';
const HAS_AMBIGUOUS = new RegExp(`(?<!\\p{L})${AMBIGUOUS_WORDS}`, 'iu');
/** Identifies `of` as Dutch for `or`. */
const IN_DUTCH = new RegExp(wordsPatternOfLanguages([dutch], 'answer', 'before'), 'iu');
/** `694? 701?`; and `694? No, 701.`, where the first number is not the answer. */
const DOUBTED_NUMBERS = new RegExp(
  `^[)\\]*_"'\`}]{0,4} ?\\? ?(?:(?:${wordsPattern('or', 'not')}|no|wait|actually)[,.:]? ?){0,2}[(*$€£¥₹{\\[]{0,4}$`,
  'iu',
);
/** The same with a unit after the first number: `694 apples or 701 apples`. */
const LINKED_UNITS = new RegExp(
  `^ ?([^\\s\\d,()]{1,20}),? ${wordsPattern('or')} (?:(?:is|it is|exactly|about) )?[(*$€£¥₹]{0,4}$`,
  'iu',
);

/** `or 19 if one is green` */
const IF = new RegExp(`^[^\\p{L}\\d]{0,3}${wordsPattern('condition')}`, 'iu');

/**
 * Whether two numbers are alternatives, by the text between them and after the second: `18 of 19` if the whole text is
 * Dutch.
 */
export function areLinked(gap: string, after: string, whole: string): boolean {
  if (gap.length > 60) return false;
  const between = gap.replace(/\s+/g, ' ');
  if (HAS_AMBIGUOUS.test(between) && !IN_DUTCH.test(whole)) return false;
  if (LINKED_NUMBERS.test(between)) return true;
  if (DOUBTED_NUMBERS.test(between) && END_OF_ANSWERS_PATTERN.test(after)) return true;
  const unit = LINKED_UNITS.exec(between)?.[1];
  return (
    unit !== undefined &&
    (/^\W*$/u.test(after) ||
      IF.test(after) ||
      after.trimStart().toLowerCase().startsWith(unit.toLowerCase().slice(0, 3)))
  );
}

/** Before something denied: `not`, `rather than`. */
export const NOT_PATTERN = new RegExp(`(?:${wordsPattern('not')}|≠|!=)`, 'iuy');
export const NOT_BEFORE_PATTERN = new RegExp(
  `(?:${wordsPattern('not')}|≠|!=)[ (*$€£¥₹"'\`:]{0,4}(?:(?:the|equal to|exactly|just|only|number|value|answer|option|be|is) ){0,2}$`,
  'iu',
);
/** After something denied: `is wrong`. */
export const CALLED_WRONG_PATTERN = new RegExp(`[)\\]*_"'\`} ]{0,4}${wordsPattern('wrong')}`, 'iuy');
export const RIGHT_OR_LEFT_PATTERN = new RegExp(`[)\\]*_"'\`} ]{0,4}${wordsPattern('right', 'left')}`, 'iuy');
export const BUT_PATTERN = new RegExp(`[)\\]*_"'\`},; ]{0,5}${wordsPattern('but')}`, 'iuy');
/** The beginning of a reason or a contrast, in which other answers may be mentioned. */
export const REASON_PATTERN = new RegExp(
  `(?<=[\\s,;:(–—-]|^)(?:${wordsPattern('because', 'not', 'but')}|(?:is|was|as|for|so|which|while|whereas|although|though)(?!${LETTER_CLASS}))`,
  'iu',
);

/** The end of a sticky pattern's match at `at`; null if it does not match there. */
export function endAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : at + match[0].length;
}

const ANY_NOT = new RegExp(`(?:${wordsPattern('not', 'wrong')})`, 'iu');

/** Whether a text denies anything. */
export const containsDenial = (text: string): boolean => ANY_NOT.test(foldCharacters(text));

const EXPLAINED = new RegExp(
  `^(.{1,300}?)(?:[,;]? ${wordsPattern('because')} |[,;] ?${wordsPattern('not')} | \\((?! ?${wordsPattern('or')})[^()]{1,200}\\)[.!。]?$)`,
  'isu',
);

/** An answer without explanations: `Paris because …`, `Paris, not London`, `Paris (the capital)`. */
export function withoutReason(text: string): string {
  const [, answer = text] = EXPLAINED.exec(text.slice(0, 600)) ?? [];
  return answer;
}
