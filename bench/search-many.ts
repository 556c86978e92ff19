import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../server/src/kernel/ids.ts';
import { createSearchEngine } from '../server/src/search/search.ts';
import { createMemoryChunkStore } from '../server/test/support/memory-chunk-store.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import { quantile, zipfText } from './lib/zipf-text.ts';

/**
 * Many small workspaces searched in turn and a large one beside them, through the door:
 * node bench/search-many.ts [small workspaces] [chunks of the large one] [rounds].
 */
const SMALL = Number(process.argv[2] ?? 200);
const LARGE_CHUNKS = Number(process.argv[3] ?? 100_000);
const ROUNDS = Number(process.argv[4] ?? 3);
const SMALL_CHUNKS = 50;
const WORDS_PER_CHUNK = 180;
const CHUNKS_PER_SOURCE = 100;
const PATIENCE_MS = 300_000;
const OPEN_FOLDER = '/proc/self/fd';

const text = zipfText(50_000, 20_260_101);
const chunksOf = (count: number) =>
  Array.from({ length: count }, () => text.many(WORDS_PER_CHUNK, text.draw));
const query = () => text.many(1 + Math.floor(text.random() * 10), text.draw);
const mega = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-many-'));
const store = createMemoryChunkStore();
const search = createSearchEngine({ dataDir, store, log: silentLog });
const small = Array.from({ length: SMALL }, () => newId());
const large = newId();

async function fill(): Promise<void> {
  for (const workspace of small)
    await search.waitUntilIndexed(workspace, store.put(workspace, newId(), 'Notes', chunksOf(SMALL_CHUNKS)));
  for (let from = 0; from < LARGE_CHUNKS; from += CHUNKS_PER_SOURCE)
    await search.waitUntilIndexed(
      large,
      store.put(large, newId(), `Document ${from}`, chunksOf(CHUNKS_PER_SOURCE)),
    );
}

async function untilTrained(workspace: string): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(50)) {
    const { mode } = await search.search(workspace, { query: text.wordOf(50), limit: 1 });
    if (mode === 'hybrid') return;
  }
  throw new Error('No model was trained in time.');
}

/** Index files this process has open, where the system tells. */
function openFiles(): string {
  return process.platform === 'linux' ? `${readdirSync(OPEN_FOLDER).length}` : 'unknown';
}

async function timed(workspace: string, times: number[]): Promise<void> {
  const started = performance.now();
  await search.search(workspace, { query: query(), limit: 10 });
  times.push(performance.now() - started);
}

function print(name: string, times: number[]): void {
  times.sort((a, b) => a - b);
  console.log(
    `${name}: ${times.length} searches, p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
  );
}

console.log(`machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}`);
await fill();
for (const workspace of [...small, large]) await untilTrained(workspace);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
for (let round = 1; round <= ROUNDS; round++) {
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []];
  for (const [at, workspace] of small.entries()) {
    await timed(workspace, ofSmall);
    if (at % 4 === 0) await timed(large, ofLarge);
  }
  print(`round ${round}, ${SMALL} workspaces of ${SMALL_CHUNKS} chunks in turn`, ofSmall);
  print(`round ${round}, one of ${LARGE_CHUNKS} chunks beside them`, ofLarge);
}
delay.disable();
console.log(
  `main loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms; ${openFiles()} files open; ${mega(process.memoryUsage.rss())} MiB resident, text of all chunks and ${SMALL + 1} workspaces included`,
);
await search.stop();
rmSync(dataDir, { recursive: true, force: true });
