import type { ScoredRow } from './top-k.ts';

/** What the meaning weighs in a hybrid search, as a function of its lead (see self-retrieval.ts). */
export interface FusionRule {
  /** Up to this lead, the meaning has its least weight. */
  from: number;
  /** The weight for each further 1 of lead. */
  slope: number;
  least: number;
  most: number;
  /** The relevance that scores 0.5, as a share of that of a chunk of average length that holds every word once. */
  half: number;
}

/**
 * Chosen by leaving one collection out, bench/search-quality.ts prints it: the figure that counts is on the collection
 * that did not choose. Why: docs/decisions/0047-meaning-weighs-what-it-finds.md.
 */
export const FUSION_RULE: FusionRule = { from: 0.6, slope: 2, least: 0.1, most: 0.8, half: 0.5 };

/** An embedding model was not trained on the workspace, and nothing measures how well it finds the workspace's text. */
const WEIGHT_OF_EMBEDDING_MODEL = 0.5;

/**
 * The weight of the semantic score, 0 to 1; the keyword score has the rest. It grows with the lead of the meaning over
 * the words, and falls with what the model does not know of the query and with the share of the chunks that it has not
 * seen. It does not depend on the source filter.
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
export function fuseScores(candidates: readonly Candidate[], weight: number): ScoredRow[] {
  return candidates
    .map(({ id, words, cosine }) => ({
      id,
      score: (1 - weight) * words + weight * Math.min(1, Math.max(0, cosine)),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
