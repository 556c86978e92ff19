import { setTimeout as sleep } from 'node:timers/promises';
import type { Highlight } from './index/highlighter.ts';
import type { KeywordPlan } from './keyword/keyword-plan.ts';
import { parseQuery, type Query } from './query/parse-query.ts';
import { planKeywords } from './query/plan-keywords.ts';
import type { Fallback, QueryAnswer, SearchMode } from './query/run-query.ts';
import { type RankedHit, rankHits } from './rank/rank-hits.ts';
import type { SearchInput, SearchResult, SearchResults } from './search-contract.ts';
import type { ChunkStore, StoredChunk } from './stores/contract.ts';
import type { Embedder } from './sync/embedder.ts';
import type { EmbeddingSync } from './sync/embedding-sync.ts';
import type { IndexSync } from './sync/index-sync.ts';
import type { IndexThread } from './threads/index-threads.ts';
import { monotonicNow, type SearchAnswer, type SearchOperations } from './threads/thread-messages.ts';

const DEADLINE_MS = 1000;
/** Past the deadline by this much the thread is taken for stuck. */
const GRACE_MS = 4000;
const FRESHNESS_WAIT_MS = 50;
/** How long a query waits for the embedding model before it is searched by keyword. */
const EMBEDDING_TIMEOUT_MS = 700;
/** Hits fetched beyond the limit: for demotion to choose from, and for chunks that are gone by now. */
const POOL = 200;
const MAX_NAMED_SOURCES = 10;

export interface AnswerDeps {
  store: ChunkStore;
  searcher: IndexThread<SearchOperations>;
  catchUp: IndexSync;
  embedder: Embedder | null;
  embedIndex: EmbeddingSync | null;
  path: string;
}

/** From the query to the results: plan it, place it, ask the search thread, read the chunks of the best hits. */
export async function searchWorkspace(
  deps: AnswerDeps,
  workspaceId: string,
  input: SearchInput,
): Promise<SearchResults> {
  const started = monotonicNow();
  const query = parseQuery(input.query);
  const plan = planKeywords(query);
  const warnings = [
    ...queryWarnings(plan),
    ...(await sourceWarnings(deps.store, workspaceId, input.sourceIds)),
  ];
  const ask: Ask = {
    plan,
    words: wordsIn(query),
    mode: input.mode ?? null,
    sourceIds: input.sourceIds ?? null,
    count: Math.max(POOL, 4 * input.limit),
    deadline: started + DEADLINE_MS,
  };
  const found = plan.scored.length === 0 ? null : await find(deps, workspaceId, ask, warnings);
  const results = found ? await present(deps, workspaceId, found.hits, input.limit, plan) : [];
  const mode = found?.mode ?? input.mode ?? 'keyword';
  return { results, mode, took_ms: Math.round((monotonicNow() - started) * 10) / 10, warnings };
}

type Ask = Omit<Parameters<SearchOperations['search']>[0], 'path' | 'embedded'>;

/** What is looked for, operators and what is to be left out aside. */
function wordsIn({ clauses }: Query): string {
  return clauses.flatMap((clause) => clause.map(({ text }) => text)).join(' ');
}

/** Null when there is nothing to search yet. */
async function find(
  deps: AnswerDeps,
  workspaceId: string,
  ask: Ask,
  warnings: string[],
): Promise<QueryAnswer | null> {
  const [latest, words] = await Promise.all([waitForLatest(deps, workspaceId), embedWords(deps, ask)]);
  if (latest === 0) return null;
  const found = await askIndex(deps, workspaceId, { ...ask, embedded: words.embedded });
  warnings.push(...embeddingWarnings(deps, workspaceId, ask.mode));
  if (found.state !== 'ok') deps.catchUp.rebuild(workspaceId, found.state);
  if (found.state !== 'ok' || found.applied < latest) {
    warnings.push('index_behind: the index does not hold the latest changes yet; search again in a moment.');
  }
  if (found.state !== 'ok') return null;
  if (found.timedOut) {
    warnings.push(
      'deadline_reached: the search ran past its deadline of 1 s; these are the results found until then.',
    );
  }
  const fallback = fallbackWarning(found.fallback, ask.mode, words.failure);
  if (fallback) warnings.push(fallback);
  return found;
}

/** Whoever left the mode open is told only what the query's words have to do with. */
function fallbackWarning(
  fallback: Fallback | null,
  asked: SearchMode | null,
  failure: string | null,
): string | null {
  if (fallback === null || (asked === null && fallback === 'no_model')) return null;
  return {
    no_model:
      'semantic_not_ready: the workspace has no trained model yet, so this was searched by keyword; search again in a moment.',
    too_large:
      "semantic_unavailable: the workspace's vectors need more memory than this node sets apart for them, so this was searched by keyword.",
    unknown_words:
      'semantic_unknown_words: none of the words tells a meaning in this workspace, so this was searched by keyword.',
    not_embedded: `embedding_unavailable: the embedding model did not place the query (${failure ?? 'it is another than the index has'}), so this was searched by keyword.`,
  }[fallback];
}

/** Where the embedding model places the words, or why it does not; neither where none is configured or needed. */
async function embedWords({ embedder }: AnswerDeps, { mode, words }: Ask) {
  if (!embedder || mode === 'keyword') return { embedded: null, failure: null };
  const placed = await embedder.ofQuery(words, EMBEDDING_TIMEOUT_MS);
  if (!placed.ok) return { embedded: null, failure: placed.message };
  return { embedded: { model: embedder.name, vector: placed.value }, failure: null };
}

/** What the embedding model has not seen yet is found by keyword only. */
function embeddingWarnings(
  { embedIndex }: AnswerDeps,
  workspaceId: string,
  mode: SearchMode | null,
): string[] {
  const backlog = mode === 'keyword' ? null : embedIndex?.backlog(workspaceId);
  if (!backlog) return [];
  const { left, failure } = backlog;
  if (failure === null)
    return [
      `embedding_behind: ${left} chunks wait for the embedding model and are found by keyword until then.`,
    ];
  return [
    `embedding_unavailable: the embedding model fails (${failure}), is tried again, and ${left} chunks are found by keyword until it answers.`,
  ];
}

/** Gives the index a moment to take in a small remainder. Returns the number it should have reached. */
async function waitForLatest({ store, catchUp }: AnswerDeps, workspaceId: string): Promise<number> {
  const latest = await store.latestChange(workspaceId);
  if (latest === 0) return 0;
  const patience = new AbortController();
  // A failure to catch up is logged where it happens; the answer says that the index is behind.
  const reached = catchUp.reach(workspaceId, latest).catch(() => {});
  const tired = sleep(FRESHNESS_WAIT_MS, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([reached, tired]);
  patience.abort();
  return latest;
}

function askIndex(
  { searcher, catchUp, path }: AnswerDeps,
  workspaceId: string,
  ask: Omit<Parameters<SearchOperations['search']>[0], 'path'>,
): Promise<SearchAnswer> {
  if (catchUp.isClosed(workspaceId)) return Promise.resolve({ state: 'missing' });
  return searcher.call('search', { path, ...ask }, DEADLINE_MS + GRACE_MS);
}

/** Reads the best hits' chunks; one that the database no longer has is left out and the next takes its place. */
async function present(
  { store, searcher }: AnswerDeps,
  workspaceId: string,
  hits: readonly RankedHit[],
  limit: number,
  plan: KeywordPlan,
): Promise<SearchResult[]> {
  const ranked = rankHits(hits);
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
  const request = { texts, phrases: plan.scored };
  const highlights = await searcher.call('highlight', request, DEADLINE_MS + GRACE_MS);
  return shown.map(({ hit, chunk }, at) => toResult(hit, chunk, highlights[at] ?? []));
}

function toResult(hit: RankedHit, chunk: StoredChunk, highlights: Highlight[]): SearchResult {
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
  };
}

function queryWarnings(plan: KeywordPlan): string[] {
  if (plan.scored.length > 0) return [];
  return [
    plan.without.length > 0
      ? 'The query only says what to leave out; add a word to look for.'
      : 'The query holds no letter or digit to look for.',
  ];
}

async function sourceWarnings(
  store: ChunkStore,
  workspaceId: string,
  sourceIds: readonly string[] | undefined,
): Promise<string[]> {
  if (sourceIds === undefined) return [];
  if (sourceIds.length === 0)
    return ['source_ids is empty, so nothing matches; leave it out to search all sources.'];
  const known = await store.knownSources(workspaceId, sourceIds);
  const unknown = [...new Set(sourceIds)].filter((id) => !known.has(id));
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MAX_NAMED_SOURCES).join(', ');
  const more = unknown.length > MAX_NAMED_SOURCES ? ` and ${unknown.length - MAX_NAMED_SOURCES} more` : '';
  return [`Not sources of this workspace, so they match nothing: ${named}${more}.`];
}
