/**
 * How many calls a second one process makes of a model server that answers at once, through the adapter of an
 * OpenAI-compatible provider: 64 at a time against the mock model in a process of its own, rounds after a warm-up. The
 * CPU time of a call is the caller's own, so it says the same on a busy machine. Then how many requests a second the mock
 * model answers to a client that does nothing else, whole and streamed in turns, and what they take of its CPU (Linux).
 *
 *   node bench/model-calls.ts [calls a round] [rounds]
 */
import { Pool } from 'undici';
import { createModels } from '../server/src/models/models.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import { silentLog } from '../server/test/support/silent-log.ts';
import {
  measureInTurns,
  median,
  numberArguments,
  printMachine,
  processorMsOfProcess,
} from './lib/harness.ts';

const CONCURRENCY = 64;
const [calls, rounds] = numberArguments([20_000, 3]);

const mock = await startMockProcess({});
const models = createModels({
  log: silentLog,
  providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
});
const pool = new Pool(mock.url, { connections: CONCURRENCY, pipelining: 1 });
printMachine(
  `${calls} calls a round, concurrency ${CONCURRENCY}, answers at once; medians of ${rounds} rounds`,
);
try {
  const { call } = models.resolve('mock', 'bench');
  const ownMicros: number[] = [];
  const { adapter } = await measureInTurns(rounds, {
    adapter: async (warmsUp) => {
      const before = process.cpuUsage();
      const rate = await rateOf(async (content) => {
        const outcome = await call({ messages: [{ role: 'user', content }] }, { timeoutMs: 60_000 });
        if (!outcome.ok) throw new Error(outcome.message);
      });
      const { user, system } = process.cpuUsage(before);
      if (!warmsUp) ownMicros.push((user + system) / calls);
      return rate;
    },
  });
  say('calls through the adapter', adapter, `${median(ownMicros).toFixed(0)} µs of the caller's CPU a call`);

  const micros = { whole: [] as number[], streamed: [] as number[] };
  const asked = (form: keyof typeof micros) => async (warmsUp: boolean) => {
    const before = processorMsOfProcess(mock.pid);
    const rate = await rateOf((content) => askBare(content, form === 'streamed'));
    if (!warmsUp) micros[form].push(((processorMsOfProcess(mock.pid) - before) * 1000) / calls);
    return rate;
  };
  const rates = await measureInTurns(rounds, { whole: asked('whole'), streamed: asked('streamed') });
  for (const form of ['whole', 'streamed'] as const)
    say(`mock model, ${form}`, rates[form], `${median(micros[form]).toFixed(0)} µs of its CPU a request`);
} finally {
  await models.stop();
  await pool.close();
  await mock.stop();
}

function say(what: string, rates: readonly number[], cpu: string): void {
  console.log(`${what}: ${rates.map((rate) => Math.round(rate)).join(' ')} a second, ${cpu}`);
}

/** Calls per second with a number of them in flight. */
async function rateOf(one: (content: string) => Promise<void>): Promise<number> {
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    while (next < calls) await one(`What is ${next++} + 17 * 3? Give only the number.`);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (calls * 1000) / (performance.now() - started);
}

async function askBare(content: string, stream: boolean): Promise<void> {
  const body = JSON.stringify({ model: 'bench', stream, messages: [{ role: 'user', content }] });
  const headers = { 'content-type': 'application/json' };
  const response = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body });
  const text = await response.body.text();
  if (response.statusCode !== 200 || !text.includes('touchstone-mock-model')) throw new Error(text);
}
