import { comparableUnits, LINE_HYPHEN, type Unit } from './comparable-text.ts';
import { containsNegation } from './negations.ts';
import { findNumbers } from './numbers.ts';
import { findSentences, type Sentence } from './sentences.ts';

/** Offsets in a text, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

const WORD_CHAR = /[\p{L}\p{N}\p{M}_]/u;
/** These scripts have no spaces between words, so word ends are unknown. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]/u;

/**
 * Finds a quotation in the text of a chunk; null if it is not there. It is there if one passage contains its
 * characters in sequence (`comparable-text.ts` defines equality), and
 *
 * - the passage begins and ends at word and number boundaries: neither *2.5* is in *12.5* nor *compliant* in
 *   *non-compliant*;
 * - the rest of its sentences contains no negation: *the data is stored* is not in *it is not true that the data is
 *   stored*. Such a sentence must be quoted completely.
 *
 * The returned range is that of the complete sentences around the passage, in the original text. A citation therefore
 * shows the context of the quoted words, including conditions and exceptions, and cannot be cut to another meaning.
 */
export function findQuote(quote: string, chunkText: string): Range | null {
  const wanted = comparableUnits(quote);
  if (!wanted.some(({ char }) => WORD_CHAR.test(char))) return null;
  const text = comparableUnits(chunkText);
  let sentences: Sentence[] | undefined;
  let numbers: Range[] | undefined;
  for (let at = 0; at < text.length; at++) {
    const end = matchAt(text, at, wanted);
    const [first, last] = [text[at], end === null ? undefined : text[end - 1]];
    if (!first || !last || cutsWord(chunkText, first.start) || cutsWord(chunkText, last.end)) continue;
    numbers ??= findNumbers(chunkText);
    if (numbers.some((one) => isInside(one, first.start) || isInside(one, last.end))) continue;
    sentences ??= findSentences(chunkText);
    const range = around(sentences, first.start, last.end);
    if (leavesOutNegation(chunkText, range, first.start, last.end)) continue;
    return range;
  }
  return null;
}

/** The end of the match of all of `wanted` that begins at `from`, or null. */
function matchAt(text: readonly Unit[], from: number, wanted: readonly Unit[]): number | null {
  let at = from;
  let next = 0;
  while (next < wanted.length) {
    const here = text[at]?.char;
    const want = wanted[next]?.char;
    if (here === undefined) return null;
    if (here === want) {
      at++;
      next++;
    } else if (here === LINE_HYPHEN && next > 0) {
      next += hyphenLength(wanted, next);
      at++;
    } else if (want === LINE_HYPHEN && next > 0) {
      at += hyphenLength(text, at);
      next++;
    } else return null;
  }
  return at;
}

/**
 * How a hyphen at the end of a line is written on the other side: not at all, as a hyphen, or as a hyphen and a
 * space.
 */
function hyphenLength(units: readonly Unit[], at: number): 0 | 1 | 2 {
  if (units[at]?.char !== '-') return 0;
  return units[at + 1]?.char === ' ' ? 2 : 1;
}

function isInside(range: Range, at: number): boolean {
  return range.start < at && at < range.end;
}

const MARKS_INSIDE = /^[-‐‑'’\u00ad\u200b\u2060]+/;

function cutsWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 8), at);
  const after = text.slice(at, at + 8);
  const [last] = /\P{M}\p{M}*$/u.exec(before) ?? [''];
  const [first] = /^\P{M}|^\p{M}/u.exec(after) ?? [''];
  if (last === '' || first === '') return false;
  if (/\p{M}/u.test(first)) return true;
  if (WORD_CHAR.test(last) && WORD_CHAR.test(first)) return !(UNSPACED.test(last) || UNSPACED.test(first));
  // No boundary between the parts of a compound (`non-` and `compliant`), or within a contraction (`can` and `'t`).
  if (WORD_CHAR.test(last))
    return WORD_CHAR.test(firstOf(after.replace(MARKS_INSIDE, ''))) && MARKS_INSIDE.test(after);
  return (
    /[\p{L}\p{N}][-‐‑\u00ad\u200b\u2060]+\s?$/u.test(before) && !/\s$/.test(before) && WORD_CHAR.test(first)
  );
}

function firstOf(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** The sentences that the range overlaps; the range itself if it is outside all sentences. */
function around(sentences: readonly Sentence[], start: number, end: number): Range {
  const touched = sentences.filter((one) => one.start < end && one.end > start);
  return {
    start: Math.min(start, ...touched.map((one) => one.start)),
    end: Math.max(end, ...touched.map((one) => one.end)),
  };
}

function leavesOutNegation(text: string, range: Range, start: number, end: number): boolean {
  return [text.slice(range.start, start), text.slice(end, range.end)].some((part) =>
    containsNegation(
      comparableUnits(part)
        .map(({ char }) => char)
        .join(''),
    ),
  );
}
