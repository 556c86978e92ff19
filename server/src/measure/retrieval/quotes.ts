const SAME: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u200b\u2060\ufeff]/g, ''],
  [/[‘’‚‛‹›]/g, "'"],
  [/[“”„‟«»]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/…/g, '...'],
  [/\s+/g, ' '],
];
const WORD = /[\p{L}\p{N}]/u;

/**
 * Normalises a text for comparing quotes: NFC and lower case, white space, quotation marks and dashes unified,
 * invisible characters removed. So a quote is found where a reader would find it.
 */
export function comparableText(text: string): string {
  return SAME.reduce((said, [some, as]) => said.replace(some, as), text.normalize('NFC'))
    .trim()
    .toLowerCase();
}

/** Whether a text contains these words, at word boundaries. Both must be normalised. */
export function containsQuote(text: string, quote: string): boolean {
  if (!WORD.test(quote)) return false;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (!cutsWord(text, at) && !cutsWord(text, at + quote.length)) return true;
  }
  return false;
}

/** Whether a position is inside a word or a number: *2.5* is not in *12.5*, nor *able* in *unable*. */
function cutsWord(text: string, at: number): boolean {
  const [before, after] = [text.slice(0, at).slice(-2), text.slice(at, at + 2)];
  if (WORD.test(before.slice(-1)) && WORD.test(after.slice(0, 1))) return true;
  return /\d[.,]?$/.test(before) && /^[.,]?\d/.test(after);
}
