import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../server/src/kernel/ids.ts';
import { openIndexReader } from '../server/src/search/index/index-reader.ts';
import { createSearchEngine, type SearchEngine } from '../server/src/search/search.ts';
import { createVectorCache } from '../server/src/search/semantic/vector-cache.ts';
import { createMemoryChunkStore } from '../server/test/support/memory-chunk-store.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import { queryLength, usualQueries } from './lib/zipf-index.ts';
import { quantile, zipfText } from './lib/zipf-text.ts';

/**
 * Hybrid search of one workspace through the door, store in memory: node bench/search-hybrid.ts [chunks] [queries].
 * Seeded Zipfian text; half of the queries drawn with the text's own frequencies, half sentences of 1 to 10 words
 * taken from documents.
 */
const CHUNKS = Number(process.argv[2] ?? 20_000);
const QUERIES = Number(process.argv[3] ?? 400);
const WORDS_PER_CHUNK = 180;
const CHUNKS_PER_SOURCE = 100;
const BUDGET_MS = 300_000;

const text = zipfText(50_000, 20_260_101);

async function fill(store: ReturnType<typeof createMemoryChunkStore>, workspace: string) {
  const sentences: string[] = [];
  let change = 0;
  for (let from = 0; from < CHUNKS; from += CHUNKS_PER_SOURCE) {
    const chunks = Array.from({ length: Math.min(CHUNKS_PER_SOURCE, CHUNKS - from) }, () =>
      text.many(WORDS_PER_CHUNK, text.draw),
    );
    for (const chunk of chunks)
      sentences.push(
        chunk
          .split(' ')
          .slice(20, 20 + queryLength(text))
          .join(' '),
      );
    change = store.put(workspace, newId(), `Document ${from}`, chunks);
  }
  return { sentences, change };
}

/** Resolves with the milliseconds until a search is answered in mode hybrid. */
async function untilTrained(search: SearchEngine, workspace: string, until: number): Promise<number> {
  const started = performance.now();
  const query = text.wordOf(500);
  while (performance.now() < until) {
    const { mode } = await search.search(workspace, { query, limit: 1 });
    if (mode === 'hybrid') return performance.now() - started;
    await sleep(50);
  }
  throw new Error('No model was trained in time.');
}

async function measure(search: SearchEngine, workspace: string, name: string, queries: readonly string[]) {
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    const { mode } = await search.search(workspace, { query, limit: 10 });
    if (mode === 'hybrid') times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${name}: ${times.length} hybrid queries, p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
  );
}

function printMemory(path: string): void {
  const reader = openIndexReader(path);
  if (!reader) throw new Error('There is no index file.');
  const cache = createVectorCache(2 ** 32);
  const started = performance.now();
  cache.of(path, reader);
  const bytes = cache.bytes() / reader.chunkCount();
  console.log(
    `memory: ${bytes.toFixed(0)} bytes a chunk of vectors and model, read in ${(performance.now() - started).toFixed(0)} ms; file ${(statSync(path).size / 2 ** 20).toFixed(0)} MiB`,
  );
  reader.close();
}

async function main(): Promise<void> {
  const until = performance.now() + BUDGET_MS;
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const store = createMemoryChunkStore();
  const workspace = newId();
  console.log(
    `machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB; node ${process.version}`,
  );
  const { sentences, change } = await fill(store, workspace);
  const search = createSearchEngine({ dataDir, store, log: silentLog });
  const started = performance.now();
  await search.waitUntilIndexed(workspace, change);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `indexing: ${CHUNKS} chunks of ${WORDS_PER_CHUNK} words, ${Math.round(CHUNKS / seconds)} chunks/s`,
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const trained = await untilTrained(search, workspace, until);
  console.log(
    `training, with the short wait before it: ${(trained / 1000).toFixed(1)} s until a search is hybrid`,
  );
  const queries = usualQueries(QUERIES, text, sentences);
  const rare = Array.from({ length: QUERIES }, () =>
    text.many(queryLength(text), () => text.wordOf(5000 + Math.floor(text.random() * 20_000))),
  );
  await measure(search, workspace, 'first use (frequencies not yet known)', queries);
  await measure(search, workspace, 'words as frequent as in the text', queries);
  await measure(search, workspace, 'rare words', rare);
  delay.disable();
  console.log(
    `main loop delay p99 meanwhile: ${(delay.percentile(99) / 1e6).toFixed(1)} ms (1 ms is the resolution)`,
  );
  const added = performance.now();
  const twenty = Array.from({ length: 20 }, () => text.many(WORDS_PER_CHUNK, text.draw));
  await search.waitUntilIndexed(workspace, store.put(workspace, newId(), 'One more', twenty));
  console.log(
    `one more document of 20 chunks: searchable after ${(performance.now() - added).toFixed(0)} ms`,
  );
  await search.stop();
  printMemory(join(dataDir, 'index', `${workspace}.sqlite`));
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
