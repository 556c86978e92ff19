import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { httpRequest } from '../support/http-request.ts';
import { emptyPostgresDatabase, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { markedText, seeded } from '../support/word-text.ts';

export interface NewNode {
  /** From the start of the process until `/readyz` answers 200. */
  readySeconds: number;
  /** Until it answers the questions as the first node does, in all modes. */
  equalSeconds: number;
}

const KEY = 'the-first-key-of-a-cluster';
const MODES = ['keyword', 'semantic', 'hybrid'];
const QUESTIONS = ['kestrel w12 w400', 'w3 w4 w5 w6', 'w100', '"kestrel w7"', 'w9 -w10'];
/** About 215 words each, of which the text makes a chunk of its own. */
const CHUNKS_PER_SOURCE = 100;
const PARAGRAPHS_PER_CHUNK = 5;
const PATIENCE_MS = 30 * 60_000;

/** Fills a PostgreSQL with a number of chunks, and starts an API node with an empty folder beside the first process. */
export async function startNewNode(chunks: number): Promise<NewNode & { chunks: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-new-node-'));
  const database = await emptyPostgresDatabase();
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  const running: ServeProcess[] = [];
  const start = async (role: string, name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const flags = ['--role', role, '--data-dir', dataDir, '--database-url', database.url];
    const process = await startServe([...flags, '--requests-per-minute', '0'], {
      TOUCHSTONE_BOOTSTRAP_KEY: KEY,
    });
    running.push(process);
    return process;
  };
  try {
    const first = await start('all', 'first');
    const workspace = await fill(first, chunks, async () => {
      const { rows } = await db.query("SELECT count(*) AS n FROM sources WHERE status <> 'ready'");
      return rows[0].n === '0';
    });
    await until(
      async () => (await ask(first, workspace, 'kestrel', 'semantic')).mode === 'semantic',
      500,
      PATIENCE_MS,
    );
    const stored = await db.query('SELECT count(*) AS n FROM chunks');
    const node = await newNode(() => start('api', 'new'), first, workspace);
    return { chunks: Number(stored.rows[0].n), ...node };
  } finally {
    await Promise.all(running.map((process) => process.stop()));
    await db.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(node: ServeProcess, chunks: number, areReady: () => Promise<boolean>): Promise<string> {
  const { id } = (await call(node, 'POST', '/workspaces', { name: 'W' })).body;
  const sources = Math.ceil(chunks / CHUNKS_PER_SOURCE);
  for (let source = 0; source < sources; source++) {
    const content = markedText('kestrel', CHUNKS_PER_SOURCE * PARAGRAPHS_PER_CHUNK, seeded(source + 1));
    await call(node, 'POST', `/workspaces/${id}/sources`, { type: 'text', title: `S ${source}`, content });
  }
  await until(areReady, 500, PATIENCE_MS);
  return id;
}

async function newNode(
  start: () => Promise<ServeProcess>,
  first: ServeProcess,
  workspace: string,
): Promise<NewNode> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const node = await start();
  await until(async () => (await call(node, 'GET', '/readyz')).status === 200, 20, PATIENCE_MS);
  const readySeconds = seconds();
  // At once: the index is whole before the node is ready, the model comes after it.
  for (const query of QUESTIONS)
    assert.deepEqual(
      await ask(node, workspace, query, 'keyword'),
      await ask(first, workspace, query, 'keyword'),
    );
  await until(
    async () => isDeepStrictEqual(await answers(node, workspace), await answers(first, workspace)),
    100,
    PATIENCE_MS,
  );
  return { readySeconds, equalSeconds: seconds() };
}

async function answers(node: ServeProcess, workspace: string) {
  const all = [];
  for (const query of QUESTIONS) for (const mode of MODES) all.push(await ask(node, workspace, query, mode));
  return all;
}

/** Without the time it took. */
async function ask(node: ServeProcess, workspace: string, query: string, mode: string) {
  const { body } = await call(node, 'POST', `/workspaces/${workspace}/search`, { query, mode, limit: 20 });
  return { results: body.results, mode: body.mode, warnings: body.warnings };
}

async function call(node: ServeProcess, method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${KEY}` };
  for (;;) {
    const answer = await httpRequest(method, node.url + path, {
      headers,
      ...(json !== undefined && { json }),
    });
    if (answer.status !== 429) return answer;
    await sleep(100);
  }
}

// Prints how soon, for a number of chunks: node server/test/slow/new-node.ts [chunks]
if (import.meta.main) {
  const postgres = await startPostgres();
  if ('skipped' in postgres) throw new Error(postgres.skipped);
  process.env.TEST_DATABASE_URL = postgres.url;
  const { chunks, readySeconds, equalSeconds } = await startNewNode(Number(process.argv[2] ?? 100_000));
  console.log(
    `${chunks} chunks: ready after ${readySeconds.toFixed(1)} s, equal after ${equalSeconds.toFixed(1)} s`,
  );
  await postgres.stop();
}
