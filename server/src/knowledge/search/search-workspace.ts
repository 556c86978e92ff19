import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Highlight } from './index/highlighter.ts';
import type { Phrase } from './index/index-schema.ts';
import type { KeywordPlan } from './keyword/keyword-plan.ts';
import { parseQuery, type Query } from './query/parse-query.ts';
import { planKeywords } from './query/plan-keywords.ts';
import type { QueryAnswer } from './query/run-query.ts';
import { bestExcerpt } from './rank/excerpt.ts';
import { type RankedHit, rankHits } from './rank/rank-hits.ts';
import type { SearchInput, SearchResult, SearchResults } from './search-contract.ts';
import {
  backlogWarnings,
  DEADLINE_WARNING,
  fallbackWarnings,
  INDEX_BEHIND_WARNING,
  modelWarnings,
  PHRASE_ABSENT_WARNING,
  queryWarnings,
} from './search-warnings.ts';
import type { ChunkStore, StoredChunk } from './stores/contract.ts';
import type { Embedder } from './sync/embedder.ts';
import type { EmbeddingSync } from './sync/embedding-sync.ts';
import type { IndexSync } from './sync/index-sync.ts';
import type { IndexThread } from './threads/index-threads.ts';
import type { SearchAnswer, SearchOperations } from './threads/thread-messages.ts';

const DEADLINE_MS = 1000;
/** The thread counts as stuck if it exceeds the deadline by this much. */
const GRACE_MS = 4000;
const FRESHNESS_WAIT_MS = 50;
/** The time limit of a search that has to be current. */
const CURRENT_WAIT_MS = 20_000;
/** The minimum number of hits to read: some are ranked lower later, and some chunks may have been deleted. */
const MIN_HITS = 200;

export interface WorkspaceSearchDeps {
  store: ChunkStore;
  searcher: IndexThread<SearchOperations>;
  indexSync: IndexSync;
  embedder: Embedder | null;
  embeddingSync: EmbeddingSync | null;
  path: string;
}

/**
 * From query to results: parses and plans it, embeds it, calls the search thread, reads the chunks of the best hits.
 */
export async function searchWorkspace(
  deps: WorkspaceSearchDeps,
  workspaceId: string,
  input: SearchInput,
): Promise<SearchResults> {
  const awaited = input.current ? await waitForLatest(deps, workspaceId, CURRENT_WAIT_MS) : null;
  const started = monotonicMs();
  const query = parseQuery(input.query);
  const plan = planKeywords(query);
  const warnings = queryWarnings(plan);
  const request: IndexRequest = {
    plan,
    words: wordsIn(query),
    mode: input.mode ?? null,
    sourceIds: input.sourceIds ?? null,
    count: Math.max(MIN_HITS, 4 * input.limit),
    deadline: started + DEADLINE_MS,
  };
  const found =
    plan.scored.length === 0 ? null : await searchIndex(deps, workspaceId, request, warnings, awaited);
  if (input.current && warnings.includes(INDEX_BEHIND_WARNING))
    throw new AppError('not_ready', 'The search index of the workspace is being built.', { retryAfter: 5 });
  const phrases = found ? phrasesToMark(plan, found) : [];
  const results = found ? await readResults(deps, workspaceId, found.hits, input.limit, phrases) : [];
  const mode = found?.mode ?? input.mode ?? 'keyword';
  return { results, mode, took_ms: Math.round((monotonicMs() - started) * 10) / 10, warnings };
}

type SearchRequest = Omit<Parameters<SearchOperations['search']>[0], 'path'>;
type IndexRequest = Omit<SearchRequest, 'embedded'>;

/** The words to search for, without operators and excluded words. */
function wordsIn({ clauses }: Query): string {
  return clauses.flatMap((clause) => clause.map(({ text }) => text)).join(' ');
}

/**
 * Null if there is nothing to search yet.
 *
 * @param awaited the change that the index should have reached; null: it gets a moment to reach the latest one
 */
async function searchIndex(
  deps: WorkspaceSearchDeps,
  workspaceId: string,
  request: IndexRequest,
  warnings: string[],
  awaited: number | null,
): Promise<QueryAnswer | null> {
  const [latest, { embedded, failure }] = await Promise.all([
    awaited ?? waitForLatest(deps, workspaceId, FRESHNESS_WAIT_MS),
    embedWords(deps, request),
  ]);
  if (latest === 0) return null;
  const found = await askSearcher(deps, workspaceId, { ...request, embedded });
  if (request.mode !== 'keyword') warnings.push(...backlogWarnings(deps.embeddingSync?.backlog(workspaceId)));
  if (found.state !== 'ok') deps.indexSync.rebuild(workspaceId, found.state);
  if (found.state !== 'ok' || found.applied < latest) warnings.push(INDEX_BEHIND_WARNING);
  if (found.state !== 'ok') return null;
  if (found.phraseAbsent) warnings.push(PHRASE_ABSENT_WARNING);
  if (found.timedOut) warnings.push(DEADLINE_WARNING);
  warnings.push(...modelWarnings(found.unseen));
  warnings.push(...fallbackWarnings(found.fallback, request.mode, failure));
  return found;
}

/** The vector of the words from the embedding model, or why there is none; neither if none is configured or needed. */
async function embedWords({ embedder }: WorkspaceSearchDeps, { mode, words }: IndexRequest) {
  if (!embedder || mode === 'keyword') return { embedded: null, failure: null };
  const answer = await embedder.ofQuery(words);
  if (!answer.ok) return { embedded: null, failure: answer };
  return { embedded: { model: embedder.name, vector: answer.value }, failure: null };
}

/** Gives the index some time to apply the last changes. Returns the change number that it should have reached. */
async function waitForLatest(
  { store, indexSync }: WorkspaceSearchDeps,
  workspaceId: string,
  atMostMs: number,
): Promise<number> {
  const latest = await store.latestChange(workspaceId);
  if (latest === 0) return 0;
  const wait = new AbortController();
  // A failed sync is logged where it occurs; the response says that the index is behind.
  const reached = indexSync.waitFor(workspaceId, latest).catch(() => {});
  const timeout = sleep(atMostMs, undefined, { signal: wait.signal }).catch(() => {});
  await Promise.race([reached, timeout]);
  wait.abort();
  return latest;
}

function askSearcher(
  { searcher, indexSync, path }: WorkspaceSearchDeps,
  workspaceId: string,
  request: SearchRequest,
): Promise<SearchAnswer> {
  if (indexSync.isClosed(workspaceId)) return Promise.resolve({ state: 'missing' });
  return searcher.call('search', { path, ...request }, DEADLINE_MS + GRACE_MS);
}

/** The phrases to highlight in the results, without duplicates. */
function phrasesToMark({ scored, required }: KeywordPlan, { phraseAbsent }: QueryAnswer): Phrase[] {
  const words = phraseAbsent ? required.flatMap((one) => one.words) : [];
  return [...new Set([...scored, ...words])];
}

/**
 * Reads the chunks of the best hits. Chunks that the database no longer has are skipped and replaced by the next ones.
 */
async function readResults(
  { store, searcher }: WorkspaceSearchDeps,
  workspaceId: string,
  hits: readonly RankedHit[],
  limit: number,
  phrases: Phrase[],
): Promise<SearchResult[]> {
  const datasets = await store.datasetsAmong(workspaceId, [...new Set(hits.map(({ sourceId }) => sourceId))]);
  const ranked = rankHits(hits, datasets);
  const shown: { hit: RankedHit; chunk: StoredChunk }[] = [];
  for (let from = 0; from < ranked.length && shown.length < limit; from += limit) {
    const page = ranked.slice(from, from + limit);
    const chunks = await store.chunksById(
      workspaceId,
      page.map((hit) => hit.chunkId),
    );
    for (const hit of page) {
      const chunk = chunks.get(hit.chunkId);
      if (chunk && shown.length < limit) shown.push({ hit, chunk });
    }
  }
  const texts = shown.map(({ chunk }) => chunk.text);
  const highlights = await searcher.call('highlight', { texts, phrases }, DEADLINE_MS + GRACE_MS);
  return shown.map(({ hit, chunk }, at) =>
    toResult(hit, chunk, highlights[at] ?? [], datasets.has(hit.sourceId)),
  );
}

function toResult(
  hit: RankedHit,
  chunk: StoredChunk,
  highlights: Highlight[],
  isDataset: boolean,
): SearchResult {
  const { chunk_id, source_id, source_title, text, heading, start, end, url, place } = chunk;
  return {
    chunk_id,
    source_id,
    source_title,
    text,
    score: hit.score,
    location: { heading, start, end, ...place },
    url,
    highlights,
    excerpt: bestExcerpt(text, highlights),
    is_dataset: isDataset,
  };
}
