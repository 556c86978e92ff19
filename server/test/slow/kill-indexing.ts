/**
 * SIGKILL in the middle of indexing, again and again, and a restart on the same data: every acknowledged write must
 * be there, deleted sources must never be found, ready ones always, and index and database must agree in the end.
 *
 *   node server/test/kill-indexing.ts [kills] [seed]
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkIndex } from '../../src/knowledge/search/index/check-index.ts';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { onDisk } from '../support/each-database.ts';
import {
  type Acknowledged,
  type Content,
  createIndexingLoad,
  type IndexingLoad,
} from '../support/indexing-load.ts';
import { seeded } from '../support/word-text.ts';

/** One life of the service. */
interface Life extends Acknowledged {
  ms: number;
  /** What the kill left unfinished: sources that wait, those at work by stage, deletions being carried out. */
  pending: number;
  read: number;
  write: number;
  index: number;
  purges: number;
  /** Until the next process said that it is ready. */
  restartMs: number;
}

export interface KilledIndexing {
  lives: Life[];
  /** Kills that found nothing at work; they are repeated and do not count. */
  idle: number;
  sources: number;
  deleted: number;
  chunks: number;
  /** How long the last process worked until nothing was left to do. */
  finishMs: number;
}

const LIFE_MS = { least: 150, most: 2000 };
const QUIET_WITHIN_MS = 180_000;
const SEARCHED_AT_ONCE = 5;
const LIMIT = 100;

/** Runs the whole procedure; throws at the first thing that is not as it must be. */
export async function killIndexing(kills: number, random: () => number): Promise<KilledIndexing> {
  const place = onDisk(undefined, async () => {});
  const load = createIndexingLoad(random);
  const serve = () => startServe(flagsFor(place), { REQUESTS_PER_MINUTE: '0' });
  let service = await serve();
  try {
    const { id } = await ask(service.url, 'POST', '/workspaces', { name: 'Kills' });
    const path = `/workspaces/${id}`;
    const lives: Life[] = [];
    let idle = 0;
    while (lives.length < kills) {
      const lived = await liveAndDie(service, path, load, random);
      const left = unfinishedIn(place.dataDir);
      const started = performance.now();
      service = await serve();
      const restartMs = Math.round(performance.now() - started);
      await requireAcknowledged(service.url + path, load);
      await load.settle(service.url + path);
      if (left.read + left.write + left.index > 0) lives.push({ ...lived, ...left, restartMs });
      else idle++;
    }
    const started = performance.now();
    await untilQuiet(service.url + path, place.dataDir);
    const finishMs = Math.round(performance.now() - started);
    await requireAll(service.url + path, load);
    assert.equal((await service.stop()).code, 0);
    const { differences, chunks } = checkIndex(place.dataDir);
    assert.deepEqual(differences, []);
    return { lives, idle, sources: load.live.size, deleted: load.deleted.size, chunks, finishMs };
  } catch (error) {
    console.error(service.log());
    throw error;
  } finally {
    await service.kill();
    await place.remove();
  }
}

async function liveAndDie(service: ServeProcess, path: string, load: IndexingLoad, random: () => number) {
  const started = performance.now();
  const running = load.run(service.url + path);
  await sleep(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least));
  await service.kill();
  const acknowledged = await running.stop();
  return { ms: Math.round(performance.now() - started), ...acknowledged };
}

/** What a dead service left to do, read from its files. */
function unfinishedIn(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  try {
    const rows = db
      .prepare(
        `SELECT status, json_extract(stage_json, '$.name') AS stage FROM sources
         WHERE owner_id = id AND holders > 0 AND status IN ('pending', 'processing')`,
      )
      .all();
    const purges = db
      .prepare("SELECT count(*) AS n FROM jobs WHERE kind = 'source.purge' AND owner IS NOT NULL")
      .get();
    const at = (name: string | null) => rows.filter(({ stage }) => stage === name).length;
    return {
      pending: at(null),
      read: at('read'),
      write: at('write'),
      index: at('index'),
      purges: Number(purges?.n),
    };
  } finally {
    db.close();
  }
}

/** Right after a restart: what was acknowledged is there, what was deleted is not, some that are ready are found. */
async function requireAcknowledged(url: string, load: IndexingLoad): Promise<void> {
  const listed: Source[] = (await ask(url, 'GET', '/sources')).data;
  const ids = new Set(listed.map(({ id }) => id));
  const lost = [...load.live.keys()].filter((id) => !ids.has(id));
  // A deletion may have been carried out although its answer was cut off: asked again, it says so.
  for (const id of lost) assert.ok(load.isUnsure(id), `source ${id} was acknowledged and is gone`);
  for (const id of load.deleted.keys()) assert.ok(!ids.has(id), `source ${id} was deleted and is there`);
  const ready = listed.filter(({ id, status }) => status === 'ready' && load.live.has(id));
  for (const { id } of ready.slice(0, SEARCHED_AT_ONCE)) await requireFound(url, id, contentOf(load, id));
}

/** Everything there is against everything that was sent. */
async function requireAll(url: string, load: IndexingLoad): Promise<void> {
  const listed: Source[] = (await ask(url, 'GET', '/sources')).data;
  assert.deepEqual(listed.map(({ id }) => id).sort(), [...load.live.keys()].sort());
  for (const source of listed) {
    assert.equal(source.status, 'ready', JSON.stringify(source));
    await requireWhole(url, source, contentOf(load, source.id));
    await requireFound(url, source.id, contentOf(load, source.id));
  }
  const chunkCounts = new Map(listed.map(({ id, chunk_count }) => [id, chunk_count]));
  for (const content of new Set([...load.live.values(), ...load.deleted.values()])) {
    const sharers = [...load.live].filter(([, other]) => other === content).map(([id]) => id);
    await requireOnly(url, content, new Set(sharers), chunkCounts.get(sharers[0] ?? '') ?? 0);
  }
  for (const id of load.deleted.keys()) {
    assert.equal((await fetch(`${url}/sources/${id}`)).status, 404);
  }
}

interface Source {
  id: string;
  status: string;
  chunk_count: number;
}

async function requireWhole(url: string, { id, chunk_count }: Source, { text }: Content): Promise<void> {
  const original = await fetch(`${url}/sources/${id}/original`);
  assert.ok(Buffer.from(text).equals(Buffer.from(await original.arrayBuffer())), `the bytes of ${id}`);
  const ordinals: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await ask(url, 'GET', `/sources/${id}/chunks?limit=1000${query}`);
    ordinals.push(...page.data.map(({ ordinal }: { ordinal: number }) => ordinal));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    ordinals,
    Array.from({ length: chunk_count }, (_, at) => at),
    `the chunks of ${id}`,
  );
}

async function requireFound(url: string, id: string, { marker }: Content): Promise<void> {
  const found = await search(url, { query: marker, source_ids: [id], limit: 3 });
  assert.ok(found.length > 0, `source ${id} is ready and is not found`);
  assert.deepEqual([...new Set(found.map(({ source_id }) => source_id))], [id]);
}

/** A search for the word of a text finds all its chunks, each once, and nothing when no source has it any more. */
async function requireOnly(
  url: string,
  { marker }: Content,
  sharers: ReadonlySet<string>,
  chunks: number,
): Promise<void> {
  const found = await search(url, { query: marker, mode: 'keyword', limit: LIMIT });
  for (const { source_id } of found) assert.ok(sharers.has(source_id), `source ${source_id} is found`);
  assert.equal(new Set(found.map(({ chunk_id }) => chunk_id)).size, found.length, 'a chunk twice');
  assert.equal(found.length, Math.min(LIMIT, chunks), `chunks of ${marker}`);
}

async function search(url: string, request: object): Promise<{ source_id: string; chunk_id: string }[]> {
  return (await ask(url, 'POST', '/search', request)).results;
}

/** Until no source waits or is at work, and what was deleted is out of the index and of the database. */
async function untilQuiet(url: string, dataDir: string): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (const status of ['pending', 'processing']) {
    while ((await ask(url, 'GET', `/sources?status=${status}&limit=1`)).data.length > 0)
      await rest(until, status);
  }
  while (!isSettled(dataDir)) await rest(until, 'deletions');
}

async function rest(until: number, what: string): Promise<void> {
  assert.ok(performance.now() < until, `${what}: not done in time`);
  await sleep(50);
}

function isSettled(dataDir: string): boolean {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  try {
    const left = db
      .prepare(
        `SELECT count(*) AS n FROM chunks c JOIN sources s ON s.workspace_id = c.workspace_id AND s.id = c.source_id
         WHERE s.holders = 0`,
      )
      .get();
    if (Number(left?.n) > 0) return false;
  } finally {
    db.close();
  }
  return checkIndex(dataDir).differences.every(({ kind }) => kind !== 'behind' && kind !== 'purge_waits');
}

function contentOf(load: IndexingLoad, id: string): Content {
  const content = load.live.get(id);
  assert.ok(content, `nobody made source ${id}`);
  return content;
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

if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 20);
  const seed = Number(process.argv[3] ?? 1);
  const { lives, idle, sources, deleted, chunks, finishMs } = await killIndexing(kills, seeded(seed));
  console.table(lives);
  console.log(
    `${lives.length} kills (and ${idle} that found nothing at work), seed ${seed}: ${sources} sources are there and ` +
      `ready, ${deleted} are deleted and not found; ${chunks} chunks, index and database agree; ` +
      `${finishMs} ms until nothing was left to do.`,
  );
}
