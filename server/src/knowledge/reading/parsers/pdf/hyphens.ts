/** A hyphen at the end of a line, between two parts of a word. */
const AT_LINE_END = /([\p{L}\p{N}]+)(?:[-‐]|\u00ad+)[\n\u2028]([\p{L}\p{N}]+)/gu;
const WORD = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)*/gu;
/** The maximum number of words that are counted to learn how a text writes them. */
const MAX_WORDS = 200_000;

/** The number of occurrences of each word of a text, in lower case. A word can contain hyphens, as in "well-known". */
export class WordCounts {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    for (const [word] of text.replace(AT_LINE_END, '\n').matchAll(WORD)) {
      const key = word.toLowerCase().replaceAll('‐', '-');
      if (this.#counts.size < MAX_WORDS || this.#counts.has(key)) this.#counts.set(key, this.count(key) + 1);
    }
  }

  count(word: string): number {
    return this.#counts.get(word.toLowerCase()) ?? 0;
  }
}

/**
 * Joins words that are hyphenated at the end of a line. The hyphen stays if the text writes the word with it more often
 * than without, after a single letter, and before a number or a capital letter.
 */
export function withoutLineHyphens(text: string, words: WordCounts): string {
  return text.replace(AT_LINE_END, (whole, first: string, second: string) => {
    const hyphenated = `${first}-${second}`;
    if (whole.includes('\u00ad')) return first + second;
    if (!/\p{L}{2}$/u.test(first) || !/^\p{Ll}/u.test(second)) return hyphenated;
    return words.count(hyphenated) > words.count(first + second) ? hyphenated : first + second;
  });
}
