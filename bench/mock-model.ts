/**
 * How many requests a second the mock model answers at once on one core: a process of its own, asked
 * 20,000 times over 64 kept-alive connections, whole and streamed. The client needs CPU too, so the
 * server's own CPU time is told apart: requests per CPU second estimates what one core could serve.
 * Both forms are warmed up first and their rounds alternate: measured one after the other, whichever form
 * came first looked dearer, only because its code was still being compiled.
 *
 *   node bench/mock-model.ts
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';

const REQUESTS = 20_000;
const WARM_UP = 40_000;
const ROUNDS = 3;
const CONNECTIONS = 64;

if (process.argv[2] === 'serve') await serve();
else await measure();

/** The child: serves, and tells its CPU time (microseconds) whenever it is asked. */
async function serve(): Promise<void> {
  const mock = await startMockModel();
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.once('disconnect', () => void mock.stop());
  process.send?.(mock.url);
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [url] = (await once(child, 'message')) as [string];
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`${REQUESTS} requests, concurrency ${CONNECTIONS}, answers at once`);
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  for (const stream of [false, true]) await askMany(pool, WARM_UP / 2, stream);
  for (let i = 0; i < ROUNDS; i++) for (const stream of [false, true]) await round(child, pool, stream);
  await checkCount(url, WARM_UP + ROUNDS * 2 * REQUESTS);
  await pool.close();
  child.disconnect();
  await once(child, 'exit');
}

async function round(child: ChildProcess, pool: Pool, stream: boolean): Promise<void> {
  const cpuBefore = await cpuSeconds(child);
  const started = performance.now();
  await askMany(pool, REQUESTS, stream);
  const seconds = (performance.now() - started) / 1000;
  const cpu = (await cpuSeconds(child)) - cpuBefore;
  const rate = (n: number) => Math.round(n).toLocaleString('en-US').padStart(7);
  console.log(
    `${stream ? 'streamed' : 'whole   '} ${rate(REQUESTS / seconds)} requests/s, ` +
      `${rate(REQUESTS / cpu)} per second of the server's CPU (${((cpu / REQUESTS) * 1e6).toFixed(0)} µs each)`,
  );
}

/** The server must have counted what the client believes to have asked. */
async function checkCount(url: string, asked: number): Promise<void> {
  const stats = (await (await fetch(`${url}/stats`)).json()) as { outcomes: { answered: number } };
  if (stats.outcomes.answered !== asked) throw new Error(`${stats.outcomes.answered} of ${asked} answered`);
}

async function cpuSeconds(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return (usage.user + usage.system) / 1e6;
}

async function askMany(pool: Pool, count: number, stream: boolean): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const content = `What is ${next++} + 17 * 3? Give only the number.`;
      const body = JSON.stringify({ model: 'bench', stream, messages: [{ role: 'user', content }] });
      const headers = { 'content-type': 'application/json' };
      const res = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body });
      const text = await res.body.text();
      if (res.statusCode !== 200 || !text.includes('touchstone-mock-model')) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}
