/**
 * What the load generator of the service does, in its own threads, against a mock model in a process of its own:
 *
 *   node bench/load.ts lag [seconds]
 *     How late it sends, Poisson arrivals and streamed answers: sent minus scheduled.
 *   node bench/load.ts stall
 *     A request every 10 ms for 10 s to one server of 1 ms that stands still from 5 s to 6 s. Ours, which measures from the
 *     intended send, beside autocannon with one connection at the same rate, which waits for answers; it is installed into
 *     a temporary folder.
 *   node bench/load.ts capacity [requests at each rate]
 *     Searches for the capacity of a queue of c servers, beside a simulation of the same queue, limits and rule; and a fresh
 *     run at 0.95 of the lower end. Five minutes with the usual 1,400.
 *   node bench/load.ts memory [requests]
 *     What the largest window holds in memory when a server hangs, so that every request is under way at once.
 *   node bench/load.ts sessions [sessions] [turns a second]
 *     How late turns of sessions are sent; and hits, tokens and cost as counted here beside the server's own log. Ends with
 *     1 where they differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { allowedMissShare, countMissesAbove, judgeDependentMisses } from '../server/src/decide/slo/slo.ts';
import { createRandom, estimateQuantile } from '../server/src/measure/statistics/statistics.ts';
import { searchCapacity } from '../server/src/measure/traffic/capacity-search.ts';
import { loadPrompt } from '../server/src/measure/traffic/load-prompt.ts';
import { summariseLoad } from '../server/src/measure/traffic/load-summary.ts';
import { createLoadThreads } from '../server/src/measure/traffic/load-threads.ts';
import { planSessions } from '../server/src/measure/traffic/plan-sessions.ts';
import { windowAtRate } from '../server/src/measure/traffic/plan-windows.ts';
import { endToEndLatency } from '../server/src/measure/traffic/request-times.ts';
import { sliceFigures, steadyRequests } from '../server/src/measure/traffic/slice-figures.ts';
import { sumSpentTokens } from '../server/src/measure/traffic/spent-tokens.ts';
import { MAX_REQUESTS_TO_SEND, type WindowPlan } from '../server/src/measure/traffic/window-plan.ts';
import { callCost } from '../server/src/models/models.ts';
import { temporaryFolder } from '../server/test/support/cli-process.ts';
import { type MockProcess, startMockProcess } from '../server/test/support/mock-process.ts';
import { mb } from '../server/test/support/service-calls.ts';
import {
  formatPercent,
  numberArguments,
  POSITIONAL_ARGUMENTS,
  printMachine,
  tableHead,
  tableRow,
} from './lib/harness.ts';
import { simulatedCapacity } from './lib/simulated-queue.ts';

const TARGET = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 30_000 };
type Threads = ReturnType<typeof createLoadThreads>;

/** Runs a mock model and the threads that send to it, during `work`. */
async function withMockModel<T>(
  script: object,
  work: (threads: Threads, mock: MockProcess) => Promise<T>,
  log = '',
): Promise<T> {
  const mock = await startMockProcess(script, log);
  const threads = createLoadThreads({
    providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
    logLevel: 'warn',
  });
  try {
    return await work(threads, mock);
  } finally {
    await threads.stop();
    await mock.stop();
  }
}

const never = () => new AbortController().signal;

function windowOf(
  arrivals: { kind: 'poisson' | 'constant'; rateRps: number },
  requests: number,
  tokens: readonly [input: number, output: number],
): WindowPlan {
  return {
    traffic: { loop: 'open', arrivals, note: '' },
    warmupMs: 0,
    requests,
    longestMs: (1000 * requests) / arrivals.rateRps + 1,
    inputTokens: { dist: 'constant', value: tokens[0] },
    outputTokens: { dist: 'constant', value: tokens[1] },
    seed: 1,
  };
}

const answerConstantly = (ms: number) => ({ distribution: 'constant', ms });

function lag(seconds: number): Promise<void> {
  return withMockModel({ defaults: { latency: answerConstantly(20) } }, async (threads) => {
    tableHead('requests a second', 'requests', 'lag p50, ms', 'p99', 'most', 'answered');
    for (const rateRps of [50, 200, 500]) {
      const window = windowOf({ kind: 'poisson', rateRps }, rateRps * seconds, [500, 20]);
      const record = await threads.run(
        TARGET,
        { ...window, warmupMs: 2000, longestMs: 2000 * seconds },
        never(),
      );
      const { attempted, schedule_lag_ms: lag, outcomes } = summariseLoad([record], 0.95);
      const late = [lag?.p50, lag?.p99, lag?.max].map((ms) => (ms ?? 0).toFixed(2));
      tableRow(rateRps, attempted, ...late, outcomes.answered + outcomes.truncated);
    }
  });
}

async function stall(): Promise<void> {
  /** Times from the intended send: requests before the stall wait for it, and those in it for their turn. */
  const expected = [1, 101, 551, 911];
  const seconds = 10;
  const script = {
    defaults: {
      latency: answerConstantly(1),
      servers: 1,
      // From 5000 ms on by the reference. A first request that was a millisecond late would let that of 5000 ms slip by
      // before it; none is meant between 4990 and 5000 ms, so one from 4996 ms on is the same stall.
      standstills: [{ from_ms: 4996, for_ms: 1004 }],
      answers: { kind: 'list', values: ['ok'] },
    },
    models: { 'warm-up': { standstills: [] } },
  };
  const window = windowOf({ kind: 'constant', rateRps: 100 }, seconds * 100, [60, 1]);
  const show = (who: string, values: readonly number[]) =>
    tableRow(who, ...values.map((ms) => ms.toFixed(0)));
  tableHead('', 'p50, ms', 'p90', 'p95', 'p99');
  show('expected, from the intended send', expected);
  // The stall counts from the first request that reaches a model, the reference from its intended time: what lies between
  // them, as the first connection, moves one against the other. So both are warmed up on another model before.
  await withMockModel(script, async (threads) => {
    const warmUp = windowOf({ kind: 'constant', rateRps: 100 }, 200, [60, 1]);
    await threads.run({ ...TARGET, modelId: 'warm-up' }, warmUp, never());
    const record = await threads.run(TARGET, window, never());
    const times = steadyRequests(record).flatMap((request) => endToEndLatency(request) ?? []);
    times.sort((a, b) => a - b);
    const at = (perMille: number) => estimateQuantile(times, perMille, 0.95)?.observed ?? 0;
    show('ours', [500, 900, 950, 990].map(at));
  });
  const peer = 'autocannon@8.0.0';
  const folder = temporaryFolder();
  await withMockModel(script, async (_, { url }) => {
    const options = ['--prefix', folder.path, '--no-save', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, peer], { stdio: ['ignore', 'ignore', 'inherit'] });
    const run = createRequire(join(folder.path, 'package.json'))('autocannon');
    const content = loadPrompt(60, 1, createRandom(1));
    const send = (model: string, duration: number) =>
      run({
        url: `${url}/v1/chat/completions`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
        connections: 1,
        overallRate: 100,
        duration,
        // Its own guess at what was not sent is off: the figures are what it measured.
        ignoreCoordinatedOmission: true,
      });
    await send('warm-up', 2);
    const { latency } = await send('mock', seconds);
    show(`${peer}, 1 connection (p97.5 for p95)`, [latency.p50, latency.p90, latency.p97_5, latency.p99]);
  }).finally(() => folder.remove());
}

async function capacity(requests: number): Promise<void> {
  const [limitMs, serviceMs, seeds] = [62.5, 20, 41];
  console.log(`p95 ≤ ${limitMs} ms, ${requests} requests a rate, service ${serviceMs} ms, Poisson arrivals`);
  tableHead('servers', 'passed', 'not passed', 'middle', 'simulated', 'difference', 'a fresh run at 0.95');
  const one = { dist: 'constant', value: 20 } as const;
  const load = { profile: 'steady', requests, seed: 5, inputTokens: one, outputTokens: one };
  for (const servers of [2, 4, 8]) {
    const answers = { kind: 'list', values: ['ok'] };
    const defaults = { latency: answerConstantly(serviceMs), servers, answers };
    let number = 0;
    const found = await withMockModel({ defaults }, (threads) =>
      searchCapacity(
        { startRps: (500 * servers) / serviceMs, maxRps: 1000, tolerance: 0.08 },
        async (rateRps) => {
          const record = await threads.run(TARGET, windowAtRate(load, rateRps, number++), never());
          if (record.saturatedAtMs !== null) return 'fail';
          return judgeDependentMisses(
            countMissesAbove([sliceFigures(record).latencies], limitMs),
            allowedMissShare('p95'),
          );
        },
      ),
    );
    const low = found.highestPassedRps ?? 0;
    const high = found.lowestNotPassedRps ?? low;
    const middle = Math.sqrt(low * high);
    const simulated = simulatedCapacity({ servers, serviceMs, limitMs, requests }, seeds);
    const rates = [low, high, middle, simulated].map((rate) => rate.toFixed(1));
    tableRow(
      servers,
      ...rates,
      formatPercent(middle / simulated - 1),
      found.confirmed === true ? 'holds' : 'does not hold',
    );
  }
}

async function memory(requests: number): Promise<void> {
  // All are sent before a window of a server that does not answer is ended as saturated.
  const window = windowOf({ kind: 'constant', rateRps: 1200 }, requests, [1155, 211]);
  await withMockModel({ defaults: { hang_rate: 1 } }, async (threads) => {
    const stop = new AbortController();
    const before = process.memoryUsage.rss();
    let most = before;
    const run = threads.run({ ...TARGET, requestTimeoutMs: 600_000 }, window, stop.signal).catch(() => null);
    for (let waited = 0; waited < window.longestMs + 5000; waited += 100) {
      await delay(100);
      most = Math.max(most, process.memoryUsage.rss());
    }
    stop.abort(new Error('Enough was seen.'));
    await run;
    const each = ((most - before) / requests / 1024).toFixed(0);
    console.log(`${requests} requests of a chat under way at once: ${mb(most - before)}, ${each} kB each`);
  });
}

interface LoggedTokens {
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
}

async function sessions(count: number, peakRps: number): Promise<void> {
  const shape = { turns: 5, toolTurns: 1, thinkMs: 1500, toolMs: 300 };
  const planned = planSessions({
    ...{ profile: 'steady', peakRps, sessions: count, answerMs: 60, seed: 1 },
    shape: { ...shape, nextInputTokens: { dist: 'constant', value: 100 } },
    inputTokens: { dist: 'constant', value: 500 },
    outputTokens: { dist: 'constant', value: 30 },
  });
  if (typeof planned === 'string') throw new Error(planned);
  const folder = temporaryFolder();
  const log = join(folder.path, 'requests.jsonl');
  const answers = { kind: 'list', values: ['An answer of some words, the same each time. '.repeat(2)] };
  const defaults = { latency: answerConstantly(60), answers, prefix_cache: {} };
  const record = await withMockModel(
    { defaults },
    (threads) => threads.run({ ...TARGET, requestTimeoutMs: 10_000 }, planned.slice, never()),
    log,
  );
  const logged = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line): LoggedTokens => JSON.parse(line));
  folder.remove();
  const { attempted, attempted_rps, schedule_lag_ms: lag } = summariseLoad([record], 0.95);
  const late = [lag?.p50, lag?.p99, lag?.max].map((ms) => `${(ms ?? 0).toFixed(2)} ms`);
  console.log(
    `${attempted} turns, ${attempted_rps.toFixed(1)} a second; lag p50, p99, most ${late.join(', ')}`,
  );
  const sum = (of: keyof LoggedTokens) => logged.reduce((total, one) => total + one[of], 0);
  const spent = sumSpentTokens(record.requests);
  const hits = record.requests.filter(({ cachedTokens }) => (cachedTokens ?? 0) > 0).length;
  const both = {
    requests: [spent.requests, logged.length],
    hits: [hits, logged.filter(({ cached_tokens }) => cached_tokens > 0).length],
    input_tokens: [spent.inputTokens, sum('prompt_tokens')],
    cached_tokens: [spent.cachedTokens, sum('cached_tokens')],
    output_tokens: [spent.outputTokens, sum('completion_tokens')],
  };
  const price = {
    input_usd_per_million: '2',
    cached_input_usd_per_million: '0.5',
    output_usd_per_million: '8',
  };
  const usd = (at: 0 | 1) => {
    const [input_tokens, cached_tokens, output_tokens] = [
      both.input_tokens,
      both.cached_tokens,
      both.output_tokens,
    ].map((pair) => pair[at] ?? 0) as [number, number, number];
    return (
      Number(callCost({ input_tokens, cached_tokens, output_tokens, reasoning_tokens: null }, price)) / 1e12
    );
  };
  tableHead('', 'counted here', 'log of the server');
  for (const [what, [here, there]] of Object.entries({ ...both, 'cost, USD': [usd(0), usd(1)] })) {
    tableRow(what, here ?? '', there ?? '');
    if (here !== there) process.exitCode = 1;
  }
}

const [name = '', ...numbers] = POSITIONAL_ARGUMENTS;
const measures: Readonly<Record<string, () => Promise<void>>> = {
  lag: () => lag(...numberArguments([20], numbers)),
  stall,
  capacity: () => capacity(...numberArguments([1400], numbers)),
  memory: () => memory(...numberArguments([MAX_REQUESTS_TO_SEND], numbers)),
  sessions: () => sessions(...numberArguments([600, 200], numbers)),
};
const measure = measures[name];
if (measure === undefined) throw new Error(`Say what is measured: ${Object.keys(measures).join(', ')}.`);
printMachine();
await measure();
