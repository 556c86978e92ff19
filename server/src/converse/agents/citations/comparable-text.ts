/**
 * How a quotation is compared with the text of its source. These look the same to a reader and count as equal:
 *
 * - runs of white space, including no-break spaces and line breaks: where a line ends is layout;
 * - quotation marks and apostrophes of any shape, hyphens, dashes and the minus sign, `…` and `...`: keyboards, models
 *   and typesetting programs replace one by another;
 * - the ligatures U+FB00 to U+FB06 and their letters: PDFs contain either;
 * - soft hyphens, zero-width spaces, word joiners and byte order marks: they are invisible;
 * - a hyphen between two letters at the end of a line: the text does not show whether the word has it elsewhere.
 *
 * Everything else differs: case, accents, look-alike letters of other scripts, full-width forms, super- and
 * subscripts (Unicode's NFKC would turn 10² into 102), and even canonical equivalents (NFC would turn the Kelvin sign
 * into K).
 */

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/;
const SPACE = /\s/;
const LETTER = /\p{L}/u;
const LOWER_OR_UNCASED = /[\p{L}--\p{Lu}--\p{Lt}]/v;
const LINE_END = /^[^\S\n\r\u2028]*(?:\r\n|[\n\r\u2028])[^\S\n\r\u2028]*/;

const EQUIVALENT_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛‹›'].map((mark) => [mark, "'"] as const),
  ...[...'“”„‟«»'].map((mark) => [mark, '"'] as const),
  ...[...'‐‑‒–—―−'].map((mark) => [mark, '-'] as const),
  ['…', '...'],
  ['ﬀ', 'ff'],
  ['ﬁ', 'fi'],
  ['ﬂ', 'fl'],
  ['ﬃ', 'ffi'],
  ['ﬄ', 'ffl'],
  ['ﬅ', 'st'],
  ['ﬆ', 'st'],
]);

/** One compared character and its position in the original. */
export interface Unit {
  /** `LINE_HYPHEN` is a hyphen that ends a line. */
  char: string;
  start: number;
  end: number;
}

/** A lone surrogate, which occurs in no text: strict requests and the readers of sources refuse it. */
export const LINE_HYPHEN = '\udfff';

/** The compared characters of a text, without white space at its ends. */
export function comparableUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  while (at < text.length) {
    const hyphen = lineHyphenAt(text, at);
    if (hyphen !== null) {
      units.push({ char: LINE_HYPHEN, start: at, end: hyphen });
      at = hyphen;
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const end = at + char.length;
    if (!INVISIBLE.test(char)) push(units, char, at, end);
    at = end;
  }
  if (units.at(-1)?.char === ' ') units.pop();
  return units;
}

function push(units: Unit[], char: string, start: number, end: number): void {
  if (SPACE.test(char)) {
    const last = units.at(-1);
    if (last === undefined) return;
    if (last.char === ' ') last.end = end;
    else units.push({ char: ' ', start, end });
    return;
  }
  for (const one of EQUIVALENT_CHARACTERS.get(char) ?? char) units.push({ char: one, start, end });
}

/** The start of the next line, if a hyphen at `at` splits a word at the end of a line. */
function lineHyphenAt(text: string, at: number): number | null {
  if (!/[-‐\u00ad]/.test(text.charAt(at)) || !LETTER.test(lastCharOf(text, at))) return null;
  const lineEnd = LINE_END.exec(text.slice(at + 1, at + 40));
  if (!lineEnd) return null;
  const next = at + 1 + lineEnd[0].length;
  const char = String.fromCodePoint(text.codePointAt(next) ?? 0);
  return LOWER_OR_UNCASED.test(char) ? next : null;
}

/** The character that ends before `at`. */
function lastCharOf(text: string, at: number): string {
  const code = text.charCodeAt(at - 1);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  return text.slice(Math.max(0, at - (isLow ? 2 : 1)), at);
}
