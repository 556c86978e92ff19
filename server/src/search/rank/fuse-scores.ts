import { keywordScore } from './rank-hits.ts';

/** A chunk's row id with its score on one side's own scale; lists are best first. */
export interface SideHit {
  id: number;
  score: number;
}

export interface FusionRule {
  /** What the semantic side weighs where both sides agree; the keyword side has the rest. */
  semanticWeight: number;
  /** The first hits of one side that are looked for among the other side's. */
  agreementHits: number;
}

/**
 * Chosen by cross-validation (bench/search-quality.ts prints the folds, and rank and min-max fusion beside them).
 * More than 0.8 was not tried, so that exact words always count.
 */
export const FUSION: FusionRule = { semanticWeight: 0.8, agreementHits: 10 };

/**
 * What the semantic side weighs for a query, 0 to 1; the keyword side has the rest. Each side is trusted by how far
 * the other one confirms it, so that a weak one hardly counts:
 * - the semantic side by `known`, the share of the query's weight that the model knows, times the share of its first
 *   10 hits that are among the keyword side's 100;
 * - the keyword side wholly, unless its own first hits are confirmed less often than the semantic side's: then it
 *   loses twice the difference.
 * Where the two have nothing in common there is no telling which is wrong, and the words decide. Where the keyword
 * side has no list there is nothing to disagree with. Both lists are the whole workspace's, so that the weight is the
 * same whichever sources are asked for.
 */
export function semanticShare(
  semantic: readonly SideHit[],
  keyword: readonly SideHit[],
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

/** The share of one side's first hits that are anywhere in the other's list. */
function agreement(side: readonly SideHit[], other: readonly SideHit[], hits: number): number {
  const first = side.slice(0, hits);
  const ids = new Set(other.map(({ id }) => id));
  return first.filter(({ id }) => ids.has(id)).length / first.length;
}

/** A candidate with what both sides say of it: `relevance` as in mode keyword, `cosine` in [-1, 1]. */
export interface Candidate {
  id: number;
  relevance: number;
  cosine: number;
}

/**
 * The weighted mean of the scores that the two modes give on their own, r / (r + 5) and the cosine: in [0, 1], best
 * first. Nothing is stretched to fill the scale and nothing depends on the other candidates, so a chunk has the same
 * score whichever sources are asked for.
 */
export function fuse(candidates: readonly Candidate[], share: number): SideHit[] {
  return candidates
    .map(({ id, relevance, cosine }) => ({
      id,
      score: (1 - share) * keywordScore(relevance) + share * Math.min(1, Math.max(0, cosine)),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
