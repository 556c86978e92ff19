import type { HybridKeywordScores } from '../keyword/hybrid-keyword-scores.ts';
import { FUSION, type FusionRule, fuse, semanticShare } from '../rank/fuse-scores.ts';
import type { ScoredRow } from '../rank/top-k.ts';
import {
  CANDIDATES_PER_RANKING,
  FEEDBACK,
  type Feedback,
  type SemanticScope,
  scan,
  withFeedback,
} from '../semantic/semantic-search.ts';
import type { LoadedVectors } from '../semantic/vector-cache.ts';

export interface HybridQuery {
  vector: Float32Array;
  known: number;
  /** Keyword scores of the whole workspace. */
  whole: HybridKeywordScores;
  /** Keyword scores of the sources in scope; the same as `whole` without a source filter. */
  scoped: HybridKeywordScores;
}

/**
 * Search by words and by meaning: a first fusion, feedback from its best hits into the query's vector, a second scan,
 * and the final fusion. Weights and feedback come from the whole workspace; only the last step looks at the sources in
 * scope. So a source filter changes which chunks are answered, never their score.
 */
export function searchHybrid(
  loaded: LoadedVectors,
  { vector, known, whole, scoped }: HybridQuery,
  scope: SemanticScope,
  fusion: FusionRule = FUSION,
  feedback: Feedback = FEEDBACK,
): ScoredRow[] {
  const first = scan(loaded, vector, CANDIDATES_PER_RANKING, { ...scope, sources: null });
  // In the first fusion both rankings count alike: it only has to find a few good chunks.
  const even = semanticShare(first, whole.hits, known, { ...fusion, semanticWeight: 0.5 });
  const best = fuseRankings(loaded, vector, whole, first, even).map(({ id }) => id);
  const moved = withFeedback(loaded, vector, best, feedback);
  const share = semanticShare(first, whole.hits, known, fusion);
  const second = scan(loaded, moved, CANDIDATES_PER_RANKING, scope);
  return fuseRankings(loaded, moved, scoped, second, share);
}

/** Every chunk that either ranking found, with both of its scores fused. */
function fuseRankings(
  { rows }: LoadedVectors,
  vector: Float32Array,
  keyword: HybridKeywordScores,
  semantic: readonly ScoredRow[],
  share: number,
): ScoredRow[] {
  const cosines = new Map(semantic.map(({ id, score }) => [id, score]));
  const ids = [...new Set([...cosines.keys(), ...keyword.hits.map(({ id }) => id)])];
  const candidates = ids.map((id) => ({
    id,
    relevance: keyword.relevanceOf(id),
    cosine: cosines.get(id) ?? rows.productWith(id, vector),
  }));
  return fuse(candidates, share);
}
