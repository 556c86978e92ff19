/**
 * Invisible characters that can hide text: zero-width spaces, soft hyphens, invisible operators, byte order marks,
 * Unicode tags, controls other than tab and line breaks, and noncharacters. ZWJ and ZWNJ are kept, because emoji,
 * Persian and Hindi need them.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\0-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufdd0-\ufdef\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
/** One variation selector can follow a character; several in a row can hide bytes. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** Makes text well-formed, removes invisible characters, and makes `\n` the only line break. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u0085|[\v\f]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(SELECTORS, '');
}

/** Number of characters that `cleanText` removes, except soft hyphens and byte order marks, which hide nothing. */
export function countInvisible(text: string): number {
  const characters = text.match(INVISIBLE)?.filter((one) => one !== '\u00ad' && one !== '\ufeff') ?? [];
  const selectors = text.match(SELECTORS) ?? [];
  return characters.length + selectors.reduce((sum, row) => sum + [...row].length, 0);
}

/** How much of a text is read to count its words. */
const COUNTED_UNITS = 100_000;

/**
 * Number of words at the beginning of a text: runs of letters and digits, or half the Chinese and Japanese characters.
 */
export function countShownWords(text: string): number {
  const beginning = text.slice(0, COUNTED_UNITS);
  const wide = beginning.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  // Bounded, because a run of millions of letters would overflow the matcher's stack.
  const spaced = beginning.match(/[\p{L}\p{N}]{1,100}/gu)?.length ?? 0;
  return Math.max(spaced, wide / 2);
}
