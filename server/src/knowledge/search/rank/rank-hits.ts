/**
 * A hit with its score in [0, 1]. In mode `keyword` that is `keywordScore`; in `semantic` the cosine between chunk and
 * query, after the query was moved towards its first hits; in `hybrid` a weighted mean of both (see fuse-scores.ts). It
 * is not a probability that the chunk answers the query, and never depends on the source filter.
 */
export interface RankedHit {
  chunkId: string;
  sourceId: string;
  score: number;
}

/** The relevance that scores 0.5. */
const HALF_SCORE_RELEVANCE = 5;
/** Number of chunks of one source that keep their score. */
const FULL_SCORE_PER_SOURCE = 3;

/**
 * Factor on the score of dataset rows. A question of a test set, or its passage, contains the words of a search more
 * often than the text that answers it, and no person reads it.
 */
const DATASET_SHARE = 0.5;

/**
 * Maps a keyword relevance r (a sum of BM25 parts) to r / (r + 5): 0 for 0, 0.5 for 5, always below 1. The function
 * is monotonic, so the order is that of BM25.
 */
export function keywordScore(relevance: number): number {
  return saturateRelevance(relevance, HALF_SCORE_RELEVANCE);
}

/** r / (r + half) for a relevance above 0, otherwise 0. */
export function saturateRelevance(relevance: number, half: number): number {
  return relevance > 0 ? relevance / (relevance + half) : 0;
}

/**
 * Lowers the scores of hits beyond the third of a source: the nth keeps 3/n of its score (0.75, 0.6, 0.5 …), so that
 * one long document does not dominate the results. Halves those of datasets. Then sorts by score; equal scores keep
 * their order.
 */
export function rankHits(hits: readonly RankedHit[], datasets: ReadonlySet<string>): RankedHit[] {
  const seen = new Map<string, number>();
  const ranked = hits.map(({ chunkId, sourceId, score }) => {
    const nth = (seen.get(sourceId) ?? 0) + 1;
    seen.set(sourceId, nth);
    const share = datasets.has(sourceId) ? DATASET_SHARE : 1;
    return { chunkId, sourceId, score: share * score * Math.min(1, FULL_SCORE_PER_SOURCE / nth) };
  });
  return ranked.sort((a, b) => b.score - a.score);
}
