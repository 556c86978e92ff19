/**
 * A hit with its score in [0, 1]. In mode `keyword` that is `keywordScore`; in `semantic` the cosine between chunk
 * and query, the query moved towards its first hits; in `hybrid` the weighted mean of these two (see fuse.ts). It is no
 * probability that the chunk answers the query, and in no mode does it depend on the sources asked for.
 */
export interface RankedHit {
  chunkId: string;
  sourceId: string;
  score: number;
}

/** The relevance that scores 0.5. */
const HALF = 5;
/** So many chunks of one source rank as they are. */
const FULL_SCORE_PER_SOURCE = 3;

/**
 * Maps a keyword relevance r (a sum of BM25 parts) to r / (r + 5): 0 for nothing, 0.5 for 5, towards 1 without
 * reaching it; monotonic, so it orders as BM25 does.
 */
export function keywordScore(relevance: number): number {
  return relevance > 0 ? relevance / (relevance + HALF) : 0;
}

/**
 * Lowers the scores of hits beyond the third of a source, the nth to 3/n of its score (0.75, 0.6, 0.5 …), so
 * that one long document does not fill the answer; then orders by score, equal ones as they came.
 */
export function rankHits(hits: readonly RankedHit[]): RankedHit[] {
  const seen = new Map<string, number>();
  const ranked = hits.map(({ chunkId, sourceId, score }) => {
    const nth = (seen.get(sourceId) ?? 0) + 1;
    seen.set(sourceId, nth);
    return { chunkId, sourceId, score: score * Math.min(1, FULL_SCORE_PER_SOURCE / nth) };
  });
  return ranked.sort((a, b) => b.score - a.score);
}
