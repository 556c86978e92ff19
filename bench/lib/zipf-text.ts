import { seededRandom } from '../../server/src/knowledge/search/lsa/seeded-random.ts';

/** Generated text whose word frequencies follow Zipf's law as Mandelbrot corrected it: 1 / (rank + 2.7). */
export interface ZipfText {
  random: () => number;
  /** A word drawn with the text's own frequencies. */
  draw(): string;
  /** The word of a rank, 0 the most frequent. */
  wordOf(rank: number): string;
  /** This number of words from `one`, separated by spaces. */
  many(count: number, one: () => string): string;
}

export function zipfText(vocabulary: number, seed: number): ZipfText {
  const random = seededRandom(seed);
  const sums = new Float64Array(vocabulary);
  for (let rank = 0, sum = 0; rank < vocabulary; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return {
    random,
    draw: () => wordOf(rankAt(sums, random() * (sums.at(-1) ?? 0))),
    wordOf,
    many: (count, one) => Array.from({ length: count }, one).join(' '),
  };
}

function rankAt(sums: Float64Array, at: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word of letters only, five or more, so that neither stemming nor splitting touches it. */
function wordOf(rank: number): string {
  const letters = 'bdfgklmnprtvz';
  let word = 'o';
  for (let left = rank + 28_561; left > 0; left = Math.floor(left / 13)) word += letters[left % 13];
  return word;
}
