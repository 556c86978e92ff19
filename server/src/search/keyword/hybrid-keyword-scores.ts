import type { IndexReader, Scope } from '../index/index-reader.ts';
import type { SideHit } from '../rank/fuse-scores.ts';
import { createTopK } from '../rank/top-k.ts';
import { type Counting, HYBRID_BUDGET, type HybridBudget, hybridPhases } from './keyword-phases.ts';
import { idfOf, weightOf } from './keyword-scores.ts';

/** What the words of a query say about the chunks of some sources. */
export interface HybridKeywordScores {
  /** The best chunks by relevance; none where every word is too frequent for the posting budget. */
  hits: SideHit[];
  /** The relevance of a chunk of these sources; the same for a chunk whichever sources are asked for. */
  relevanceOf(row: number): number;
}

export interface HybridKeywordScorer {
  of(sources: readonly number[] | null): HybridKeywordScores;
  timedOut(): boolean;
}

/**
 * The keyword side of a hybrid search, within its posting budget; `count` hits at most. Where a phrase is only known
 * to stand in a chunk it counts what it counts once in a chunk of average length.
 */
export function createHybridKeywordScorer(
  reader: IndexReader,
  counting: Counting,
  count: number,
  budget: HybridBudget = HYBRID_BUDGET,
): HybridKeywordScorer {
  const { plan, now, deadline } = counting;
  const phases = hybridPhases(reader, counting, budget);
  let late = !phases.complete;
  const isLate = () => {
    late ||= now() > deadline;
    return late;
  };
  return {
    of(sources) {
      const scope: Scope = { sources, rows: null, without: plan.without };
      const scores = new Float32Array(reader.lastRow() + 1);
      for (const phrase of phases.weighed) {
        if (isLate()) break;
        const weigh = weightOf(reader, phrase);
        for (const [row, bm25] of reader.scan(phrase, scope)) scores[row] = (scores[row] ?? 0) + weigh(bm25);
      }
      for (const phrase of phases.held) {
        if (isLate()) break;
        const idf = idfOf(reader, phrase);
        for (const row of reader.holders(phrase, scope)) scores[row] = (scores[row] ?? 0) + idf;
      }
      if (plan.required.length > 0) keepOnly(scores, reader.rowsWith(plan.required, scope));
      return { hits: bestOf(scores, count), relevanceOf: (row) => scores[row] ?? 0 };
    },
    timedOut: () => late,
  };
}

function keepOnly(scores: Float32Array, rows: Iterable<[number]>): void {
  const before = scores.slice();
  scores.fill(0);
  for (const [row] of rows) scores[row] = before[row] ?? 0;
}

function bestOf(scores: Float32Array, count: number): SideHit[] {
  const top = createTopK(count);
  top.take(scores, scores.length, 0, (row) => (scores[row] ?? 0) > 0);
  return top.sorted().map(({ at, score }) => ({ id: at, score }));
}
