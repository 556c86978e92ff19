import type { IndexReader, Scope } from '../index/index-reader.ts';
import type { Phrase } from '../index/index-schema.ts';
import { topScores } from '../rank/top-k.ts';
import type { FoundPhrase } from './keyword-phases.ts';

/** Number of rows between two reads of the clock. */
const ROWS_PER_CLOCK_READ = 1024;

/** The relevance of the chunks found so far by row id: a sum of BM25 parts, above 0. */
export function createKeywordScores(
  reader: IndexReader,
  { deadline, now }: { deadline: number; now: () => number },
) {
  let scores = new Map<number, number>();
  let restricted = false;
  let late = false;
  const isLate = (visited: number) => {
    late ||= visited % ROWS_PER_CLOCK_READ === 0 && now() > deadline;
    return late;
  };
  return {
    /** Accepts only these rows from now on; those without a score have 0. */
    restrictTo(rows: Iterable<[number]>): void {
      let visited = 0;
      for (const [row] of rows) {
        if (isLate(visited++)) break;
        scores.set(row, 0);
      }
      restricted = true;
    },
    /** Adds the phrase's BM25 part to each chunk that contains it, multiplied by its occurrences in the query. */
    add({ phrase, times }: FoundPhrase, scope: Scope): void {
      if (isLate(0)) return;
      const weigh = bm25Weight(reader, phrase, times);
      let visited = 0;
      for (const [row, bm25] of reader.scan(phrase, scope)) {
        if (isLate(++visited)) break;
        const before = scores.get(row);
        if (before !== undefined) scores.set(row, before + weigh(bm25));
        else if (!restricted) scores.set(row, weigh(bm25));
      }
    },
    /** Keeps the `count` best rows and accepts no others from now on. */
    keepBest(count: number): void {
      scores = new Map(topScores(scores, count));
      restricted = true;
    },
    rows: (): number[] => [...scores.keys()],
    best: (count: number): [row: number, relevance: number][] => topScores(scores, count),
    /** Whether the deadline passed and something was omitted. */
    timedOut: (): boolean => late,
  };
}

/**
 * Converts FTS5's bm25 of a phrase to ours: the same saturation and length normalisation, with Lucene's idf log(1 + (N
 * − n + 0.5) / (n + 0.5)). FTS5's own idf has no `1 +` and is at least 0.000001, so a word in half of the chunks (in a
 * small workspace, most words) would count for nothing.
 */
export function bm25Weight(reader: IndexReader, phrase: Phrase, times = 1): (bm25: number) => number {
  const n = reader.frequency(phrase);
  const ours = inverseDocumentFrequency(reader, phrase);
  const theirs = Math.log((reader.ftsRowCount() - n + 0.5) / (n + 0.5));
  const factor = (times * ours) / (theirs > 0 ? theirs : 1e-6);
  return (bm25) => -bm25 * factor;
}

/** Lucene's idf, which is also the BM25 part of a phrase that occurs once in a chunk of average length. */
export function inverseDocumentFrequency(reader: IndexReader, phrase: Phrase): number {
  const n = reader.frequency(phrase);
  const chunks = Math.max(n, reader.chunkCount());
  return Math.log1p((chunks - n + 0.5) / (n + 0.5));
}
