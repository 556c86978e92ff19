/**
 * The size of a passage in any script is its number of words or a sixth of its UTF-16 code units, whichever is more.
 * English has about six units per word including the space, so prose is measured in words, and text without spaces
 * (Chinese, Thai, base64, minified code) is bounded too.
 */
export const TARGET_CHUNK_SIZE = 220;
/** The maximum size of a chunk: 400 words and 2,400 code units. */
export const MAX_CHUNK_SIZE = 400;
export const UNITS_PER_WORD = 6;

/** White space as in `\s`, by code unit, because this runs for every character of every source. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Words (runs without white space) of `content.slice(start, end)`. */
export function countWords(content: string, start: number, end: number): number {
  let words = 0;
  let inWord = false;
  for (let i = start; i < end; i++) {
    const space = isSpace(content.charCodeAt(i));
    if (!space && !inWord) words++;
    inWord = !space;
  }
  return words;
}

export function chunkSize(words: number, units: number): number {
  return Math.max(words, Math.ceil(units / UNITS_PER_WORD));
}

/** The first position in [start, end) that is not white space, or `end`. */
export function skipSpace(content: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(content.charCodeAt(at))) at++;
  return at;
}

/** The end of [start, end) without trailing white space. */
export function trimEnd(content: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(content.charCodeAt(at - 1))) at--;
  return at;
}
