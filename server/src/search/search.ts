import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../kernel/log.ts';
import type { Fallback, RankedAnswer, SearchMode } from './answer-search.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { type KeywordPlan, planKeywords } from './fts-expression.ts';
import type { Highlight } from './highlight-index.ts';
import { type IndexThread, startIndexerThread, startSearchThread } from './index-threads.ts';
import { parseQuery, type Query } from './query.ts';
import { type RankedHit, rankHits } from './rank.ts';
import type { Place, SearchStore, StoredChunk } from './search-store.ts';
import { monotonicNow, type SearchAnswer, type SearchOperations } from './thread-messages.ts';
import { TRAINING_TIMING, type TrainingTiming } from './trainer.ts';

export type { SearchMode } from './answer-search.ts';
export { createChunkStore } from './chunk-store.ts';
export type { Highlight } from './highlight-index.ts';
export type { IndexedChunk } from './index-file.ts';
export type { Place, SearchStore, SourceChange, StoredChunk } from './search-store.ts';
export { createSearching, type Searching } from './searching.ts';

export const SEARCH_MODES = ['keyword', 'semantic', 'hybrid'] as const satisfies SearchMode[];

export interface SearchInput {
  query: string;
  /** Absent = hybrid where the workspace has a model, keyword otherwise. */
  mode?: SearchMode;
  /** How many results at most, 1 to 100. */
  limit: number;
  /** Only chunks of these sources; an empty list matches nothing. */
  sourceIds?: readonly string[];
}

export interface SearchResult {
  chunk_id: string;
  source_id: string;
  source_title: string;
  text: string;
  /** In [0, 1]; see `RankedHit` for what it is in each mode. */
  score: number;
  location: { heading: string[]; start: number; end: number } & Place;
  url: string | null;
  /** Matched passages of `text`, in UTF-16 code units. */
  highlights: Highlight[];
}

export interface SearchResults {
  results: SearchResult[];
  /** The mode it was answered in; another one than asked for comes with a warning. */
  mode: SearchMode;
  /** Milliseconds, with what the database and the queue took. */
  took_ms: number;
  warnings: string[];
}

export interface Search {
  /** Answers within about a second. Throws `not_ready` when its thread dies. */
  search(workspaceId: string, input: SearchInput): Promise<SearchResults>;
  /** Resolves once a search on this node finds this change; a source is `ready` only after it. */
  caughtUp(workspaceId: string, change: number): Promise<void>;
  /** A hint that the workspace has a new change: the index starts on it before anybody asks. */
  changed(workspaceId: string): void;
  /** Deletes the index of a deleted workspace. */
  drop(workspaceId: string): Promise<void>;
  /** Deletes the indexes of workspaces that do not exist; also done at start and hourly. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export interface SearchDeps {
  /** The index files live in its folder `index`. */
  dataDir: string;
  store: SearchStore;
  log: Log;
  /** What vectors may take of the memory, in bytes; a workspace that needs more is searched by keyword. */
  vectorMemoryBytes?: number;
  training?: TrainingTiming;
}

/** Enough for one workspace of a million chunks or many small ones. */
const VECTOR_MEMORY_BYTES = 512 * 2 ** 20;
const DEADLINE_MS = 1000;
/** Past the deadline by this much the thread is taken for stuck. */
const GRACE_MS = 4000;
const FRESHNESS_WAIT_MS = 50;
const SWEEP_EVERY_MS = 3_600_000;
/** Hits fetched beyond the limit: for demotion to choose from, and for chunks that are gone by now. */
const POOL = 200;
const MAX_NAMED_SOURCES = 10;

/**
 * The search index of this node: one file for each workspace, derived from `store` and built anew whenever it
 * is missing, damaged or of another version. Starts two threads; `stop` ends them.
 */
export function createSearch({
  dataDir,
  store,
  log,
  vectorMemoryBytes = VECTOR_MEMORY_BYTES,
  training = TRAINING_TIMING,
}: SearchDeps): Search {
  const folder = join(dataDir, 'index');
  mkdirSync(folder, { recursive: true });
  const pathOf = (workspaceId: string) => join(folder, `${workspaceId}.sqlite`);
  const searcher = startSearchThread(log, { vectorMemoryBytes });
  const indexer = startIndexerThread(log, { training });
  const catchUp = createCatchUp({ store, indexer, searcher, pathOf, log });

  async function sweep(): Promise<void> {
    const names = readdirSync(folder).flatMap((name) => /^([^.]+)\.sqlite/.exec(name)?.[1] ?? []);
    for (const workspaceId of new Set(names)) {
      if (!(await store.workspaceExists(workspaceId))) await catchUp.drop(workspaceId);
    }
  }

  let stopped = false;
  const sweepLogged = () =>
    sweep().catch((err: unknown) => {
      if (!stopped) log.error({ err }, 'the sweep of index files failed');
    });
  let sweeping = sweepLogged();
  const timer = setInterval(() => {
    sweeping = sweepLogged();
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    search: (workspaceId, input) =>
      answer({ store, searcher, catchUp, path: pathOf(workspaceId) }, workspaceId, input),
    caughtUp: (workspaceId, change) => catchUp.reach(workspaceId, change),
    changed: (workspaceId) => catchUp.hint(workspaceId),
    drop: (workspaceId) => catchUp.drop(workspaceId),
    sweep,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await catchUp.stop();
      await Promise.all([searcher.stop(), indexer.stop()]);
      await sweeping;
    },
  };
}

interface AnswerDeps {
  store: SearchStore;
  searcher: IndexThread<SearchOperations>;
  catchUp: CatchUp;
  path: string;
}

async function answer(deps: AnswerDeps, workspaceId: string, input: SearchInput): Promise<SearchResults> {
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

type Ask = Omit<Parameters<SearchOperations['search']>[0], 'path'>;

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
): Promise<RankedAnswer | null> {
  const latest = await waitForLatest(deps, workspaceId);
  if (latest === 0) return null;
  const found = await askIndex(deps, workspaceId, ask);
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
  const fallback = fallbackWarning(found.fallback, ask.mode);
  if (fallback) warnings.push(fallback);
  return found;
}

/** Whoever left the mode open is told only what the query's words have to do with. */
function fallbackWarning(fallback: Fallback | null, asked: SearchMode | null): string | null {
  if (fallback === null || (asked === null && fallback === 'no_model')) return null;
  return {
    no_model:
      'semantic_not_ready: the workspace has no trained model yet, so this was searched by keyword; search again in a moment.',
    too_large:
      "semantic_unavailable: the workspace's vectors need more memory than this node sets apart for them, so this was searched by keyword.",
    unknown_words:
      'semantic_unknown_words: none of the words tells a meaning in this workspace, so this was searched by keyword.',
  }[fallback];
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
  ask: Ask,
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
  store: SearchStore,
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
