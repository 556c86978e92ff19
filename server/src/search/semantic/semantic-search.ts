import { type FoldedIn, foldIn } from '../lsa/lsa-model.ts';
import { scaleToLengthOne } from '../lsa/term-matrix.ts';
import type { BagOfWords } from '../text/bag-of-words.ts';
import type { LoadedVectors } from './vector-cache.ts';
import type { ScoredRow } from './vector-rows.ts';

/** Which rows may be found. */
export interface SemanticScope {
  /** Row ids of sources; null = all. */
  sources: readonly number[] | null;
  accepts: (row: number) => boolean;
}

/** So many hits of each side go into a search by meaning; see fuse.ts. */
export const CANDIDATES_PER_RANKING = 100;

export interface Feedback {
  hits: number;
  /** Of the workspace's vectors, at most. */
  share: number;
  weight: number;
}

/**
 * Feedback: the query is moved towards the mean of its first 3 hits (J. J. Rocchio, "Relevance
 * feedback in information retrieval", 1971, with the first hits taken for relevant). Chosen by cross-validation,
 * bench/search-quality.ts. A workspace of few chunks takes at most a tenth of them.
 */
export const FEEDBACK: Feedback = { hits: 3, share: 0.1, weight: 1 };

/** Where a query points among the chunks of a workspace. */
export function queryVector({ model }: LoadedVectors, bag: BagOfWords): FoldedIn {
  return foldIn(model, bag);
}

/** The best rows by cosine, best first, only those above 0; exact over the stored rows. */
export function scan(
  { rows }: LoadedVectors,
  vector: Float32Array,
  count: number,
  scope: SemanticScope,
): ScoredRow[] {
  // Rows have length 1 but for rounding, which could lift a cosine a little above 1.
  return rows
    .best(vector, count, scope.sources, scope.accepts)
    .filter(({ score }) => score > 0)
    .map((row) => ({ ...row, score: Math.min(1, row.score) }));
}

/** The query moved towards its first hits; `first` best first. */
export function withFeedback(
  { rows }: LoadedVectors,
  vector: Float32Array,
  first: readonly number[],
  feedback: Feedback = FEEDBACK,
): Float32Array {
  const most = Math.min(feedback.hits, Math.floor(rows.size() * feedback.share));
  const vectors = first.slice(0, most).flatMap((id) => rows.vectorOf(id) ?? []);
  const moved = vector.slice();
  for (const hit of vectors) {
    for (let at = 0; at < moved.length; at++)
      moved[at] = (moved[at] ?? 0) + (feedback.weight * (hit[at] ?? 0)) / vectors.length;
  }
  return scaleToLengthOne(moved) ? moved : vector;
}

/**
 * Search by meaning alone: one scan of the whole workspace, feedback from its first hits, a second scan of the sources
 * asked for. So a chunk has the same score whichever those are.
 */
export function searchSemantically(
  loaded: LoadedVectors,
  vector: Float32Array,
  count: number,
  scope: SemanticScope,
  feedback: Feedback = FEEDBACK,
): ScoredRow[] {
  const first = scan(loaded, vector, feedback.hits, { ...scope, sources: null }).map(({ id }) => id);
  const moved = withFeedback(loaded, vector, first, feedback);
  return scan(loaded, moved, count, scope);
}
