import { FUSION, type FusionRule, fuse, type SideHit, trustIn } from './fuse.ts';
import {
  FEEDBACK,
  type Feedback,
  type SemanticScope,
  SIDE_HITS,
  scan,
  searchSemantically,
  withFeedback,
} from './semantic-search.ts';
import type { LoadedVectors } from './vector-cache.ts';

/**
 * Both halves together: a first fusion, feedback from its best hits into the query's vector, a second scan, and
 * the fusion that is answered. `keyword` is the keyword side's best 100; of the semantic side as many are taken.
 */
export function searchHybrid(
  loaded: LoadedVectors,
  keyword: readonly SideHit[],
  query: { vector: Float32Array; known: number },
  scope: SemanticScope,
  fusion: FusionRule = FUSION,
  feedback: Feedback = FEEDBACK,
): SideHit[] {
  // Nothing to fuse with, and nothing that could disagree.
  if (keyword.length === 0) return searchSemantically(loaded, query.vector, SIDE_HITS, scope, feedback);
  const first = scan(loaded, query.vector, SIDE_HITS, scope);
  const trust = trustIn(first, keyword, query.known, fusion);
  // In the first fusion both sides count alike: it only has to find a few good chunks.
  const fused = fuse(keyword, first, trust / 2);
  const best = fused.map(({ id }) => id);
  const moved = withFeedback(loaded, query.vector, best, feedback);
  return fuse(keyword, scan(loaded, moved, SIDE_HITS, scope), trust * fusion.semanticWeight);
}
