/**
 * How long `/healthz` takes while inputs arrive that are made to hold the process, one after another: p99 and the
 * slowest answer, and how much processor time the longest turn of the service's main loop took, which a busy machine
 * does not lengthen; and the resident memory before and after. At last the time that a SIGTERM takes while answers are
 * graded that take long. Before all of them: how long the reading of one JSON body holds a loop, without a limit of
 * values and with the default one.
 *
 *   node bench/stalls.ts [inputs whose name has this]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJsonBody } from '../server/src/platform/http/requests/json-body.ts';
import { startServe } from '../server/test/support/cli-process.ts';
import { writeProviders } from '../server/test/support/evaluation-service.ts';
import { measureGets } from '../server/test/support/get-latency.ts';
import { largeBodies, sendLarge } from '../server/test/support/large-bodies.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import { until } from '../server/test/support/until.ts';
import { startWebServer } from '../server/test/support/web-server.ts';
import { POSITIONAL_ARGUMENTS, printMachine, processorMs } from './lib/harness.ts';

const [only = ''] = POSITIONAL_ARGUMENTS;
printMachine();
if ('JSON'.includes(only)) readBodies();

const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-stalls-'));
const mock = await startMockProcess({ defaults: { answers: { kind: 'echo' } } });
const providers = writeProviders(dataDir, mock);
const endless = await startWebServer({
  '/words': (_, response) => respondEvery(200, response, '<p>more and more</p>'),
  '/flood': (_, response) => respondEvery(1, response, 'words '.repeat(20_000)),
});
const turns = join(dataDir, 'turns');
const service = await startServe(
  ['--data-dir', dataDir, '--touchstone-config', providers, '--fetch-allow-hosts', endless.pair],
  { TURN_METER: turns, NODE_OPTIONS: `--import ${new URL('./lib/turn-meter.ts', import.meta.url)}` },
);

/** 31 MB of each sort, and the largest body of small values that the default limit allows. */
function readBodies(): void {
  const [bytes, mostValues] = [31_000_000, 200_000];
  const filled = (piece: string) => piece.repeat(Math.floor(bytes / piece.length));
  const distinctKeys = (members: number) =>
    `{${Array.from({ length: members }, (_, i) => `"${i.toString(36)}":0`).join(',')}}`;
  const bodies = {
    'small members, each key once': distinctKeys(3_600_000),
    'small objects': `[${filled('{"a":0},')}0]`,
    'one string of base64': `{"a":"${filled('A')}"}`,
    'one string of escaped quotes': `{"a":"${filled('\\"')}"}`,
    'as many members as the default': distinctKeys(mostValues - 2),
  };
  const took = (body: Uint8Array, most: number) => {
    let outcome = 'read';
    const ms = processorMs(() => {
      try {
        parseJsonBody(body, most);
      } catch (error) {
        outcome = (error as { code: string }).code;
      }
    });
    return `${ms.toFixed(0)} ms, ${outcome}`;
  };
  for (const [name, text] of Object.entries(bodies)) {
    const body = Buffer.from(text);
    const unlimited = took(body, Number.POSITIVE_INFINITY);
    console.log(`JSON, ${name}: without a limit ${unlimited}; with the default ${took(body, mostValues)}`);
  }
}

function respondEvery(ms: number, response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.write(piece), ms);
  response.on('close', () => clearInterval(timer));
}

/** The longest turn of the service's main loop since the last call, in ms of processor time. */
function longestTurn(): number {
  const lines = existsSync(turns) ? readFileSync(turns, 'utf8').trim().split('\n') : [];
  writeFileSync(turns, '');
  return Math.max(0, ...lines.map(Number));
}

async function during(what: string, work: () => Promise<unknown>): Promise<void> {
  longestTurn();
  const health = measureGets([`${service.url}/healthz`]);
  const started = performance.now();
  const said = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { p99, most } = await health.stop();
  console.log(
    `${what}: ${said} after ${seconds} s; /healthz p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms; longest turn ${longestTurn().toFixed(0)} ms of processor time`,
  );
}

/** An endless page fails within a minute, and ten responses take 50 s of processor time to grade. */
const PATIENCE_MS = 300_000;

/** Endless pages are read until they fail. */
async function readEndless(workspace: string): Promise<string> {
  const sources = `/workspaces/${workspace}/sources`;
  const made = await Promise.all(
    ['/words', '/flood'].map((path) =>
      ask(service, 'POST', sources, { type: 'url', url: endless.url + path }),
    ),
  );
  const codeOf = async (id: string) => (await ask(service, 'GET', `${sources}/${id}`)).error?.code;
  const codes = made.map(({ id }) => until<string | undefined>(() => codeOf(id), 250, PATIENCE_MS));
  return (await Promise.all(codes)).join();
}

/** A thousand wrong keys, over 20 connections. */
async function signInWrongly(): Promise<string> {
  const counts = new Map<number, number>();
  const one = async () => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${service.url}/session`, {
      method: 'POST',
      headers,
      body: '{"key":"wrong"}',
    });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let i = 0; i < 50; i++) await one();
    }),
  );
  return [...counts].map(([status, n]) => `${n} × ${status}`).join();
}

/** Responses of 120,000 characters graded with the slowest allowed patterns and schemas. */
function slowLines(): string {
  const input = 'a'.repeat(120_000);
  const patterns = Array.from({ length: 7 }, (_, i) => `(?:a?){40}a{40}[^a]${i}`);
  const twice = (i: number) => ({ allOf: [{ $ref: `#/$defs/${i}` }, { $ref: `#/$defs/${i}` }] });
  const $defs = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [i, i < 40 ? twice(i + 1) : {}]));
  const schema = JSON.stringify({ $ref: '#/$defs/0', $defs });
  const lines = Array.from({ length: 5 }, (_, i) => [
    { input: `${i}${input}`, expected: patterns, grader: 'regex' },
    { input: `{"a":${i}}`, expected: schema, grader: 'json_schema' },
  ]);
  return lines
    .flat()
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Starts an evaluation of these lines, and returns its address. */
async function startGrading(workspace: string): Promise<string> {
  const sources = `/workspaces/${workspace}/sources`;
  const { id } = await ask(service, 'POST', sources, { type: 'text', title: 'slow', content: slowLines() });
  const isReady = async () => (await ask(service, 'GET', `${sources}/${id}`)).status === 'ready';
  await until(isReady, 100, PATIENCE_MS);
  const targets = [{ target_type: 'model', model_provider: 'mock', model_id: 'm' }];
  const benchmarks = [{ benchmark_type: 'dataset', subset: id }];
  const path = `/workspaces/${workspace}/evaluations`;
  const made = await ask(service, 'POST', path, { name: 'Slow', targets, benchmarks });
  return `${path}/${made.id}`;
}

async function graded(path: string): Promise<string> {
  const hasEnded = async () => !['queued', 'running'].includes((await ask(service, 'GET', path)).status);
  await until(hasEnded, 200, PATIENCE_MS);
  const { data } = await ask(service, 'GET', `${path}/samples`);
  return data
    .map(({ score, reason }: { score: number | null; reason: string | null }) => reason ?? score)
    .join();
}

try {
  const { id } = await ask(service, 'POST', '/workspaces', { name: 'Stalls' });
  console.log(`resident: ${mb(await residentBytes(service))}`);
  await during('nothing', () => sleep(3000, 'nothing'));
  for (const large of largeBodies(id).filter(({ what }) => what.includes(only)))
    await during(large.what, async () => (await sendLarge(service.url, large)).status);
  console.log(`resident: ${mb(await residentBytes(service))}`);
  await sleep(20_000);
  console.log(`resident 20 s later: ${mb(await residentBytes(service))}`);
  if ('wrong keys'.includes(only)) await during('a thousand wrong keys', signInWrongly);
  if ('endless pages'.includes(only)) await during('two endless pages', () => readEndless(id));
  await during('ten answers that are slow to grade', async () => graded(await startGrading(id)));
  await startGrading(id);
  await sleep(2000);
  const asked = performance.now();
  await service.stop();
  console.log(`SIGTERM meanwhile: ended after ${((performance.now() - asked) / 1000).toFixed(1)} s`);
} finally {
  service.child.kill('SIGKILL');
  await mock.stop();
  await endless.stop();
  rmSync(dataDir, { recursive: true });
}
