import type { IndexReader, Scope } from '../index/index-reader.ts';
import { createDenseTopK, type ScoredRow } from '../rank/top-k.ts';
import { HYBRID_BUDGET, type HybridBudget, type PhaseRequest, planHybridPhases } from './keyword-phases.ts';
import { requiredAlternatives } from './keyword-plan.ts';
import { bm25Weight, inverseDocumentFrequency } from './keyword-scores.ts';

/** The keyword scores of some sources' chunks, for a hybrid search. */
export interface HybridKeywordScores {
  /** The best chunks by relevance; empty if every word is too frequent for the posting budget. */
  hits: ScoredRow[];
  /** The reference relevance: that of a chunk of average length that contains every word of the query once. */
  allWords: number;
  /** The relevance of a chunk of these sources; a source filter does not change it. */
  relevanceOf(row: number): number;
}

/**
 * The keyword half of a hybrid search, within its posting budget; at most `count` hits. A phrase that is only matched,
 * not weighted by BM25, counts as if it occurred once in a chunk of average length.
 */
export function createHybridKeywordScorer(
  reader: IndexReader,
  request: PhaseRequest,
  count: number,
  budget: HybridBudget = HYBRID_BUDGET,
) {
  const { plan, now, deadline } = request;
  const phases = planHybridPhases(reader, request, budget);
  let late = !phases.complete;
  const parts = [...phases.weighted, ...phases.matched].map(
    ({ phrase, times }) => times * inverseDocumentFrequency(reader, phrase),
  );
  const allWords = parts.reduce((sum, part) => sum + part, 0);
  const isLate = () => {
    late ||= now() > deadline;
    return late;
  };
  return {
    /** @param sources row ids; null for all */
    scoresIn(sources: readonly number[] | null): HybridKeywordScores {
      const scope: Scope = { sources, rows: null, without: plan.without };
      const scores = new Float32Array(reader.lastRow() + 1);
      for (const { phrase, times } of phases.weighted) {
        if (isLate()) break;
        const weigh = bm25Weight(reader, phrase, times);
        for (const [row, bm25] of reader.scan(phrase, scope)) scores[row] = (scores[row] ?? 0) + weigh(bm25);
      }
      for (const { phrase, times } of phases.matched) {
        if (isLate()) break;
        const idf = times * inverseDocumentFrequency(reader, phrase);
        for (const row of reader.matchingRows(phrase, scope)) scores[row] = (scores[row] ?? 0) + idf;
      }
      if (plan.required.length > 0)
        keepOnly(scores, reader.rowsWith(requiredAlternatives(plan.required), scope));
      return { hits: bestOf(scores, count), allWords, relevanceOf: (row) => scores[row] ?? 0 };
    },
    timedOut: (): boolean => late,
  };
}

function keepOnly(scores: Float32Array, rows: Iterable<[number]>): void {
  const before = scores.slice();
  scores.fill(0);
  for (const [row] of rows) scores[row] = before[row] ?? 0;
}

function bestOf(scores: Float32Array, count: number): ScoredRow[] {
  const best = createDenseTopK(count);
  best.take(scores, scores.length, 0, (row) => (scores[row] ?? 0) > 0);
  return best.sorted();
}
