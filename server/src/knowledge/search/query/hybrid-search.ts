import type { HybridKeywordScores } from '../keyword/hybrid-keyword-scores.ts';
import { FUSION_RULE, type FusionRule, fuseScores, semanticWeight } from '../rank/fuse-scores.ts';
import { saturateRelevance } from '../rank/rank-hits.ts';
import type { ScoredRow } from '../rank/top-k.ts';
import {
  CANDIDATES_PER_RANKING,
  feedbackHits,
  firstByMeaning,
  moveQueryTowards,
  type SemanticScope,
  scanRows,
  weightEqually,
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
 * Search by words and by meaning: the first hits move the query's vector, a scan finds what is near it, and both scores
 * are fused. Weight and feedback come from the whole workspace, and only the results are limited to the sources in
 * scope, so a source filter changes which chunks are returned but never their score. If no chunk contains a word of the
 * query, the semantic score decides alone.
 */
export function searchHybrid(
  loaded: LoadedVectors,
  { vector, known, whole, scoped }: HybridQuery,
  scope: SemanticScope,
  rule: FusionRule = FUSION_RULE,
): ScoredRow[] {
  const half = rule.half * whole.allWords;
  const found = whole.hits.map(({ id, score }) => ({ id, score: saturateRelevance(score, half) }));
  const weight =
    found.length === 0 ? 1 : semanticWeight({ lead: loaded.lead, unseen: loaded.unseen, known }, rule);
  const { moved, near } = moveAndScan(loaded, { vector, found, weight }, scope);
  const cosines = new Map(near.map(({ id, score }) => [id, score]));
  const ids = [...new Set([...cosines.keys(), ...scoped.hits.map(({ id }) => id)])];
  const candidates = ids.map((id) => ({
    id,
    words: saturateRelevance(scoped.relevanceOf(id), half),
    cosine: cosines.get(id) ?? loaded.rows.productWith(id, moved),
  }));
  return fuseScores(candidates, weight);
}

/** Up to this weight only keyword hits move the query, because semantic hits that find less would distort it. */
const WORDS_LEAD_UP_TO = 0.3;

interface MovedQuery {
  moved: Float32Array;
  /** The rows found by meaning, with their cosines to `moved`. */
  near: ScoredRow[];
}

/**
 * Moves the query towards first hits, which show a model of the workspace what it blurs, and scans the sources in
 * scope. If keywords lead, their hits move the query before the scan. If the meaning leads, the scan uses the unchanged
 * query, the hits of both sides move it, each by its weight, and the results are scored again (docs/decisions/0047); a
 * source filter then needs a second scan, for the first hits of the whole workspace. An embedding model distinguishes
 * texts by itself, and hits that only share a word would distort its query.
 */
function moveAndScan(
  loaded: LoadedVectors,
  { vector, found, weight }: { vector: Float32Array; found: readonly ScoredRow[]; weight: number },
  scope: SemanticScope,
): MovedQuery {
  const most = feedbackHits(loaded);
  const wordsAlone = found.length > 0 && (loaded.name !== '' || weight <= WORDS_LEAD_UP_TO);
  if (wordsAlone) {
    const moved = loaded.name === '' ? moveQueryTowards(loaded, vector, found.slice(0, most)) : vector;
    return { moved, near: scanRows(loaded, moved, CANDIDATES_PER_RANKING, scope) };
  }
  const near = scanRows(loaded, vector, CANDIDATES_PER_RANKING, scope);
  const first =
    scope.sources === null ? weightEqually(near.slice(0, most)) : firstByMeaning(loaded, vector, scope);
  const moved = moveQueryTowards(loaded, vector, [
    ...found.slice(0, most).map(({ id, score }) => ({ id, score: (1 - weight) * score })),
    ...first.map(({ id, score }) => ({ id, score: weight * score })),
  ]);
  return { moved, near: near.map(({ id }) => ({ id, score: loaded.rows.productWith(id, moved) })) };
}
