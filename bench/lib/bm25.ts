import { createWordCounter } from '../../server/src/knowledge/search/text/bag-of-words.ts';
import { type Collection, mean, ndcgAt10 } from './collection.ts';

/** Pairs of k1 and b. */
export const BM25_GRID: readonly (readonly [k1: number, b: number])[] = [0.6, 0.9, 1.2, 1.5, 2, 3].flatMap(
  (k1) => [0.3, 0.5, 0.75, 0.9].map((b) => [k1, b] as const),
);
const TITLE_TIMES = 3;

/**
 * nDCG@10 of plain BM25 over stems without stop words, with a title counting three times, for each pair in `BM25_GRID`.
 * (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, with Lucene's idf.)
 */
export function tunedBm25({ documents, queries }: Collection): number[] {
  const count = createWordCounter();
  const bags = documents.map(({ title, text }) => count(`${`${title}\n`.repeat(TITLE_TIMES)}${text}`));
  const lengths = bags.map(({ counts }) => counts.reduce((sum, times) => sum + times, 0));
  const meanLength = mean(lengths);
  const postings = new Map<number, [row: number, times: number][]>();
  for (const [row, { hashes, counts }] of bags.entries())
    for (const [term, hash] of hashes.entries()) {
      const held = postings.get(hash) ?? [];
      postings.set(hash, held);
      held.push([row, counts[term] ?? 0]);
    }
  const rank = (text: string, k1: number, b: number) => {
    const { hashes, counts } = count(text);
    const scores = new Map<number, number>();
    for (const [term, hash] of hashes.entries()) {
      const held = postings.get(hash) ?? [];
      const idf = Math.log1p((bags.length - held.length + 0.5) / (held.length + 0.5));
      for (const [row, times] of held) {
        const norm = k1 * (1 - b + (b * (lengths[row] ?? 0)) / meanLength);
        const part = ((counts[term] ?? 0) * idf * times * (k1 + 1)) / (times + norm);
        scores.set(row, (scores.get(row) ?? 0) + part);
      }
    }
    const first = [...scores].sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, 10);
    return first.map(([row]) => documents[row]?.id ?? '');
  };
  return BM25_GRID.map(([k1, b]) =>
    mean(queries.map(({ text, relevant }) => ndcgAt10(rank(text, k1, b), relevant))),
  );
}
