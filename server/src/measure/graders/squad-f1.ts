/** Exactly Python's `string.punctuation`. */
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
// Python's \b knows letters of every alphabet: the "a" in "éa" is not an article.
const ARTICLE = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/**
 * Quotation marks of all kinds become straight ones, and full stops and commas of other scripts ASCII, in the answer
 * and in what is expected: the script removes only ASCII, and a model that copies a passage may write either.
 */
export const straightQuotes = (text: string): string =>
  text
    .replace(/[“”„‟«»″「」『』《》〈〉]/g, '"')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[。।॥۔]/g, '.')
    .replace(/[，、،]/g, ',');
export const withoutPunctuation = (text: string): string => text.replace(PUNCTUATION, '');
export const withoutArticles = (text: string): string => text.replace(ARTICLE, ' ');

/** The words of a text as the SQuAD script reads them: lower case, no punctuation, no articles. */
export function squadWords(text: string): string[] {
  return withoutArticles(withoutPunctuation(straightQuotes(text).toLowerCase()))
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Token F1 of the official SQuAD script (evaluate-v2.0.py): words count as often as they occur. When one side has no
 * words, 1 if neither has, else 0. 0 to 1.
 */
export function squadF1(given: string, expected: string): number {
  const [a, b] = [squadWords(given), squadWords(expected)];
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of a) {
    const n = left.get(word) ?? 0;
    if (n > 0) same += 1;
    left.set(word, n - 1);
  }
  return (2 * same) / (a.length + b.length);
}

/** Exact match of the same script: 1 if the words are the same in the same order, otherwise 0. */
export const squadExactMatch = (given: string, expected: string): number =>
  squadWords(given).join(' ') === squadWords(expected).join(' ') ? 1 : 0;
