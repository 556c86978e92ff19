/**
 * How many calls a second one process makes of a model server that answers at once, through the adapter of
 * an OpenAI-compatible provider: 64 at a time against the mock model in a process of its own, rounds after
 * a warm-up. The CPU time of a call is the caller's own, so it says the same on a busy machine.
 *
 *   node bench/model-calls.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import { type Call, createModels } from '../server/src/models/models.ts';
import { silentLog } from '../server/test/support/silent-log.ts';

const CALLS = 20_000;
const CONCURRENCY = 64;
const ROUNDS = 3;

if (process.argv[2] === 'serve') await serve();
else await measure();

async function serve(): Promise<void> {
  const mock = await startMockModel();
  process.once('disconnect', () => void mock.stop());
  process.send?.(mock.url);
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [url] = (await once(child, 'message')) as [string];
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`${CALLS} calls a round, concurrency ${CONCURRENCY}, answers at once`);
  const models = createModels({
    log: silentLog,
    providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${url}/v1` }],
  });
  const { call } = models.resolve('mock', 'bench');
  await callMany(call, CALLS);
  for (let i = 0; i < ROUNDS; i++) await round(call);
  await models.stop();
  child.disconnect();
  await once(child, 'exit');
}

async function round(call: Call): Promise<void> {
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await callMany(call, CALLS);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const rate = Math.round(CALLS / seconds).toLocaleString('en-US');
  console.log(`whole ${rate.padStart(7)} calls/s, ${((user + system) / CALLS).toFixed(0)} µs of CPU a call`);
}

async function callMany(call: Call, count: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const content = `What is ${next++} + 17 * 3? Give only the number.`;
      const outcome = await call({ messages: [{ role: 'user', content }] }, { timeoutMs: 60_000 });
      if (!outcome.ok) throw new Error(outcome.message);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
