import { isStated } from './corrections.ts';
import { foldCharacters } from './fold.ts';
import {
  BUT_PATTERN,
  CALLED_RIGHT_PATTERN,
  CALLED_WRONG_PATTERN,
  containsDenial,
  DENIED_QUESTION_PATTERN,
  END_OF_ANSWERS_PATTERN,
  endAt,
  LINK_PATTERN,
  NOT_PATTERN,
  REASON_PATTERN,
  RIGHT_OR_LEFT_PATTERN,
  SECOND_THOUGHT_PATTERN,
  TWO_QUESTIONS_PATTERN,
} from './hedges.ts';
import { LETTER_CLASS, longWordsPattern, wordsPattern } from './words.ts';

/** The letters of a choice in a text: one, a denied one (or a denial without a letter), or several. */
export type LetterReading = { letter: string } | { denied: string } | 'hedged' | null;

/** Letters of other scripts that correspond to A, B, C, …: in the order of the script's own lists. */
const LISTS = 'أبجدهو ابجدهو অবডঢ কখগঘঙ कखगघङ กขคงจ 가나다라마 アイウエオ 甲乙丙丁戊';
/** Cyrillic and Greek letters that look like Latin ones; Б, Г and Д belong to no Latin list. */
const LIKE = 'АΑA ВΒB СC ЕΕE';
const STANDS_FOR = new Map([
  ...LISTS.split(' ').flatMap((list) =>
    [...list].map((letter, i) => [foldCharacters(letter), String.fromCharCode(65 + i)] as const),
  ),
  ...LIKE.split(' ').flatMap((letters) =>
    [...letters.slice(0, -1)].map((letter) => [letter, letters.slice(-1)] as const),
  ),
]);

/** The letters that correspond to others, as a character class. */
export const FOREIGN_LETTERS = `[${[...STANDS_FOR.keys()].join('')}]`;

const READ = 600;
/** The stated confidence in a letter: `B (50%), C (50%)` names two. */
const SHARE = /(?<![A-Za-z])([A-Z]\)?)(?: (?:with|mit|con|avec|com))? ?\(? ?\d{1,3} ?% ?\)?/g;
const OPENING = /[\s([{"'<~*_`$#:=–—>→⇒¿¡-]+/y;
const NOISE = new RegExp(
  `(?:${longWordsPattern(2, 'option', 'is', 'before')}|(?<!${LETTER_CLASS})(?:the|option|choice|letter|clearly|definitely|probably|most likely|likely|simply|just|be|indeed|also|therefore|thus|hence|certainly|obviously|actually|that of|given by|number|most probably|perhaps|maybe|even|again|still|surely|der|die|das|le|el|il|los)(?!${LETTER_CLASS})),?`,
  'iuy',
);
const LATIN = /([A-Za-z])(?![A-Za-z0-9\u00c0-\u024f])(?!['’][a-z])/y;
const FOREIGN = new RegExp(`(${FOREIGN_LETTERS})(?![\\p{L}\\p{M}\\p{N}])`, 'uy');
const BUT_ANYWHERE = new RegExp(BUT_PATTERN.source, 'iu');
const CLOSING = /[)\]}"'>*_`$»”]*/y;
const SENTENCE_END = /[.!?](?= |$)|[。！？।;]/;
const OTHER = /(?:[([]\s?([A-Z])\s?[)\]]|(?<![\p{L}\p{N}])([A-Z])\))/gu;
/** Neither an article nor an initial of a name. */
const STANDING_ALONE =
  /(?<![0-9A-Za-z\u00c0-\u024f'])([A-Z])(?![0-9A-Za-z\u00c0-\u024f']|(?<=A) (?!(?:or|and|is|would|could|might|may|will|can) )[a-z])/g;
const FOLLOWS =
  'as|for|so|which|that|where|who|when|while|whereas|although|though|by|from|with|is|was|equals|means|reads|in';
const GOES_ON = new RegExp(
  `^(?: ?(?:${wordsPattern('because', 'option', 'but', 'not', 'left')}|(?<= )(?:${FOLLOWS})(?!${LETTER_CLASS}))|[^\\p{Script=Latin}\\p{N}]*$| ?[.,;:!?。、–—(→-]| ?[^\\p{Script=Latin}\\p{N}\\s\\p{P}\\p{S}]| (?:and|e|y|et|und) ${wordsPattern('not')})`,
  'iu',
);

/** Replaces LaTeX by parentheses, removes emphasis, and normalises the text. */
export function plainMarks(value: string): string {
  return foldCharacters(value.slice(0, READ))
    .replace(/»\s*([\p{L}])\s*«/gu, '($1)')
    .replace(/«\s*|[「『【《〈]/g, '(')
    .replace(/\s*»|[」』】》〉]/g, ')')
    .replace(
      /\\(?:boxed|fbox|text(?:bf|it|rm|sf)?|math(?:bf|rm|it|sf)?|bf|rm|left|right)\s?(\{?)/g,
      (_, brace: string) => (brace === '' ? '' : '('),
    )
    .replaceAll('}', ')')
    .replace(/\\[()[\]]|\$|\*+|`+|__/g, '');
}

/** The letter with which an answer begins, unless it is one of several or denied. */
export function readLetter(value: string, count: number, isDenied = false): LetterReading {
  const text = plainMarks(value).replace(SHARE, '$1');
  let at = 0;
  let denied = isDenied;
  for (let i = 0; i < 8; i++) {
    const next = endAt(OPENING, text, at);
    if (next !== null) at = next;
    const no = endAt(NOT_PATTERN, text, at);
    const noise = endAt(NOISE, text, at);
    if (no !== null && no >= (noise ?? 0)) denied = true;
    const word = Math.max(no ?? 0, noise ?? 0);
    if (word <= at) break;
    at = word;
  }
  const found = letterAt(text, at, count);
  if (found === null) return denied ? { denied: '' } : null;
  const { letter, small, end } = found;
  const rest = text.slice(end);
  const marked = /[(["'<]$/.test(text.slice(0, at)) || /^[)\]]/.test(rest);
  const after = rest.slice(endAt(CLOSING, rest, 0) ?? 0);
  if (denied) return insteadOf(letter, rest, count);
  if (small && !marked && !/^\W*$/u.test(after)) return null;
  return judge(letter, rest, after, marked, count);
}

function judge(letter: string, rest: string, after: string, marked: boolean, count: number): LetterReading {
  const link = linkedTo(letter, rest, count);
  if (link !== null) return link;
  if (isSecondThought(letter, rest, count)) return 'hedged';
  const right = endAt(RIGHT_OR_LEFT_PATTERN, rest, 0);
  const wrong = endAt(CALLED_WRONG_PATTERN, rest, 0);
  if (wrong !== null && wrong >= (right ?? 0)) return insteadOf(letter, rest, count);
  if (!marked && right === null && !GOES_ON.test(after)) return null;
  const sentence = after.slice(0, SENTENCE_END.exec(after)?.index ?? after.length);
  const named = sentence.slice(0, REASON_PATTERN.exec(sentence)?.index ?? sentence.length);
  for (const match of named.matchAll(OTHER)) {
    const other = match[1] ?? match[2] ?? '';
    if (other !== letter && isKnown(other, count)) return 'hedged';
  }
  return { letter };
}

/** `or C`, `, C`, `/ C` directly after a letter: several answers, unless the further ones are called wrong. */
function linkedTo(letter: string, rest: string, count: number): LetterReading {
  let at = 0;
  let links = 0;
  const first = endAt(LINK_PATTERN, rest, 0);
  for (;;) {
    const joined = endAt(LINK_PATTERN, rest, at) ?? endAt(/ ?[-–—](?=[A-Z](?![\p{L}\p{N}]))/uy, rest, at);
    const link = joined ?? endAt(TWO_QUESTIONS_PATTERN, rest, at);
    if (link === null) break;
    let from = endAt(OPENING, rest, link) ?? link;
    from = endAt(NOISE, rest, from) ?? from;
    from = endAt(OPENING, rest, from) ?? from;
    const next = letterAt(rest, from, count);
    if (next === null || next.small || next.letter === letter) break;
    const after = rest.slice(next.end);
    if (joined === null && !END_OF_ANSWERS_PATTERN.test(after)) break;
    // `B. Perhaps C would do elsewhere` is another sentence.
    if (/(?<!\.)[.!] ?\p{L}/u.test(rest.slice(at, link))) break;
    // `B, A cat` does not name A: it is an article.
    if (next.letter === 'A' && /^ [a-z]/.test(after) && endAt(CALLED_WRONG_PATTERN, after, 0) === null) break;
    links += 1;
    at = next.end;
  }
  if (links === 0) return null;
  const wrong = endAt(CALLED_WRONG_PATTERN, rest, at);
  if (wrong === null) return 'hedged';
  const between = rest.slice(0, first ?? 0);
  const apart = /[;.]/.test(between) || (links === 1 && /^\W*$/u.test(between));
  return apart ? { letter } : { denied: letter };
}

/** The letters given instead of another one; none if the text denies anything. */
export function findOptionLetters(text: string, count: number): string[] {
  if (containsDenial(text)) return [];
  const letters = Array.from(text.matchAll(STANDING_ALONE), ([, letter = '']) => letter);
  return [...new Set(letters)].filter((letter) => isKnown(letter, count) && (letter !== 'I' || count > 8));
}

/** The last letter that a text states as the result, other than the one before: `…, so it is B.` */
export function statedLetter(text: string, count: number, before: string): string | null {
  const stated = Array.from(text.matchAll(STANDING_ALONE)).filter(
    ({ 0: { length }, 1: letter = '', index }) =>
      isKnown(letter, count) &&
      letter !== before &&
      endAt(DENIED_QUESTION_PATTERN, text, index + length) === null &&
      isStated(text.slice(0, index), text.slice(index + length)),
  );
  return stated.at(-1)?.[1] ?? null;
}

/** Whether the next sentence offers another letter as an alternative: `B. Or perhaps C.` */
function isSecondThought(letter: string, rest: string, count: number): boolean {
  const from = endAt(SECOND_THOUGHT_PATTERN, rest, 0);
  if (from === null) return false;
  const sentence = rest.slice(from).split(SENTENCE_END)[0] ?? '';
  const other = Array.from(sentence.matchAll(STANDING_ALONE), ([, named = '']) => named).some(
    (named) => named !== letter && isKnown(named, count),
  );
  return other && CALLED_RIGHT_PATTERN.test(sentence);
}

/** After what was denied: `not B but C`. */
function insteadOf(letter: string, rest: string, count: number): LetterReading {
  const from = rest.slice(0, 80).search(BUT_ANYWHERE);
  if (from === -1) {
    const [, other = ''] =
      /^[^.!?。]{0,25}(?:[,;、] ?([A-Z])\W*$|[가-힣] ([A-Z])(?![A-Za-z]))/u.exec(rest)?.filter(Boolean) ?? [];
    return other !== letter && isKnown(other, count) ? { letter: other } : { denied: letter };
  }
  const end = endAt(BUT_PATTERN, rest, from) ?? from;
  const reading = readLetter(rest.slice(end), count);
  return reading ?? { denied: letter };
}

function letterAt(
  text: string,
  at: number,
  count: number,
): { letter: string; small: boolean; end: number } | null {
  LATIN.lastIndex = at;
  FOREIGN.lastIndex = at;
  const latin = LATIN.exec(text)?.[1];
  const foreign = latin === undefined ? FOREIGN.exec(text)?.[1] : undefined;
  const letter = latin?.toUpperCase() ?? STANDS_FOR.get(foreign ?? '') ?? '';
  if (letter === '' || !isKnown(letter, count)) return null;
  return { letter, small: latin !== undefined && latin !== letter, end: at + 1 };
}

/** Whether a letter is a label of the choices; with 0 choices every letter is. */
const isKnown = (letter: string, count: number): boolean =>
  /^[A-Z]$/.test(letter) && (count === 0 || letter.charCodeAt(0) - 65 < count);

/** The only letter in parentheses or bold that is not denied; null if there is none or several. */
export const onlyMarkedLetter = (value: string, count: number): string | null =>
  onlyLetter(value, count, MARKED);

/** The same for letters after the word for an option: `option B`. */
export const onlyOption = (value: string, count: number): string | null => onlyLetter(value, count, OPTION);

function onlyLetter(value: string, count: number, pattern: RegExp): string | null {
  const text = foldCharacters(value);
  const letters = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const letter = match[1] ?? match[2] ?? '';
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const end = match.index + match[0].length;
    if (!isKnown(letter, count)) continue;
    if (linkedTo(letter, text.slice(end, end + 80), count) === 'hedged') return null;
    if (NOT_THERE.test(before) || endAt(CALLED_WRONG_PATTERN, text, end) !== null) continue;
    letters.add(letter);
  }
  const [only] = letters;
  return letters.size === 1 && only !== undefined ? only : null;
}

const MARKED = /\(([A-Z])\)/gu;
const OPTION = new RegExp(`${longWordsPattern(4, 'option')} ([A-Z])(?!${LETTER_CLASS})`, 'gu');
const NOT_THERE = new RegExp(`${wordsPattern('not')}[^.,;!?]{0,12}$`, 'iu');
