/**
 * Thousands of mixed documents (texts, code, PDFs, pages, repositories, talks; one in six is broken) added at once:
 * every one must end as its kind must, GETs are timed meanwhile, and index and database must agree. Then once more
 * with SIGKILL at random moments: the same end, to the last chunk.
 *
 *   node server/test/bulk-reading.ts [documents] [kills] [seed]
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkIndex } from '../../src/knowledge/search/index/check-index.ts';
import { type BulkAdding, createBulkAdding } from '../support/bulk-adding.ts';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { type DocumentServers, startDocumentServers } from '../support/document-servers.ts';
import { onDisk } from '../support/each-database.ts';
import { type GetLatency, measureGets } from '../support/get-latency.ts';
import { type MixedDocument, mixedDocuments } from '../support/mixed-documents.ts';
import { seeded } from '../support/word-text.ts';

export interface BulkReading {
  documents: number;
  ready: number;
  failed: number;
  chunks: number;
  /** Until every source was acknowledged, and until nothing was left to read. */
  addedMs: number;
  readMs: number;
  gets: GetLatency;
  /** Sources that were pending or at work at each kill. */
  kills: { unfinished: number; atWork: number }[];
}

/** What of a source must not depend on kills. */
type End = Record<'status' | 'error' | 'title' | 'classification' | 'hash' | 'chunks', unknown>;

const WITHIN_MS = 1_800_000;
const SEARCHED_AT_ONCE = 8;
const SHORTEST_LIFE_MS = 300;
const FIRST_WITHIN_MS = 60_000;

/** Both runs; throws at the first thing that is not as it must be. */
export async function readInBulk(
  count: number,
  kills: number,
  seed: number,
  tell: (line: string) => void = () => {},
): Promise<BulkReading> {
  const documents = mixedDocuments(count, seeded(seed));
  const servers = await startDocumentServers(documents);
  try {
    const calm = await readCalmly(documents, servers);
    const { ends, ...report } = calm;
    const ready = ends.filter(({ status }) => status === 'ready').length;
    const counts = { documents: count, ready, failed: count - ready };
    describe({ ...counts, ...report }, tell);
    const killed = await readKilled(documents, servers, kills, calm.readMs, seeded(seed + 1));
    assert.deepEqual(killed.ends, ends);
    return { ...counts, ...report, kills: killed.kills };
  } finally {
    await servers.stop();
  }
}

async function readCalmly(documents: readonly MixedDocument[], servers: DocumentServers) {
  const place = onDisk(undefined, async () => {});
  const service = await serve(place.dataDir, servers);
  try {
    const path = await newWorkspace(service);
    const url = service.url + path;
    const adding = createBulkAdding(documents, servers);
    const gets = measureGets([url, `${url}/sources?limit=20`, `${url}/sources?status=failed&limit=5`]);
    const started = performance.now();
    await adding.run(url);
    const addedMs = performance.now() - started;
    await untilRead(url);
    const readMs = performance.now() - started;
    const latency = await gets.stop();
    const ends = await requireEnds(url, documents, adding);
    return { ends, chunks: await stopAndCheck(service, place.dataDir), addedMs, readMs, gets: latency };
  } catch (error) {
    console.error(service.log());
    throw error;
  } finally {
    await service.kill();
    await place.remove();
  }
}

/** The kills are spread over about as long as the calm run took. */
async function readKilled(
  documents: readonly MixedDocument[],
  servers: DocumentServers,
  kills: number,
  calmMs: number,
  random: () => number,
) {
  const place = onDisk(undefined, async () => {});
  let service = await serve(place.dataDir, servers);
  try {
    const path = await newWorkspace(service);
    const adding = createBulkAdding(documents, servers);
    const found: BulkReading['kills'] = [];
    while (found.length < kills) {
      const running = adding.run(service.url + path);
      // The first kill meets unread documents for sure; when the others come follows from how long the calm run took.
      if (found.length === 0) await untilUnfinished(place.dataDir);
      else await sleep(SHORTEST_LIFE_MS + (random() * 1.6 * calmMs) / kills);
      await service.kill();
      await running;
      found.push(unfinishedIn(place.dataDir));
      service = await serve(place.dataDir, servers);
    }
    const url = service.url + path;
    await adding.run(url);
    await untilRead(url);
    const ends = await requireEnds(url, documents, adding);
    await stopAndCheck(service, place.dataDir);
    return { ends, kills: found };
  } catch (error) {
    console.error(service.log());
    throw error;
  } finally {
    await service.kill();
    await place.remove();
  }
}

function serve(dataDir: string, { env }: DocumentServers): Promise<ServeProcess> {
  return startServe(flagsFor({ dataDir, url: undefined }), { REQUESTS_PER_MINUTE: '0', ...env });
}

async function newWorkspace({ url }: ServeProcess): Promise<string> {
  return `/workspaces/${(await ask(url, 'POST', '/workspaces', { name: 'Bulk' })).id}`;
}

async function untilRead(url: string): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  for (const status of ['pending', 'processing', 'pending']) {
    while ((await ask(url, 'GET', `/sources?status=${status}&limit=1`)).data.length > 0) {
      assert.ok(performance.now() < until, `sources are stuck: ${status}`);
      await sleep(100);
    }
  }
}

/** Every document is there once, ended as it must, and a search for its word finds it and nothing else. */
async function requireEnds(
  url: string,
  documents: readonly MixedDocument[],
  adding: BulkAdding,
): Promise<End[]> {
  const listed: Listed[] = (await ask(url, 'GET', '/sources')).data;
  const byId = new Map(listed.map((source) => [source.id, source]));
  assert.equal(listed.length, documents.length);
  const ends = documents.map((document) => endOf(document, byId.get(adding.idOf(document) ?? '')));
  const ready = documents.filter(({ end }) => end === 'ready');
  for (let at = 0; at < ready.length; at += SEARCHED_AT_ONCE) {
    const few = ready.slice(at, at + SEARCHED_AT_ONCE);
    await Promise.all(few.map((document) => requireFound(url, document, adding)));
  }
  return ends;
}

interface Listed {
  id: string;
  status: string;
  title: string;
  classification: string;
  chunk_count: number;
  content_hash?: string;
  error?: { code: string };
}

function endOf({ number, kind, end }: MixedDocument, source: Listed | undefined): End {
  assert.ok(source, `document ${number} (${kind}) is not there`);
  const { status, title, classification, error, content_hash: hash, chunk_count: chunks } = source;
  const code = error?.code;
  assert.equal(code ?? status, end, `document ${number} (${kind}) is ${JSON.stringify(source)}`);
  return { status, error: code, title, classification, hash, chunks };
}

async function requireFound(url: string, document: MixedDocument, adding: BulkAdding): Promise<void> {
  const { marker, kind } = document;
  const { results } = await ask(url, 'POST', '/search', { query: marker, mode: 'keyword', limit: 100 });
  const ids = new Set(results.map(({ source_id }: { source_id: string }) => source_id));
  assert.deepEqual([...ids], [adding.idOf(document)], `${kind} ${marker}`);
  const chunkIds = results.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
  assert.equal(new Set(chunkIds).size, chunkIds.length, `a chunk of ${marker} twice`);
}

/** Answers how many chunks the index holds. */
async function stopAndCheck(service: ServeProcess, dataDir: string): Promise<number> {
  assert.equal((await service.stop()).code, 0);
  requireChunks(dataDir);
  const { differences, chunks } = checkIndex(dataDir);
  assert.deepEqual(differences, []);
  return chunks;
}

/** Each ready source has the chunks it says, numbered without a gap. */
function requireChunks(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  const wrong = db
    .prepare(
      `SELECT s.id, s.chunk_count, count(c.id) AS n, max(c.ordinal) AS last FROM sources s
       LEFT JOIN chunks c ON c.workspace_id = s.workspace_id AND c.source_id = s.id AND c.generation = s.generation
       WHERE s.status = 'ready' AND s.owner_id = s.id GROUP BY s.id
       HAVING n <> s.chunk_count OR last <> n - 1`,
    )
    .all();
  db.close();
  assert.deepEqual(wrong, []);
}

async function untilUnfinished(dataDir: string): Promise<void> {
  const until = performance.now() + FIRST_WITHIN_MS;
  while (unfinishedIn(dataDir).unfinished === 0) {
    assert.ok(performance.now() < until, 'nothing was added');
    await sleep(5);
  }
}

function unfinishedIn(dataDir: string): BulkReading['kills'][number] {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  const row = db
    .prepare(
      `SELECT count(*) AS unfinished, coalesce(sum(status = 'processing'), 0) AS at_work FROM sources
       WHERE status IN ('pending', 'processing')`,
    )
    .get();
  db.close();
  return { unfinished: Number(row?.unfinished), atWork: Number(row?.at_work) };
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
async function ask(url: string, method: string, path: string, json?: object): Promise<any> {
  const body = json === undefined ? null : JSON.stringify(json);
  const headers: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path} is ${response.status}: ${text}`);
  return JSON.parse(text);
}

function describe(report: Omit<BulkReading, 'kills'>, tell: (line: string) => void): void {
  const { documents, ready, failed, chunks, gets } = report;
  const [added, read] = [report.addedMs / 1000, report.readMs / 1000];
  tell(`${documents} documents: ${ready} ready, ${failed} failed as they must, ${chunks} chunks`);
  tell(
    `added in ${added.toFixed(1)} s, read in ${read.toFixed(1)} s, ${(documents / read).toFixed(0)} a second`,
  );
  const [p50, p99, most] = [gets.p50, gets.p99, gets.most].map((ms) => ms.toFixed(1));
  tell(`GET meanwhile (${gets.asked}): p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`);
}

if (import.meta.main) {
  const [count = 5000, kills = 20, seed = 1] = process.argv.slice(2).map(Number);
  const { kills: found } = await readInBulk(count, kills, seed, console.log);
  console.table(found);
  console.log(`${found.length} kills, seed ${seed}: the same end, index and database agree.`);
}
