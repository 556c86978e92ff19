import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { newId } from '../server/src/kernel/ids.ts';
import { createSearchEngine, type SearchEngine } from '../server/src/search/search.ts';
import { createMemoryChunkStore } from '../server/test/support/memory-chunk-store.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import { quantile, zipfText } from './lib/zipf-text.ts';

/**
 * Keyword search through the door, store in memory: node bench/search-keyword.ts [chunks] [queries].
 * Seeded Zipfian text; half of the queries drawn with the text's own frequencies, half sentences of 1 to 10
 * words taken from documents, and queries of rare words apart.
 */
const CHUNKS = Number(process.argv[2] ?? 20_000);
const QUERIES = Number(process.argv[3] ?? 400);
const WORDS_PER_CHUNK = 180;
const CHUNKS_PER_SOURCE = 100;
const VOCABULARY = 50_000;
const BUDGET_MS = 60_000;

const { random, draw, wordOf, many: drawMany } = zipfText(VOCABULARY, 20_260_101);
const queryLength = () => 1 + Math.floor(random() * 10);

async function measure(
  search: SearchEngine,
  workspace: string,
  name: string,
  queries: readonly string[],
  until: number,
) {
  const times: number[] = [];
  for (const query of queries) {
    if (performance.now() > until) break;
    const started = performance.now();
    await search.search(workspace, { query, limit: 10, mode: 'keyword' });
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${name}: ${times.length} queries, p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
  );
}

async function main(): Promise<void> {
  const until = performance.now() + BUDGET_MS;
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const store = createMemoryChunkStore();
  const search = createSearchEngine({ dataDir, store, log: silentLog });
  const workspace = newId();
  console.log(
    `machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
  );
  console.log(
    `node ${process.version}, sqlite ${process.versions.sqlite}, ${CHUNKS} chunks of ${WORDS_PER_CHUNK} words`,
  );
  const sentences: string[] = [];
  let change = 0;
  for (let from = 0; from < CHUNKS; from += CHUNKS_PER_SOURCE) {
    const chunks = Array.from({ length: Math.min(CHUNKS_PER_SOURCE, CHUNKS - from) }, () =>
      drawMany(WORDS_PER_CHUNK, draw),
    );
    sentences.push(
      ...chunks.map((text) =>
        text
          .split(' ')
          .slice(20, 20 + queryLength())
          .join(' '),
      ),
    );
    change = store.put(workspace, newId(), `Document ${from}`, chunks);
  }
  const started = performance.now();
  await search.waitUntilIndexed(workspace, change);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = statSync(join(dataDir, 'index', `${workspace}.sqlite`)).size / 2 ** 20;
  console.log(`indexing: ${Math.round(CHUNKS / seconds)} chunks/s, file ${megabytes.toFixed(0)} MiB`);

  const delay = monitorEventLoopDelay({ resolution: 1 });
  const ordinary = Array.from({ length: QUERIES }, (_, n) =>
    n % 2 === 0 ? drawMany(queryLength(), draw) : (sentences[Math.floor(random() * sentences.length)] ?? ''),
  );
  const rare = Array.from({ length: QUERIES }, () =>
    drawMany(queryLength(), () => wordOf(5000 + Math.floor(random() * 20_000))),
  );
  await measure(search, workspace, 'first use (frequencies not yet known)', ordinary, until);
  delay.enable();
  await measure(search, workspace, 'words as frequent as in the text', ordinary, until);
  await measure(search, workspace, 'rare words', rare, until);
  delay.disable();
  console.log(
    `main loop delay p99 meanwhile: ${(delay.percentile(99) / 1e6).toFixed(1)} ms (1 ms is the resolution)`,
  );
  await search.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
