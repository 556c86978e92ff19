import type { ScoredRow } from './top-k.ts';

/** What the meaning weighs in a hybrid search, as a function of how much of the text the model explains. */
export interface FusionRule {
  /** Up to this share explained, the meaning has its least weight. */
  from: number;
  /** The weight for each further share explained. */
  slope: number;
  least: number;
  most: number;
  /** The relevance that scores 0.5, as a share of that of a chunk of average length that holds every word once. */
  half: number;
}

/**
 * Chosen by leaving one collection out, bench/search-fusion.ts prints it: the figure that counts is on the collection
 * that did not choose. Why: docs/decisions/0020-meaning-weighs-what-the-model-explains.md.
 */
export const FUSION: FusionRule = { from: 0.3, slope: 2.5, least: 0.1, most: 0.75, half: 0.5 };

/** An embedding model was not trained on the workspace, so nothing says how much of its text it explains. */
const WEIGHT_OF_EMBEDDING_MODEL = 0.5;

/**
 * The weight of the semantic score, 0 to 1; the keyword score has the rest. It grows with the share of the chunks' own
 * weight that the model explains, and falls with what the model does not know of the query and with the share of the
 * chunks that it has not seen. It does not depend on the source filter.
 */
export function semanticWeight(
  { explained, known, unseen }: { explained: number | null; known: number; unseen: number },
  { from, slope, least, most }: FusionRule = FUSION,
): number {
  const trusted =
    explained === null
      ? WEIGHT_OF_EMBEDDING_MODEL
      : Math.min(most, Math.max(least, slope * (explained - from)));
  return trusted * known * (1 - unseen);
}

/** A candidate with both of its scores: the keyword score in [0, 1], `cosine` in [-1, 1]. */
export interface Candidate {
  id: number;
  words: number;
  cosine: number;
}

/**
 * The weighted mean of the keyword score and the cosine: in [0, 1], best first. No score depends on the other
 * candidates, so a chunk has the same score with and without a source filter.
 */
export function fuse(candidates: readonly Candidate[], weight: number): ScoredRow[] {
  return candidates
    .map(({ id, words, cosine }) => ({
      id,
      score: (1 - weight) * words + weight * Math.min(1, Math.max(0, cosine)),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
