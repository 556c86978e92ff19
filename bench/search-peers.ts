import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldIntoModel } from '../server/src/knowledge/search/lsa/lsa-model.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import {
  describePercentiles,
  numberArguments,
  POSITIONAL_ARGUMENTS,
  printMachine,
  processorMs,
} from './lib/harness.ts';
import { type IndexedCollection, indexCollection } from './lib/index-collection.ts';
import { makeQueries } from './lib/zipf-index.ts';
import { zipfText } from './lib/zipf-text.ts';

/**
 * Our three modes beside peers, in one run: node bench/search-peers.ts <folder in BEIR layout> [chunks]. Quality on the
 * collection, processor time on generated text. The peers get what their documentation shows for a start: MiniSearch
 * with the title boosted as ours is; SQLite FTS5 (porter) with bm25(); sqlite-vec with our own vectors and queries (it
 * has no model), so that it differs in the search alone; FTS5 and sqlite-vec fused by reciprocal rank, k = 60.
 */
const PEERS = { minisearch: '7.2.0', 'sqlite-vec': '0.1.9' };
const TITLE_BOOST = 3;
const DEPTH = 100;
const QUERIES = 200;
const WORDS_PER_CHUNK = 180;
const RRF_K = 60;

const [folder] = POSITIONAL_ARGUMENTS;
const [, chunks] = numberArguments([0, 20_000]);
if (folder === undefined) {
  console.error('Name a folder that holds corpus.jsonl, queries.jsonl and qrels.tsv.');
  process.exit(2);
}

type Ranker = (query: string) => string[];
type Documents = Collection['documents'];

interface MiniSearchIndex {
  addAll(documents: Documents): void;
  search(query: string): { id: string }[];
}

interface Peers {
  MiniSearch: new (options: object) => MiniSearchIndex;
  loadVectors: (db: DatabaseSync) => void;
}

/** Installs the peers at their stated versions into a separate folder: they are not dependencies of ours. */
function installPeers(into: string): Peers {
  const wanted = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--prefix', into, '--no-save', '--no-audit', '--no-fund', ...wanted], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const require = createRequire(join(into, 'package.json'));
  return { MiniSearch: require('minisearch'), loadVectors: require('sqlite-vec').load };
}

function miniSearch({ MiniSearch }: Peers, documents: Documents): Ranker {
  const index = new MiniSearch({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: TITLE_BOOST } },
  });
  index.addAll(documents);
  return (query) =>
    index
      .search(query)
      .slice(0, DEPTH)
      .map(({ id }) => id);
}

function fullText(db: DatabaseSync, documents: Documents): Ranker {
  db.exec("CREATE VIRTUAL TABLE docs USING fts5 (id UNINDEXED, title, text, tokenize = 'porter unicode61')");
  const insert = db.prepare('INSERT INTO docs VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (const { id, title, text } of documents) insert.run(id, title, text);
  db.exec('COMMIT');
  const select = db.prepare(
    `SELECT id FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 0, ${TITLE_BOOST}, 1) LIMIT ${DEPTH}`,
  );
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : select.all(words.map((w) => `"${w}"`).join(' OR ')).map(idOf);
  };
}

function vectorTable(db: DatabaseSync, documents: Documents, ours: IndexedCollection): Ranker {
  const { rows } = ours.loaded;
  const { dimensions } = rows;
  db.exec(
    `CREATE VIRTUAL TABLE vecs USING vec0 (id TEXT, vector float[${dimensions}] distance_metric=cosine)`,
  );
  const insert = db.prepare('INSERT INTO vecs (id, vector) VALUES (?, ?)');
  db.exec('BEGIN');
  // The index numbers documents from 1, in their order.
  for (const [at, { id }] of documents.entries()) {
    const vector = rows.vectorOf(at + 1);
    if (vector) insert.run(id, bytesOf(vector));
  }
  db.exec('COMMIT');
  const select = db.prepare(`SELECT id FROM vecs WHERE vector MATCH ? AND k = ${DEPTH} ORDER BY distance`);
  return (query) => {
    const { vector } = foldIntoModel(ours.loaded.model, ours.countWords(query));
    return vector ? select.all(bytesOf(vector)).map(idOf) : [];
  };
}

const idOf = (row: Record<string, unknown>) => String(row.id);
const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

function fused(...rankers: Ranker[]): Ranker {
  return (query) => {
    const scores = new Map<string, number>();
    for (const ranker of rankers)
      for (const [at, id] of ranker(query).entries())
        scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF_K + at + 1));
    return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  };
}

/** All rankers over the same documents. */
function rankersOf(peers: Peers, documents: Documents) {
  const ours = indexCollection(documents);
  const db = new DatabaseSync(':memory:', { allowExtension: true });
  peers.loadVectors(db);
  const fts = fullText(db, documents);
  const vec = vectorTable(db, documents, ours);
  const rankers: [name: string, ranker: Ranker][] = [
    ['Touchstone keyword', (query) => ours.answer(query, 'keyword')],
    ['Touchstone semantic', (query) => ours.answer(query, 'semantic')],
    ['Touchstone hybrid', (query) => ours.answer(query, 'hybrid')],
    [`MiniSearch ${PEERS.minisearch}`, miniSearch(peers, documents)],
    ['SQLite FTS5', fts],
    [`sqlite-vec ${PEERS['sqlite-vec']}, our vectors`, vec],
    ['FTS5 and sqlite-vec, reciprocal rank', fused(fts, vec)],
  ];
  const close = () => {
    ours.close();
    db.close();
  };
  return { rankers, close };
}

function printQuality(peers: Peers, { documents, queries }: Collection): void {
  console.log(`quality: ${documents.length} documents, ${queries.length} queries, nDCG@10`);
  const { rankers, close } = rankersOf(peers, documents);
  for (const [name, rank] of rankers) {
    const scores = queries.map(({ text, relevant }) => ndcgAt10(rank(text), relevant));
    console.log(`  ${name}: ${mean(scores).toFixed(4)}`);
  }
  close();
}

/** Runs one ranker after the other for each query, so that other work on the machine affects all alike. */
function printSpeed(peers: Peers, count: number): void {
  const text = zipfText(50_000, 20_260_101);
  const documents = Array.from({ length: count }, (_, n) => ({
    id: `${n}`,
    title: `Document ${n}`,
    text: text.many(WORDS_PER_CHUNK, text.draw),
  }));
  const sentences = documents.map((one) => one.text.split(' ').slice(20, 26).join(' '));
  const queries = makeQueries(QUERIES, text, sentences);
  const { rankers, close } = rankersOf(peers, documents);
  const times = rankers.map((): number[] => []);
  for (const query of queries)
    for (const [at, [, rank]] of rankers.entries()) times[at]?.push(processorMs(() => rank(query)));
  close();
  console.log(`speed: ${count} chunks of ${WORDS_PER_CHUNK} words, ms of processor time a query`);
  for (const [at, [name]] of rankers.entries())
    console.log(`  ${name}: ${describePercentiles(times[at] ?? [])}`);
}

const installed = mkdtempSync(join(tmpdir(), 'touchstone-peers-'));
try {
  const peers = installPeers(installed);
  printMachine();
  printQuality(peers, readCollection(folder));
  printSpeed(peers, chunks);
} finally {
  rmSync(installed, { recursive: true, force: true });
}
