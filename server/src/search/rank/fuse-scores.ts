import { keywordScore } from './rank-hits.ts';
import type { ScoredRow } from './top-k.ts';

export interface FusionRule {
  /** The weight of the semantic score where both rankings agree; the keyword score has the rest. */
  semanticWeight: number;
  /** How many of the first hits of one ranking are looked for in the other. */
  agreementHits: number;
}

/**
 * Chosen by cross-validation: bench/search-quality.ts prints the folds, and compares with rank fusion and min-max
 * fusion. Weights above 0.8 were not tried, so that exact words always count.
 */
export const FUSION: FusionRule = { semanticWeight: 0.8, agreementHits: 10 };

/**
 * The weight of the semantic score for a query, 0 to 1; the keyword score has the rest. The more one ranking
 * confirms the other, the more the other counts, so that a weak ranking has little weight:
 * - semantic: `known` (the share of the query's weight that the model knows) times the share of its first 10 hits
 *   that are among the 100 of the keyword ranking;
 * - keyword: full weight, unless its own first hits are confirmed less often than the semantic ones: then it loses
 *   twice the difference.
 * Where the rankings have nothing in common, nothing shows which one is wrong, and the words decide. Where there is
 * no keyword ranking, nothing contradicts the semantic one. Both rankings are those of the whole workspace, so the
 * weight does not depend on the source filter.
 */
export function semanticShare(
  semantic: readonly ScoredRow[],
  keyword: readonly ScoredRow[],
  known: number,
  { semanticWeight, agreementHits }: FusionRule = FUSION,
): number {
  if (semantic.length === 0) return 0;
  if (keyword.length === 0) return semanticWeight;
  const confirmed = agreement(semantic, keyword, agreementHits);
  const doubt = 2 * (confirmed - agreement(keyword, semantic, agreementHits));
  const ofSemantic = known * confirmed * semanticWeight;
  const ofKeyword = (1 - ofSemantic) * (1 - Math.min(1, Math.max(0, doubt)));
  return ofSemantic / (ofSemantic + ofKeyword);
}

/** The share of one ranking's first hits that are anywhere in the other ranking. */
function agreement(ranking: readonly ScoredRow[], other: readonly ScoredRow[], hits: number): number {
  const first = ranking.slice(0, hits);
  const ids = new Set(other.map(({ id }) => id));
  return first.filter(({ id }) => ids.has(id)).length / first.length;
}

/** A candidate with both of its scores: `relevance` as in mode keyword, `cosine` in [-1, 1]. */
export interface Candidate {
  id: number;
  relevance: number;
  cosine: number;
}

/**
 * The weighted mean of the scores of the two modes, r / (r + 5) and the cosine: in [0, 1], best first. No score
 * depends on the other candidates, so a chunk has the same score with and without a source filter.
 */
export function fuse(candidates: readonly Candidate[], share: number): ScoredRow[] {
  return candidates
    .map(({ id, relevance, cosine }) => ({
      id,
      score: (1 - share) * keywordScore(relevance) + share * Math.min(1, Math.max(0, cosine)),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
