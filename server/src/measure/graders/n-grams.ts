/** Number of occurrences of each run of `n` words in a text. */
export function countGrams(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i += 1) {
    const gram = words.slice(i, i + n).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Number of runs of words that two texts share: of each run, the smaller of its two counts. */
export function countMatches(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [gram, count] of a) sum += Math.min(count, b.get(gram) ?? 0);
  return sum;
}

/** Words in lower case, separated by white space. */
export const wordsBetweenSpaces = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Maximum words of an expected text, and of a response, that are compared. */
export const MOST_WORDS = 20_000;

/** The total number of runs. */
export function sum(counts: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}
