import type { SideHit } from './fuse.ts';
import type { IndexReader, Scope } from './index-reader.ts';
import {
  type Counting,
  HYBRID_BUDGET,
  type HybridBudget,
  hybridPhases,
  type Phases,
} from './keyword-phases.ts';
import { createKeywordScores } from './keyword-scores.ts';

/** What the words of a query say about the chunks of some sources. */
export interface KeywordSide {
  /** The best chunks by relevance; none where the words are too frequent to make a list of. */
  hits: SideHit[];
  /** The relevance of these chunks; the same for a chunk whichever sources are asked for. */
  relevanceOf(rows: readonly number[]): (row: number) => number;
}

export interface KeywordSides {
  of(sources: readonly number[] | null): KeywordSide;
  timedOut(): boolean;
}

/** The keyword side of a hybrid search, within its posting budget; `count` hits at most. */
export function createKeywordSides(
  reader: IndexReader,
  counting: Counting,
  count: number,
  budget: HybridBudget = HYBRID_BUDGET,
): KeywordSides {
  const { plan } = counting;
  const phases = hybridPhases(reader, counting, budget);
  let late = !phases.complete;
  const scoresOf = (phrases: Phases['scanned'], scope: Scope) => {
    const scores = createKeywordScores(reader, counting);
    if (scope.rows === null && plan.required.length > 0)
      scores.restrictTo(reader.rowsWith(plan.required, scope));
    for (const phrase of phrases) scores.add(phrase, scope);
    late ||= scores.timedOut();
    return scores;
  };
  return {
    of(sources) {
      const scope: Scope = { sources, rows: null, without: plan.without };
      if (phases.scanned.length === 0) {
        const relevanceOf = (rows: readonly number[]) => scoresOf(phases.reranking, { ...scope, rows }).of;
        return { hits: [], relevanceOf };
      }
      const scores = scoresOf(phases.scanned, scope);
      const hits = scores.best(count).map(([id, score]) => ({ id, score }));
      return { hits, relevanceOf: () => scores.of };
    },
    timedOut: () => late,
  };
}
