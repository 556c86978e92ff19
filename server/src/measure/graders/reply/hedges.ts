import { dutch } from '../languages/germanic.ts';
import { fold } from './fold.ts';
import { LETTER, wordsIn, wordsOf } from './words.ts';

/**
 * Joins alternatives: `or`, `and`, a comma, a slash; `or` also after a dash or an opening parenthesis. Sticky and
 * case-insensitive, like all patterns here.
 */
export const LINK = new RegExp(
  `(?:[)\\]*_"'\`.? ]{0,4}|[)\\]*_"'\`.? ]{0,5}[(–—….-](?=[ (]?${wordsOf('or')}) ?)(?:(?:[,;/&+|、،]|${wordsOf('or', 'and')}) ?){1,3}`,
  'iuy',
);
/** Between two answers that are both asked: `B? C?`, but not `B? No, C.` */
export const DOUBT = new RegExp(
  `[)\\]*_"'\`]{0,4} ?\\? ?(?! ?(?:${wordsOf('not', 'no')}|(?:wait|actually)(?!${LETTER})))`,
  'iuy',
);
/** After an answer that is asked and denied: `B? No`. */
export const ASKED_NO = new RegExp(
  `[)\\]*_"'\`]{0,4}(?: ?(?:${wordsOf('ends')}|m[iu]|吗|嗎)?か?)?\\? ?${wordsOf('no')}`,
  'iuy',
);
/** Begins a sentence that may take the one before it for one of several: `B. Perhaps C.` */
export const SECOND_THOUGHT = new RegExp(`[)\\]*_"'\` ]{0,4}[.!。।۔] ?${wordsOf('or', 'and')}`, 'iuy');
/** Where a further answer is also called right, or ends the sentence. */
export const CALLED_RIGHT = new RegExp(
  `${wordsOf('right')}|^.{0,30}(?<![\\p{L}\\p{N}])(?-i:[A-Z])[)\\]*_"'\`]{0,3}(?: ?${wordsOf('option', 'ends')})?[^\\p{L}\\p{N}]*$`,
  'iu',
);
/** After the second of two answers, where nothing more is said of it. */
export const ENDS = /^[)\]*_"'` ]{0,5}(?:[?.!]|$)/u;
/** Between two numbers that are alternatives or the ends of a range: `694 or 701`, `3 to 5`. */
const LINKED_NUMBERS = new RegExp(
  `^[)\\]*_"'\`}]{0,4} ?(?:[,，] ?)?(?:\\(?${wordsOf('or', 'and')}|[-–—~〜～至到:/&|;,、]|to|bis|a|hasta|up to)(?: ?${wordsOf('or')})? ?(?:(?:is|it is|exactly|about) )?(?:[a-z] ?= ?)?[(*$€£¥₹{\\[]{0,4} ?[-+−]?$`,
  'iu',
);
/** `or` or `and` in one language and something else in another: `10% of 50`. */
export const AMBIGUOUS = '(?:of|at|es|en)(?!\\p{L})';
const HAS_AMBIGUOUS = new RegExp(`(?<!\\p{L})${AMBIGUOUS}`, 'iu');
/** Tells `of` that is Dutch for `or`. */
const IN_DUTCH = new RegExp(wordsIn([dutch], 'answer', 'before'), 'iu');
/** `694? 701?`; and `694? No, 701.`, where the first number is not the answer. */
const DOUBTED_NUMBERS = new RegExp(
  `^[)\\]*_"'\`}]{0,4} ?\\? ?(?:(?:${wordsOf('or', 'not')}|no|wait|actually)[,.:]? ?){0,2}[(*$€£¥₹{\\[]{0,4}$`,
  'iu',
);
/** The same with a unit after the first: `694 apples or 701 apples`. */
const LINKED_UNITS = new RegExp(
  `^ ?([^\\s\\d,()]{1,20}),? ${wordsOf('or')} (?:(?:is|it is|exactly|about) )?[(*$€£¥₹]{0,4}$`,
  'iu',
);

/** `or 19 if one is green` */
const IF = new RegExp(`^[^\\p{L}\\d]{0,3}${wordsOf('condition')}`, 'iu');

/**
 * Whether two numbers are alternatives, by what stands between them and after the second: `18 of 19` where the whole
 * text is Dutch.
 */
export function areLinked(gap: string, after: string, whole: string): boolean {
  if (gap.length > 60) return false;
  const between = gap.replace(/\s+/g, ' ');
  if (HAS_AMBIGUOUS.test(between) && !IN_DUTCH.test(whole)) return false;
  if (LINKED_NUMBERS.test(between)) return true;
  if (DOUBTED_NUMBERS.test(between) && ENDS.test(after)) return true;
  const unit = LINKED_UNITS.exec(between)?.[1];
  return (
    unit !== undefined &&
    (/^\W*$/u.test(after) ||
      IF.test(after) ||
      after.trimStart().toLowerCase().startsWith(unit.toLowerCase().slice(0, 3)))
  );
}

/** Before what is denied: `not`, `rather than`. */
export const NOT = new RegExp(`(?:${wordsOf('not')}|≠|!=)`, 'iuy');
export const NOT_BEFORE = new RegExp(
  `(?:${wordsOf('not')}|≠|!=)[ (*$€£¥₹"'\`:]{0,4}(?:(?:the|equal to|exactly|just|only|number|value|answer|option|be|is) ){0,2}$`,
  'iu',
);
/** After what is denied: `is wrong`. */
export const WRONG = new RegExp(`[)\\]*_"'\`} ]{0,4}${wordsOf('wrong')}`, 'iuy');
export const RIGHT = new RegExp(`[)\\]*_"'\`} ]{0,4}${wordsOf('right', 'left')}`, 'iuy');
export const BUT = new RegExp(`[)\\]*_"'\`},; ]{0,5}${wordsOf('but')}`, 'iuy');
/** Where a reason or a contrast begins, in which other answers may be named. */
export const REASON = new RegExp(
  `(?<=[\\s,;:(–—-]|^)(?:${wordsOf('because', 'not', 'but')}|(?:is|was|as|for|so|which|while|whereas|although|though)(?!${LETTER}))`,
  'iu',
);

/** Where a sticky pattern ends that begins at `at`; null when it does not match there. */
export function endAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : at + match[0].length;
}

const ANY_NOT = new RegExp(`(?:${wordsOf('not', 'wrong')})`, 'iu');

/** Whether anything is denied in a text. */
export const denies = (text: string): boolean => ANY_NOT.test(fold(text));

const EXPLAINED = new RegExp(
  `^(.{1,300}?)(?:[,;]? ${wordsOf('because')} |[,;] ?${wordsOf('not')} | \\((?! ?${wordsOf('or')})[^()]{1,200}\\)[.!。]?$)`,
  'isu',
);

/** An answer without what only explains it: `Paris because …`, `Paris, not London`, `Paris (the capital)`. */
export function withoutReason(text: string): string {
  const [, answer = text] = EXPLAINED.exec(text.slice(0, 600)) ?? [];
  return answer;
}
