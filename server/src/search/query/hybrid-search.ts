import type { HybridKeywordScores } from '../keyword/hybrid-keyword-scores.ts';
import { FUSION, type FusionRule, fuse, semanticWeight } from '../rank/fuse-scores.ts';
import { saturated } from '../rank/rank-hits.ts';
import type { ScoredRow } from '../rank/top-k.ts';
import {
  CANDIDATES_PER_RANKING,
  firstByMeaning,
  type SemanticScope,
  scan,
  withFeedback,
} from '../semantic/semantic-search.ts';
import type { LoadedVectors } from '../semantic/vector-cache.ts';

export interface HybridQuery {
  vector: Float32Array;
  /** The share of the query's weight that the model knows. */
  known: number;
  /** Keyword scores of the whole workspace. */
  whole: HybridKeywordScores;
  /** Keyword scores of the sources in scope; the same as `whole` without a source filter. */
  scoped: HybridKeywordScores;
}

/**
 * Search by words and by meaning: the words' first hits move the query's vector, one scan finds what is near it, and the
 * scores of both are fused. Weight and feedback come from the whole workspace; only the last step looks at the sources
 * in scope. So a source filter changes which chunks are answered, never their score. Where no chunk holds a word, the
 * meaning decides alone.
 */
export function searchHybrid(
  loaded: LoadedVectors,
  { vector, known, whole, scoped }: HybridQuery,
  scope: SemanticScope,
  rule: FusionRule = FUSION,
): ScoredRow[] {
  const half = rule.half * whole.allWords;
  const found = whole.hits.map(({ id, score }) => ({ id, score: saturated(score, half) }));
  const moved = movedBy(found, loaded, vector, scope);
  const weight = found.length === 0 ? 1 : semanticWeight({ ...trustIn(loaded), known }, rule);
  const cosines = new Map(
    scan(loaded, moved, CANDIDATES_PER_RANKING, scope).map(({ id, score }) => [id, score]),
  );
  const ids = [...new Set([...cosines.keys(), ...scoped.hits.map(({ id }) => id)])];
  const candidates = ids.map((id) => ({
    id,
    words: saturated(scoped.relevanceOf(id), half),
    cosine: cosines.get(id) ?? loaded.rows.productWith(id, moved),
  }));
  return fuse(candidates, weight);
}

/**
 * The query moved towards the words' first hits, which tell a model of the workspace what it blurs (docs/decisions/0020).
 * An embedding model tells texts apart by itself, and hits that only share a word would draw it away.
 */
function movedBy(
  found: readonly ScoredRow[],
  loaded: LoadedVectors,
  vector: Float32Array,
  scope: SemanticScope,
): Float32Array {
  if (found.length === 0) return withFeedback(loaded, vector, firstByMeaning(loaded, vector, scope));
  return loaded.name === '' ? withFeedback(loaded, vector, found) : vector;
}

function trustIn({ name, model, unseen }: LoadedVectors) {
  return { explained: name === '' ? model.explained : null, unseen };
}
