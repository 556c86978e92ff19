import type { ScoredRow } from './top-k.ts';

/** The weight of the semantic score in a hybrid search, as a function of the semantic lead (see self-retrieval.ts). */
export interface FusionRule {
  /** Up to this lead, the semantic score has its minimum weight. */
  from: number;
  /** Additional weight for each 1 of lead above that. */
  slope: number;
  least: number;
  most: number;
  /** The relevance that scores 0.5, as a share of that of a chunk of average length that contains every word once. */
  half: number;
}

/**
 * Chosen by leaving one collection out, as printed by bench/search-quality.ts: the relevant figure is on the collection
 * that was left out. Reasons: docs/decisions/0047-meaning-weighs-what-it-finds.md.
 */
export const FUSION_RULE: FusionRule = { from: 0.6, slope: 2, least: 0.1, most: 0.8, half: 0.5 };

/** The weight for an embedding model, which was not trained on the workspace and whose lead is not measured. */
const WEIGHT_OF_EMBEDDING_MODEL = 0.5;

/**
 * The weight of the semantic score, 0 to 1; the keyword score has the rest. It grows with the semantic lead, and
 * decreases with the share of the query that the model does not know and the share of chunks that it has not seen. It
 * does not depend on the source filter.
 */
export function semanticWeight(
  { lead, known, unseen }: { lead: number | null; known: number; unseen: number },
  { from, slope, least, most }: FusionRule = FUSION_RULE,
): number {
  const trusted =
    lead === null
      ? WEIGHT_OF_EMBEDDING_MODEL
      : Math.min(most, Math.max(least, least + slope * (lead - from)));
  return trusted * known * (1 - unseen);
}

/** A candidate with both scores: the keyword score in [0, 1], `cosine` in [-1, 1]. */
export interface Candidate {
  id: number;
  words: number;
  cosine: number;
}

/**
 * The weighted mean of the keyword score and the cosine: in [0, 1], best first. No score depends on other candidates,
 * so a chunk has the same score with and without a source filter.
 */
export function fuseScores(candidates: readonly Candidate[], weight: number): ScoredRow[] {
  return candidates
    .map(({ id, words, cosine }) => ({
      id,
      score: (1 - weight) * words + weight * Math.min(1, Math.max(0, cosine)),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
