import type { IndexReader } from '../index/index-reader.ts';
import { createHybridKeywordScorer } from '../keyword/hybrid-keyword-scores.ts';
import { requiredAlternatives, withoutAbsentPhrases } from '../keyword/keyword-plan.ts';
import { type KeywordAnswer, type KeywordRequest, searchKeywords } from '../keyword/keyword-search.ts';
import { foldIntoModel } from '../lsa/lsa-model.ts';
import { keywordScore, type RankedHit } from '../rank/rank-hits.ts';
import type { ScoredRow } from '../rank/top-k.ts';
import {
  CANDIDATES_PER_RANKING,
  type SemanticScope,
  searchSemantically,
} from '../semantic/semantic-search.ts';
import type { LoadedVectors } from '../semantic/vector-cache.ts';
import type { WordCounter } from '../text/bag-of-words.ts';
import { searchHybrid } from './hybrid-search.ts';

export type SearchMode = 'keyword' | 'semantic' | 'hybrid';

export interface QueryRequest extends KeywordRequest {
  /** Null: hybrid if the workspace has a model, otherwise keyword. */
  mode: SearchMode | null;
  /** The words to search for, without operators. */
  words: string;
  /** The vector of the words from the configured embedding model; null if none is configured or it did not respond. */
  embedded: { model: string; vector: Float32Array } | null;
}

/**
 * Why keyword search was used instead: there is no model yet, its vectors exceed the memory limit, it knows none of the
 * words, or the embedding model returned no vector for them.
 */
export type Fallback = 'no_model' | 'too_large' | 'unknown_words' | 'not_embedded';

export interface QueryAnswer extends Pick<KeywordAnswer, 'applied' | 'timedOut'> {
  /** The mode that was used. */
  mode: SearchMode;
  fallback: Fallback | null;
  /** Whether a quoted phrase that occurs in no chunk was replaced by its words. */
  phraseAbsent: boolean;
  /** The share of the chunks that the model has not seen; 0 for keyword. */
  unseen: number;
  /** Best first, scores in [0, 1]. */
  hits: RankedHit[];
}

export interface QueryTools {
  /** The vectors of the file's current model in memory; see VectorCache. */
  vectors(): LoadedVectors | 'too_large' | null;
  countWords: WordCounter;
}

/** Searches one snapshot of an index file in the requested mode, or by keyword if that mode cannot be used. */
export function runQuery(reader: IndexReader, asked: QueryRequest, tools: QueryTools): QueryAnswer {
  return reader.snapshot(() => {
    const plan = withoutAbsentPhrases(asked.plan, (phrase) => reader.frequency(phrase, 1) > 0);
    const answer = answerPlanned(reader, { ...asked, plan }, tools);
    return { ...answer, phraseAbsent: plan !== asked.plan };
  });
}

type Answer = Omit<QueryAnswer, 'phraseAbsent'>;

function answerPlanned(reader: IndexReader, request: QueryRequest, tools: QueryTools): Answer {
  if (request.mode === 'keyword') return byKeyword(reader, request, null);
  const embedding = embedQuery(request, tools);
  if (typeof embedding === 'string') return byKeyword(reader, request, embedding);
  const sources = request.sourceIds && reader.sourceRows(request.sourceIds);
  const mode = request.mode ?? 'hybrid';
  if (sources?.length === 0) return answerOf(reader, mode, embedding.loaded, [], false);
  const scope = scopeOf(reader, request, sources);
  if (mode === 'hybrid') return byBoth(reader, request, embedding, scope);
  const found = searchSemantically(embedding.loaded, embedding.vector, request.count, scope);
  return answerOf(reader, mode, embedding.loaded, found, false);
}

function byKeyword(reader: IndexReader, request: QueryRequest, fallback: Fallback | null): Answer {
  const { hits, applied, timedOut } = searchKeywords(reader, request);
  const scored = hits.map(({ chunkId, sourceId, relevance }) => ({
    chunkId,
    sourceId,
    score: keywordScore(relevance),
  }));
  return { mode: 'keyword', fallback, unseen: 0, hits: scored, applied, timedOut };
}

interface QueryEmbedding {
  loaded: LoadedVectors;
  vector: Float32Array;
  /** The share of the query's weight that the model knows. */
  known: number;
}

function embedQuery(
  { words, embedded }: QueryRequest,
  { vectors, countWords }: QueryTools,
): QueryEmbedding | Fallback {
  const loaded = vectors();
  if (loaded === null) return 'no_model';
  if (loaded === 'too_large') return 'too_large';
  if (loaded.name !== '') {
    const usable = embedded?.model === loaded.name && embedded.vector.length === loaded.rows.dimensions;
    return usable ? { loaded, vector: embedded.vector, known: 1 } : 'not_embedded';
  }
  const { vector, known } = foldIntoModel(loaded.model, countWords(words));
  return vector ? { loaded, vector, known } : 'unknown_words';
}

function byBoth(
  reader: IndexReader,
  request: QueryRequest,
  embedding: QueryEmbedding,
  scope: SemanticScope,
): Answer {
  const scorer = createHybridKeywordScorer(reader, request, CANDIDATES_PER_RANKING);
  const whole = scorer.scoresIn(null);
  const scoped = scope.sources === null ? whole : scorer.scoresIn(scope.sources);
  const fused = searchHybrid(embedding.loaded, { ...embedding, whole, scoped }, scope);
  return answerOf(reader, 'hybrid', embedding.loaded, fused, scorer.timedOut());
}

/** The sources in scope, and the rows in them that the query's operators allow. */
function scopeOf(reader: IndexReader, { plan }: QueryRequest, sources: number[] | null): SemanticScope {
  const rowsWith = (required: readonly string[][]) => {
    const found = reader.rowsWith(required, { sources: null, rows: null, without: [] });
    return new Set(Array.from(found, ([row]) => row));
  };
  const required = plan.required.length > 0 ? rowsWith(requiredAlternatives(plan.required)) : null;
  const excluded = plan.without.length > 0 ? rowsWith([plan.without]) : null;
  return {
    sources,
    accepts: (row) => (required === null || required.has(row)) && !excluded?.has(row),
  };
}

function answerOf(
  reader: IndexReader,
  mode: SearchMode,
  { unseen }: LoadedVectors,
  found: readonly ScoredRow[],
  timedOut: boolean,
): Answer {
  const chunks = reader.chunks(found.map(({ id }) => id));
  const hits = found.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk ? [{ ...chunk, score }] : [];
  });
  return { mode, fallback: null, unseen, hits, applied: reader.applied(), timedOut };
}
