import type { HybridKeywordScores } from '../keyword/hybrid-keyword-scores.ts';
import { FUSION, type FusionRule, fuse, type SideHit, semanticShare } from '../rank/fuse-scores.ts';
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
  /** What the words say of the whole workspace. */
  whole: HybridKeywordScores;
  /** What they say of the sources asked for; the same as `whole` where all are. */
  asked: HybridKeywordScores;
}

/**
 * Both halves together: a first fusion, feedback from its best hits into the query's vector, a second scan, and
 * the fusion that is answered. What a query means (the weights, the feedback) is found out in the whole workspace and
 * only the last step looks at the sources asked for: a filter changes which chunks are answered, never their score.
 */
export function searchHybrid(
  loaded: LoadedVectors,
  { vector, known, whole, asked }: HybridQuery,
  scope: SemanticScope,
  fusion: FusionRule = FUSION,
  feedback: Feedback = FEEDBACK,
): SideHit[] {
  const first = scan(loaded, vector, CANDIDATES_PER_RANKING, { ...scope, sources: null });
  // In the first fusion both sides count alike: it only has to find a few good chunks.
  const even = semanticShare(first, whole.hits, known, { ...fusion, semanticWeight: 0.5 });
  const best = fuseSides(loaded, vector, whole, first, even).map(({ id }) => id);
  const moved = withFeedback(loaded, vector, best, feedback);
  const share = semanticShare(first, whole.hits, known, fusion);
  return fuseSides(loaded, moved, asked, scan(loaded, moved, CANDIDATES_PER_RANKING, scope), share);
}

/** Every chunk that either side found, with what both say of it. */
function fuseSides(
  { rows }: LoadedVectors,
  vector: Float32Array,
  keyword: HybridKeywordScores,
  semantic: readonly SideHit[],
  share: number,
): SideHit[] {
  const cosines = new Map(semantic.map(({ id, score }) => [id, score]));
  const ids = [...new Set([...cosines.keys(), ...keyword.hits.map(({ id }) => id)])];
  const candidates = ids.map((id) => ({
    id,
    relevance: keyword.relevanceOf(id),
    cosine: cosines.get(id) ?? rows.productWith(id, vector),
  }));
  return fuse(candidates, share);
}
