import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexReader, openIndexReader } from '../server/src/search/index/index-reader.ts';
import { parseQuery } from '../server/src/search/query/parse-query.ts';
import { planKeywords } from '../server/src/search/query/plan-keywords.ts';
import { runQuery, type SearchMode } from '../server/src/search/query/run-query.ts';
import { createVectorCache, type LoadedVectors } from '../server/src/search/semantic/vector-cache.ts';
import { createWordCounter } from '../server/src/search/text/bag-of-words.ts';
import { UNHURRIED } from './lib/index-collection.ts';
import { processorMs } from './lib/processor-time.ts';
import { makeZipfIndex, queryLength, usualQueries } from './lib/zipf-index.ts';
import { quantile, zipfText } from './lib/zipf-text.ts';

/**
 * What indexing and searching one workspace costs in processor time, which other work on the machine changes little:
 * node bench/search-scale.ts [chunks] [queries]. One thread, without the way to it; bench/search-hybrid.ts measures
 * through the door. Queries of 1 to 10 words: half drawn with the text's own frequencies, half taken from documents.
 */
const CHUNKS = Number(process.argv[2] ?? 100_000);
const QUERIES = Number(process.argv[3] ?? 200);

const text = zipfText(50_000, 20_260_101);

/** Indexes and trains; returns sentences of the documents. */
function makeIndex(path: string): string[] {
  const { sentences, indexingMs, trainingMs, oneMoreMs } = makeZipfIndex(path, CHUNKS, text);
  console.log(`indexing: ${Math.round((1000 * CHUNKS) / indexingMs)} chunks a second of processor time`);
  console.log(`training and placing every chunk: ${(trainingMs / 1000).toFixed(1)} s`);
  console.log(`one more document of 20 chunks: ${oneMoreMs.toFixed(0)} ms`);
  return sentences;
}

function load(reader: IndexReader, path: string): LoadedVectors {
  const cache = createVectorCache(2 ** 34);
  let loaded: ReturnType<typeof cache.of> = null;
  const ms = processorMs(() => {
    loaded = cache.of(path, reader);
  });
  const bytes = (cache.bytes() / reader.chunkCount()).toFixed(0);
  const file = (statSync(path).size / 2 ** 20).toFixed(0);
  console.log(
    `memory: ${bytes} bytes a chunk of vectors and model, read in ${ms.toFixed(0)} ms; file ${file} MiB`,
  );
  if (!loaded || loaded === 'too_large') throw new Error('The index has no model.');
  return loaded;
}

function measure(name: string, queries: readonly string[], search: (query: string) => void): void {
  const times = queries.map((query) => processorMs(() => search(query))).sort((a, b) => a - b);
  console.log(`${name}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`);
}

function main(path: string): void {
  const sentences = makeIndex(path);
  const reader = openIndexReader(path);
  if (!reader) throw new Error('There is no index file.');
  const loaded = load(reader, path);
  const countWords = createWordCounter();
  const sources = ['Document 0', 'Document 100', 'Document 200'];
  const by = (mode: SearchMode, sourceIds: string[] | null) => (query: string) => {
    const plan = planKeywords(parseQuery(query));
    const request = { ...UNHURRIED, sourceIds, plan, mode, words: query, embedded: null };
    runQuery(reader, request, { vectors: () => loaded, countWords });
  };
  const usual = usualQueries(QUERIES, text, sentences);
  const rare = Array.from({ length: QUERIES }, () =>
    text.many(queryLength(text), () => text.wordOf(5000 + Math.floor(text.random() * 20_000))),
  );
  measure('hybrid, first use (frequencies not yet known)', usual, by('hybrid', null));
  measure('hybrid', usual, by('hybrid', null));
  measure('hybrid, three sources asked for', usual, by('hybrid', sources));
  measure('hybrid, rare words', rare, by('hybrid', null));
  measure('semantic', usual, by('semantic', null));
  measure('keyword', usual, by('keyword', null));
  reader.close();
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-scale-'));
console.log(
  `machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}; ${CHUNKS} chunks of 180 words; all times are of the processor`,
);
main(join(folder, 'index.sqlite'));
rmSync(folder, { recursive: true, force: true });
