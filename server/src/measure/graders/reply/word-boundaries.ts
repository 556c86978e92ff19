/** Scripts without blanks between words, whose letters are no word boundaries. */
const JOINED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** Korean appends particles to a word: `서울입니다` contains the word `서울`. */
const ENDS_BEFORE_PARTICLES = /\p{Script=Hangul}/u;
const IN_WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Whether the text from `start` to `end` is not part of a longer word or number. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  const [before, first] = [characterBefore(text, start), characterAt(text, start)];
  const [last, after] = [characterBefore(text, end), characterAt(text, end)];
  return !goesOn(before, first) && (ENDS_BEFORE_PARTICLES.test(after) || !goesOn(last, after));
}

/** Whether two adjacent characters belong to one word or number. */
function goesOn(left: string, right: string): boolean {
  return IN_WORD.test(left) && IN_WORD.test(right) && !JOINED.test(left) && !JOINED.test(right);
}

/** Whether a text is written without blanks between words. */
export const isJoinedScript = (text: string): boolean => JOINED.test(text);

/** The words of a text; in scripts without blanks, its single letters. */
export const wordsOfText = (text: string): string[] => text.match(WORD) ?? [];

const WORD = new RegExp(`${JOINED.source}\\p{M}*|(?:(?!${JOINED.source})[\\p{L}\\p{M}\\p{N}_])+`, 'gu');

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

function characterBefore(text: string, at: number): string {
  const isLow = at >= 2 && (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return at === 0 ? ' ' : text.slice(isLow ? at - 2 : at - 1, at);
}
