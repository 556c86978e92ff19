import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { newId } from '../server/src/kernel/ids.ts';
import { silentLog } from '../server/src/kernel/log.ts';
import { createMemoryStore } from '../server/src/search/memory-store.ts';
import { createSearch, type Search } from '../server/src/search/search.ts';

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

const random = mulberry32(20_260_101);
const cumulative = zipf(VOCABULARY);

/** Mulberry32, a small seeded generator of numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Running sums of 1 / (rank + 2.7), Zipf's law as Mandelbrot corrected it. */
function zipf(size: number): Float64Array {
  const sums = new Float64Array(size);
  for (let rank = 0, sum = 0; rank < size; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return sums;
}

function drawRank(): number {
  const at = random() * (cumulative.at(-1) ?? 0);
  let [low, high] = [0, VOCABULARY - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A word of letters only, five or more, so that neither stemming nor splitting touches it. */
function wordOf(rank: number): string {
  const letters = 'bdfgklmnprtvz';
  let word = 'o';
  for (let left = rank + 28_561; left > 0; left = Math.floor(left / 13)) word += letters[left % 13];
  return word;
}

const draw = () => wordOf(drawRank());
const drawMany = (count: number, one: () => string) => Array.from({ length: count }, one).join(' ');
const queryLength = () => 1 + Math.floor(random() * 10);

function quantile(sorted: readonly number[], q: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN).toFixed(2);
}

async function measure(
  search: Search,
  workspace: string,
  name: string,
  queries: readonly string[],
  until: number,
) {
  const times: number[] = [];
  for (const query of queries) {
    if (performance.now() > until) break;
    const started = performance.now();
    await search.search(workspace, { query, limit: 10 });
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
  const store = createMemoryStore();
  const search = createSearch({ dataDir, store, log: silentLog });
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
  await search.caughtUp(workspace, change);
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
