import type { IndexReader, Scope } from '../index/index-reader.ts';
import { COMMON_PHRASE_RULE, type CommonRule, planKeywordPhases } from './keyword-phases.ts';
import { type KeywordPlan, requiredAlternatives } from './keyword-plan.ts';
import { createKeywordScores } from './keyword-scores.ts';

export interface KeywordRequest {
  plan: KeywordPlan;
  /** Null for all sources; an empty list matches nothing. */
  sourceIds: readonly string[] | null;
  /** Maximum number of hits. */
  count: number;
  /** On the same clock as `now`; at this time the search returns what it has found. */
  deadline: number;
  now: () => number;
}

/** `relevance` is a sum of BM25 parts, above 0, without an upper bound. */
export interface KeywordHit {
  chunkId: string;
  sourceId: string;
  relevance: number;
}

export interface KeywordAnswer {
  /** Best first. */
  hits: KeywordHit[];
  /** The last change that was in the index when it was searched. */
  applied: number;
  timedOut: boolean;
}

/**
 * Ranks the chunks of one workspace by BM25 (k1 = 1.2, b = 0.75; columns weighted, see index-reader.ts), one phrase
 * after the other, rarest first. FTS5 visits every posting of a phrase, so only phrases whose frequencies fit the
 * posting budget (at least one) are scanned; the others only score the best candidates. Going phrase by phrase, a
 * search can stop at a deadline and use an idf that stays above zero. Call it inside a snapshot of the reader.
 */
export function searchKeywords(
  reader: IndexReader,
  request: KeywordRequest,
  common: CommonRule = COMMON_PHRASE_RULE,
): KeywordAnswer {
  const applied = reader.applied();
  const sources = request.sourceIds && reader.sourceRows(request.sourceIds);
  if (sources?.length === 0) return { hits: [], applied, timedOut: false };
  const scope: Scope = { sources, rows: null, without: request.plan.without };
  const scores = createKeywordScores(reader, request);
  const { scanned, reranking, complete } = planKeywordPhases(reader, request, common);
  if (request.plan.required.length > 0)
    scores.restrictTo(reader.rowsWith(requiredAlternatives(request.plan.required), scope));
  for (const phrase of scanned) scores.add(phrase, scope);
  if (reranking.length > 0) scores.keepBest(Math.max(200, 4 * request.count));
  for (const phrase of reranking) scores.add(phrase, { ...scope, rows: scores.rows() });
  return {
    hits: hitsOf(reader, scores.best(request.count)),
    applied,
    timedOut: scores.timedOut() || !complete,
  };
}

function hitsOf(reader: IndexReader, best: readonly [number, number][]): KeywordHit[] {
  const chunks = reader.chunks(best.map(([row]) => row));
  return best.flatMap(([row, relevance]) => {
    const chunk = chunks.get(row);
    return chunk ? [{ ...chunk, relevance }] : [];
  });
}
