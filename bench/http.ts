/**
 * Durable POST and GET of scenarios over HTTP, 32 connections, against bare Fastify on the same storage threads with
 * one INSERT or one SELECT and no validation: same run, rounds interleaved, as a ratio. The load is a process of its
 * own; the servers take turns. The aim is 0.5 or more for both.
 *
 *   node bench/http.ts [seconds for each round] [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { createApp } from '../server/src/app/app.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { loadConfig } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/db/db.ts';
import type { NewRow } from '../server/src/platform/db/schema.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import { measureInTurns, median, numberArguments, printMachine, ratioOfMedians } from './lib/harness.ts';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;

const SCENARIO = {
  name: 'Support chat',
  workload_type: 'chat',
  traffic_profile: 'diurnal',
  slo_requirements: { p95_latency_ms: 1200, throughput_rps: 40, availability: 99.9 },
  budget: { monthly_limit_usd: 5000 },
  compliance: { regions: ['eu-west-1'] },
};

/** The address of a server; `made` is an existing scenario. */
interface Target {
  url: string;
  collection: string;
  made: string;
}

interface Load extends Target {
  method: 'POST' | 'GET';
  seconds: number;
}

if (process.argv[2] === 'load') load();
else if (process.argv[2] === 'serve') await serve(process.argv[3] === 'bare');
else await measure(...numberArguments([2, 5]));

/** The client process: answers each order with the number of responses per second. */
function load(): void {
  process.once('disconnect', () => process.exit());
  process.on('message', async ({ url, collection, made, method, seconds }: Load) => {
    const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
    const headers = { 'content-type': 'application/json' };
    const post = { method, path: collection, body: JSON.stringify(SCENARIO), headers };
    const request = method === 'POST' ? post : { method, path: made };
    const started = performance.now();
    const ends = started + seconds * 1000;
    let answered = 0;
    const one = async () => {
      while (performance.now() < ends) {
        const { statusCode, body } = await pool.request(request);
        await body.dump();
        if (statusCode >= 300) throw new Error(`${method} was answered ${statusCode}`);
        answered++;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    const perSecond = (answered / (performance.now() - started)) * 1000;
    await pool.close();
    process.send?.(perSecond);
  });
}

/** A server process: Touchstone itself, or bare Fastify on the same storage threads. */
async function serve(bare: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
  const { target, stop } = bare ? await serveBare(dataDir) : await serveTouchstone(dataDir);
  process.once('disconnect', async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit();
  });
  process.send?.(target);
}

async function serveTouchstone(dataDir: string) {
  const flags = { port: '0', 'data-dir': dataDir, 'log-level': 'warn' };
  const app = await createApp(loadConfig({ env: {}, flags }));
  const { url } = await app.start();
  const headers = { 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { id: string }).id;
  };
  const collection = `/workspaces/${await post('/workspaces', { name: 'Bench' })}/scenarios`;
  const made = `${collection}/${await post(collection, SCENARIO)}`;
  return { target: { url, collection, made }, stop: app.stop };
}

async function serveBare(dataDir: string) {
  const db = await openDatabase({ dataDir, log: silentLog });
  const workspaceId = newId();
  const life = { revision: 1, created_at: 1, updated_at: 1 };
  const workspace = { id: workspaceId, name: 'Bench', description: null, deleted_at: null, ...life };
  await db.write((batch) => {
    batch.add(batch.query.insertInto('workspaces').values(workspace));
  });
  const app = Fastify();
  app.post('/scenarios', async (request, reply) => {
    const { name, workload_type, ...rest } = request.body as typeof SCENARIO;
    const row: NewRow<'scenarios'> = {
      workspace_id: workspaceId,
      id: newId(),
      name,
      workload_type,
      traffic_profile: rest.traffic_profile,
      slo_requirements_json: JSON.stringify(rest.slo_requirements),
      budget_json: JSON.stringify(rest.budget),
      compliance_json: JSON.stringify(rest.compliance),
      quality_json: '[]',
      session_requirements_json: '{}',
      vendor_lock_in_tolerance: null,
      ...life,
    };
    await db.write((batch) => {
      batch.add(batch.query.insertInto('scenarios').values(row));
    });
    return reply.code(201).send(row);
  });
  app.get('/scenarios/:id', async (request) =>
    db.query
      .selectFrom('scenarios')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', (request.params as { id: string }).id)
      .executeTakeFirst(),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const made = await app.inject({ method: 'POST', url: '/scenarios', payload: SCENARIO });
  const target = { url, collection: '/scenarios', made: `/scenarios/${made.json().id}` };
  const stop = async () => {
    await app.close();
    await db.close();
  };
  return { target, stop };
}

async function measure(seconds: number, rounds: number): Promise<void> {
  const self = fileURLToPath(import.meta.url);
  const loader = fork(self, ['load']);
  loader.once('exit', (code) => code && process.exit(1));
  const servers = [fork(self, ['serve', 'bare']), fork(self, ['serve', 'touchstone'])];
  const [bare, ours] = (await Promise.all(servers.map(said))) as [Target, Target];
  printMachine(`${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s for each, interleaved; medians`);
  for (const method of ['POST', 'GET'] as const) {
    const rateOf = (target: Target) => async (warmsUp: boolean) => {
      loader.send({ ...target, method, seconds: warmsUp ? Math.min(WARM_UP_SECONDS, seconds) : seconds });
      return (await said(loader)) as number;
    };
    const found = await measureInTurns(rounds, { bare: rateOf(bare), ours: rateOf(ours) });
    const [theirs, own] = [found.bare, found.ours].map((rates) => Math.round(median(rates)));
    console.log(
      `${method.padEnd(5)} bare ${theirs}/s, touchstone ${own}/s, ${ratioOfMedians(found.ours, found.bare)}`,
    );
  }
  for (const child of [loader, ...servers]) child.disconnect();
}

/** The child's next message. If the child ends instead, this process ends too: its error is on the terminal. */
async function said(child: ChildProcess): Promise<unknown> {
  return (await once(child, 'message'))[0];
}
