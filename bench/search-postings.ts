import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexReader, openIndexReader } from '../server/src/search/index/index-reader.ts';
import type { Phrase } from '../server/src/search/index/index-schema.ts';
import { openIndexWriter } from '../server/src/search/index/index-writer.ts';
import { zipfText } from './lib/zipf-text.ts';

/**
 * What a posting costs to count, to match to its chunk, and to weight by BM25: node bench/search-postings.ts
 * [chunks]. Processor time, so that other work on the machine counts little.
 */
const CHUNKS = Number(process.argv[2] ?? 20_000);
const WORDS_PER_CHUNK = 180;
const TIMES = 5;
const RANKS = [20, 200, 1000];

const scope = { sources: null, rows: null, without: [] };
const text = zipfText(50_000, 20_260_101);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-postings-'));
const path = join(folder, 'index.sqlite');

function makeIndex(): void {
  const file = openIndexWriter(path);
  if (!file) throw new Error('The index file could not be made.');
  file.begin();
  for (let n = 0; n < CHUNKS; n++)
    file.addChunks('s', '', [{ chunk_id: `${n}`, text: text.many(WORDS_PER_CHUNK, text.draw), heading: [] }]);
  file.commit(1);
  file.close();
}

/** Nanoseconds of processor time a posting. */
function cost(postings: number, read: () => unknown): string {
  read();
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time++) read();
  const { user, system } = process.cpuUsage(before);
  return ((1000 * (user + system)) / (TIMES * postings)).toFixed(0);
}

function count(phrase: Phrase): number {
  // A reader of its own, because a reader remembers what it counted.
  const fresh = openIndexReader(path);
  const frequency = fresh?.snapshot(() => fresh.frequency(phrase)) ?? 0;
  fresh?.close();
  return frequency;
}

function print(reader: IndexReader, rank: number): void {
  const phrase = `"${text.wordOf(rank)}"`;
  const postings = count(phrase);
  const costs = [
    `counted ${cost(postings, () => count(phrase))}`,
    `matched ${cost(postings, () => reader.matchingRows(phrase, scope))}`,
    `weighted ${cost(postings, () => Array.from(reader.scan(phrase, scope)))}`,
  ];
  console.log(`word of rank ${rank}, ${postings} postings, ns each: ${costs.join(', ')}`);
}

makeIndex();
const reader = openIndexReader(path);
if (!reader) throw new Error('There is no index file.');
console.log(`machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}`);
for (const rank of RANKS) print(reader, rank);
reader.close();
rmSync(folder, { recursive: true, force: true });
