import { scaleToLengthOne } from '../lsa/term-matrix.ts';
import type { ScoredRow } from '../rank/top-k.ts';
import type { LoadedVectors } from './vector-cache.ts';

/** The rows that may be returned. */
export interface SemanticScope {
  /** Row ids of sources; null for all. */
  sources: readonly number[] | null;
  accepts: (row: number) => boolean;
}

/** Number of candidates that each ranking, keyword and semantic, contributes to a hybrid search; see fuse-scores.ts. */
export const CANDIDATES_PER_RANKING = 100;

export interface Feedback {
  hits: number;
  /** Maximum share of the workspace's vectors. */
  share: number;
}

/**
 * Relevance feedback: the query is moved towards its first 3 hits (J. J. Rocchio, "Relevance feedback in information
 * retrieval", 1971; the first hits are assumed to be relevant). Chosen by cross-validation among none, 3, 5 and 10.
 * In a small workspace at most a tenth of the chunks is used.
 */
const FEEDBACK: Feedback = { hits: 3, share: 0.1 };

/** The best rows by cosine, best first, only those above 0; exact over the stored rows. */
export function scanRows(
  { rows }: LoadedVectors,
  vector: Float32Array,
  count: number,
  scope: SemanticScope,
): ScoredRow[] {
  // Rows have length 1 except for rounding, which could lift a cosine a little above 1.
  return rows
    .best(vector, count, scope.sources, scope.accepts)
    .filter(({ score }) => score > 0)
    .map((row) => ({ ...row, score: Math.min(1, row.score) }));
}

/** Moves the query towards hits, each weighted by its score. */
export function moveQueryTowards(
  { rows }: LoadedVectors,
  vector: Float32Array,
  hits: readonly ScoredRow[],
): Float32Array {
  const moved = vector.slice();
  for (const { id, score } of hits) {
    const hit = rows.vectorOf(id);
    if (!hit) continue;
    for (let at = 0; at < moved.length; at++) moved[at] = (moved[at] ?? 0) + score * (hit[at] ?? 0);
  }
  return scaleToLengthOne(moved) ? moved : vector;
}

/** The first hits that move a query. */
export function feedbackHits({ rows }: LoadedVectors, { hits, share }: Feedback = FEEDBACK): number {
  return Math.min(hits, Math.floor(rows.size() * share));
}

/** Gives semantic hits equal weights in the feedback, together as much as the query. */
export function weightEqually(hits: readonly ScoredRow[]): ScoredRow[] {
  return hits.map(({ id }) => ({ id, score: 1 / hits.length }));
}

/** The first semantic hits in the whole workspace, for feedback. */
export function firstByMeaning(
  loaded: LoadedVectors,
  vector: Float32Array,
  scope: SemanticScope,
  feedback: Feedback = FEEDBACK,
): ScoredRow[] {
  return weightEqually(scanRows(loaded, vector, feedbackHits(loaded, feedback), { ...scope, sources: null }));
}

/**
 * Semantic search: a scan of the whole workspace, feedback from its first hits, and a second scan of the sources in
 * scope. Because feedback comes from the whole workspace, a source filter never changes a score.
 */
export function searchSemantically(
  loaded: LoadedVectors,
  vector: Float32Array,
  count: number,
  scope: SemanticScope,
  feedback: Feedback = FEEDBACK,
): ScoredRow[] {
  const moved = moveQueryTowards(loaded, vector, firstByMeaning(loaded, vector, scope, feedback));
  return scanRows(loaded, moved, count, scope);
}
