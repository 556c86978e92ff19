/**
 * What indexing and searching one workspace costs: first in processor time of one thread, which other work on the machine
 * changes little, then by the clock through the door of the search engine, its threads included.
 *
 *   node bench/search-speed.ts [chunks] [queries]
 *
 * Seeded Zipfian text, 180 words a chunk. Queries of 1 to 10 words: half drawn with the text's own frequencies, half
 * sentences of documents.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../server/src/kernel/ids.ts';
import { openIndexReader } from '../server/src/knowledge/search/index/index-reader.ts';
import { parseQuery } from '../server/src/knowledge/search/query/parse-query.ts';
import { planKeywords } from '../server/src/knowledge/search/query/plan-keywords.ts';
import { runQuery, type SearchMode } from '../server/src/knowledge/search/query/run-query.ts';
import { createSearchEngine } from '../server/src/knowledge/search/search.ts';
import { createVectorCache } from '../server/src/knowledge/search/semantic/vector-cache.ts';
import { createWordCounter } from '../server/src/knowledge/search/text/bag-of-words.ts';
import { temporaryFolder } from '../server/test/support/cli-process.ts';
import { createMemoryChunkStore } from '../server/test/support/memory-chunk-store.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import { describePercentiles, numberArguments, printMachine, processorMs } from './lib/harness.ts';
import { UNLIMITED_KEYWORD_REQUEST } from './lib/index-collection.ts';
import { makeQueries, makeZipfIndex, queryLength } from './lib/zipf-index.ts';
import { zipfText } from './lib/zipf-text.ts';

const [chunks, count] = numberArguments([100_000, 200]);
const WORDS_PER_CHUNK = 180;
const CHUNKS_PER_SOURCE = 100;

const text = zipfText(50_000, 20_260_101);
const some = (many: number) => Array.from({ length: many }, () => text.many(WORDS_PER_CHUNK, text.draw));
const rare = Array.from({ length: count }, () =>
  text.many(queryLength(text), () => text.wordOf(5000 + Math.floor(text.random() * 20_000))),
);
const folder = temporaryFolder();
printMachine(`${chunks} chunks of ${WORDS_PER_CHUNK} words, ${count} queries`);
try {
  inProcessorTime(join(folder.path, 'index.sqlite'));
  await throughTheDoor();
} finally {
  folder.remove();
}

function inProcessorTime(path: string): void {
  const { sentences, indexingMs, trainingMs, oneMoreMs } = makeZipfIndex(path, chunks, text);
  console.log(`processor time: indexing ${Math.round((1000 * chunks) / indexingMs)} chunks a second`);
  console.log(`  training and placing every chunk: ${(trainingMs / 1000).toFixed(1)} s`);
  console.log(`  one more document of 20 chunks: ${oneMoreMs.toFixed(0)} ms`);
  const reader = openIndexReader(path);
  const cache = createVectorCache(2 ** 34);
  const loaded = reader && cache.of(path, reader);
  if (!reader || !loaded || loaded === 'too_large') throw new Error('The index has no model.');
  console.log(`  vectors and model: ${(cache.bytes() / reader.chunkCount()).toFixed(0)} bytes a chunk`);
  const countWords = createWordCounter();
  const measure = (
    name: string,
    queries: readonly string[],
    mode: SearchMode,
    sourceIds: string[] | null,
  ) => {
    const times = queries.map((query) =>
      processorMs(() => {
        const plan = planKeywords(parseQuery(query));
        const request = { ...UNLIMITED_KEYWORD_REQUEST, sourceIds, plan, mode, words: query, embedded: null };
        runQuery(reader, request, { vectors: () => loaded, countWords });
      }),
    );
    console.log(`  ${name}: ${describePercentiles(times)}`);
  };
  const usual = makeQueries(count, text, sentences);
  measure('hybrid, first use (frequencies not yet known)', usual, 'hybrid', null);
  measure('hybrid', usual, 'hybrid', null);
  measure('hybrid, three sources asked for', usual, 'hybrid', ['Document 0', 'Document 100', 'Document 200']);
  measure('hybrid, rare words', rare, 'hybrid', null);
  measure('semantic', usual, 'semantic', null);
  measure('keyword', usual, 'keyword', null);
  reader.close();
}

async function throughTheDoor(): Promise<void> {
  const store = createMemoryChunkStore();
  const workspace = newId();
  const sentences: string[] = [];
  let change = 0;
  for (let from = 0; from < chunks; from += CHUNKS_PER_SOURCE) {
    const added = some(Math.min(CHUNKS_PER_SOURCE, chunks - from));
    sentences.push(
      ...added.map((chunk) =>
        chunk
          .split(' ')
          .slice(20, 20 + queryLength(text))
          .join(' '),
      ),
    );
    change = store.put(workspace, newId(), `Document ${from}`, added);
  }
  const search = createSearchEngine({ dataDir: folder.path, store, log: silentLog });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  await search.waitUntilIndexed(workspace, change);
  console.log(`by the clock: indexing ${Math.round(chunks / seconds())} chunks a second`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const usual = makeQueries(count, text, sentences);
  for (let mode = ''; mode !== 'hybrid'; await sleep(50)) {
    ({ mode } = await search.search(workspace, { query: text.wordOf(500), limit: 1 }));
    if (seconds() > 300) throw new Error('No model was trained in time.');
  }
  console.log(`  searches are hybrid ${seconds().toFixed(1)} s after the first chunk`);
  const measure = async (name: string, queries: readonly string[]) => {
    const times: number[] = [];
    for (const query of queries) {
      const asked = performance.now();
      const { mode } = await search.search(workspace, { query, limit: 10 });
      if (mode === 'hybrid') times.push(performance.now() - asked);
    }
    console.log(`  ${name}: ${describePercentiles(times)}`);
  };
  await measure('hybrid, first use (frequencies not yet known)', usual);
  await measure('hybrid, words as frequent as in the text', usual);
  await measure('hybrid, rare words', rare);
  delay.disable();
  console.log(`  delay of the main loop meanwhile, p99: ${(delay.percentile(99) / 1e6).toFixed(1)} ms`);
  const added = performance.now();
  await search.waitUntilIndexed(workspace, store.put(workspace, newId(), 'One more', some(20)));
  console.log(
    `  one more document of 20 chunks: searchable after ${(performance.now() - added).toFixed(0)} ms`,
  );
  await search.stop();
}
