import type { IndexReader } from '../index/index-reader.ts';
import { createHybridKeywordScorer } from '../keyword/hybrid-keyword-scores.ts';
import { type KeywordAnswer, type KeywordRequest, rankByKeywords } from '../keyword/keyword-search.ts';
import { keywordScore, type RankedHit } from '../rank/rank-hits.ts';
import {
  CANDIDATES_PER_RANKING,
  queryVector,
  type SemanticScope,
  searchSemantically,
} from '../semantic/semantic-search.ts';
import type { LoadedVectors } from '../semantic/vector-cache.ts';
import type { WordCounter } from '../text/bag-of-words.ts';
import { searchHybrid } from './hybrid-search.ts';

export type SearchMode = 'keyword' | 'semantic' | 'hybrid';

export interface SearchRequest extends KeywordRequest {
  /** Null = hybrid where the workspace has a model, keyword otherwise. */
  mode: SearchMode | null;
  /** The words to look for, without operators. */
  words: string;
  /** Where the configured embedding model places them; null = none is, or it did not answer. */
  embedded: { model: string; vector: Float32Array } | null;
}

/**
 * Why a search was answered by keyword alone: there is no model yet, its vectors do not fit the memory that is
 * set apart for them, it knows none of the words, or its endpoint did not place them.
 */
export type Fallback = 'no_model' | 'too_large' | 'unknown_words' | 'not_embedded';

export interface QueryAnswer extends Pick<KeywordAnswer, 'applied' | 'timedOut'> {
  /** The mode it was answered in. */
  mode: SearchMode;
  fallback: Fallback | null;
  /** Best first, scores in [0, 1]. */
  hits: RankedHit[];
}

export interface QueryTools {
  /** What the file's current model has in memory; see VectorCache. */
  vectors(): LoadedVectors | 'too_large' | null;
  bagOf: WordCounter;
}

/** Searches one state of an index file in the mode asked for, or by keyword where that cannot be. */
export function runQuery(reader: IndexReader, request: SearchRequest, tools: QueryTools): QueryAnswer {
  return reader.snapshot(() => {
    if (request.mode === 'keyword') return byKeyword(reader, request, null);
    const meaning = meaningOf(request, tools);
    if (typeof meaning === 'string') return byKeyword(reader, request, meaning);
    const sources = request.sourceIds && reader.sourceRows(request.sourceIds);
    if (sources?.length === 0) return inNothing(reader, request);
    const scope = scopeOf(reader, request, sources);
    if (request.mode !== 'semantic') return byBoth(reader, request, meaning, scope);
    const found = searchSemantically(meaning.loaded, meaning.vector, request.count, scope);
    const hits = withIds(reader, found);
    return { mode: 'semantic', fallback: null, hits, applied: reader.applied(), timedOut: false };
  });
}

/** The answer where none of the sources asked for is in the index. */
function inNothing(reader: IndexReader, { mode }: SearchRequest): QueryAnswer {
  return { mode: mode ?? 'hybrid', fallback: null, hits: [], applied: reader.applied(), timedOut: false };
}

function byKeyword(reader: IndexReader, request: SearchRequest, fallback: Fallback | null): QueryAnswer {
  const { hits, applied, timedOut } = rankByKeywords(reader, request);
  const scored = hits.map(({ chunkId, sourceId, relevance }) => ({
    chunkId,
    sourceId,
    score: keywordScore(relevance),
  }));
  return { mode: 'keyword', fallback, hits: scored, applied, timedOut };
}

interface Meaning {
  loaded: LoadedVectors;
  vector: Float32Array;
  known: number;
}

function meaningOf({ words, embedded }: SearchRequest, { vectors, bagOf }: QueryTools): Meaning | Fallback {
  const loaded = vectors();
  if (loaded === null) return 'no_model';
  if (loaded === 'too_large') return 'too_large';
  if (loaded.name !== '') {
    const usable = embedded?.model === loaded.name && embedded.vector.length === loaded.rows.dimensions;
    return usable ? { loaded, vector: embedded.vector, known: 1 } : 'not_embedded';
  }
  const { vector, known } = queryVector(loaded, bagOf(words));
  return vector ? { loaded, vector, known } : 'unknown_words';
}

function byBoth(
  reader: IndexReader,
  request: SearchRequest,
  meaning: Meaning,
  scope: SemanticScope,
): QueryAnswer {
  const sides = createHybridKeywordScorer(reader, request, CANDIDATES_PER_RANKING);
  const whole = sides.of(null);
  const asked = scope.sources === null ? whole : sides.of(scope.sources);
  const fused = searchHybrid(meaning.loaded, { ...meaning, whole, asked }, scope);
  const hits = withIds(reader, fused);
  return { mode: 'hybrid', fallback: null, hits, applied: reader.applied(), timedOut: sides.timedOut() };
}

/** What the sources asked for, and in all of them the query's operators, leave to the semantic side. */
function scopeOf(reader: IndexReader, { plan }: SearchRequest, sources: number[] | null): SemanticScope {
  const rowsWith = (required: readonly string[][]) => {
    const found = reader.rowsWith(required, { sources: null, rows: null, without: [] });
    return new Set(Array.from(found, ([row]) => row));
  };
  const required = plan.required.length > 0 ? rowsWith(plan.required) : null;
  const excluded = plan.without.length > 0 ? rowsWith([plan.without]) : null;
  return {
    sources,
    accepts: (row) => (required === null || required.has(row)) && !excluded?.has(row),
  };
}

function withIds(reader: IndexReader, found: readonly { id: number; score: number }[]): RankedHit[] {
  const chunks = reader.chunks(found.map(({ id }) => id));
  return found.flatMap(({ id, score }) => {
    const chunk = chunks.get(id);
    return chunk ? [{ ...chunk, score }] : [];
  });
}
