/**
 * What a stall looks like to a load generator that measures from the intended send, and to one that waits for answers:
 * a request every 10 ms for 10 s to a mock model with one server of 1 ms that stands still from 5 s to 6 s. Ours beside
 * autocannon with one connection at the same rate, installed by this script into a temporary folder. Expected from the
 * intended send by the reference: p50 1, p90 101, p95 551, p99 911 ms.
 *
 * The mock's 5 s count from the first request that reaches a model, and the reference's from the intended time of that
 * request. What lies between them (opening the first connection, the first call of everything) moves the stall against
 * the schedule by as much, so both generators are warmed up on another model of the same mock before.
 *
 *   node bench/load-stall.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, estimateQuantile } from '../server/src/statistics/statistics.ts';
import { loadPrompt } from '../server/src/traffic/load-prompt.ts';
import { createLoadThreads } from '../server/src/traffic/load-threads.ts';
import { endToEnd } from '../server/src/traffic/request-times.ts';
import { steadyRequests } from '../server/src/traffic/slice-figures.ts';
import type { WindowPlan } from '../server/src/traffic/window-plan.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';

const AUTOCANNON = '8.0.0';
const EXPECTED = [1, 101, 551, 911];
const PER_MILLE = [500, 900, 950, 990];
const SECONDS = 10;

/**
 * The reference's stall from 5000 to 6000 ms begins with a request; a first one that was a millisecond late would let
 * that request slip by before it. No request is meant between 4990 and 5000 ms, so one from 4996 ms on is the same stall.
 */
const STANDSTILL = { from_ms: 4996, for_ms: 1004 };

const STALLED = {
  defaults: {
    latency: { distribution: 'constant', ms: 1 },
    servers: 1,
    standstills: [STANDSTILL],
    answers: { kind: 'list', values: ['ok'] },
  },
  models: { 'warm-up': { standstills: [] } },
};

const WINDOW: WindowPlan = {
  traffic: { loop: 'open', arrivals: { kind: 'constant', rateRps: 100 }, note: '' },
  warmupMs: 0,
  requests: SECONDS * 100,
  longestMs: SECONDS * 1000,
  inputTokens: { dist: 'constant', value: 60 },
  outputTokens: { dist: 'constant', value: 1 },
  seed: 1,
};

/** Two seconds, on a model that does not stand still. */
const WARM_UP: WindowPlan = { ...WINDOW, requests: 200, longestMs: 2000 };
const WARM_MODEL = 'warm-up';

console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`);
console.log('                                   p50     p90     p95     p99 (ms)');
print('reference, from the intended send', EXPECTED);
print('ours', await ours());
print(`autocannon ${AUTOCANNON}, 1 connection`, await autocannon());

function print(name: string, values: readonly number[]): void {
  console.log(`${name.padEnd(34)}${values.map((ms) => ms.toFixed(0).padStart(7)).join(' ')}`);
}

async function ours(): Promise<number[]> {
  const mock = await startMockProcess(STALLED);
  const threads = createLoadThreads({
    providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
    logLevel: 'warn',
  });
  try {
    const target = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 30_000 };
    const { signal } = new AbortController();
    await threads.run({ ...target, modelId: WARM_MODEL }, WARM_UP, signal);
    const record = await threads.run(target, WINDOW, signal);
    const sorted = steadyRequests(record)
      .flatMap((request) => endToEnd(request) ?? [])
      .sort((a, b) => a - b);
    return PER_MILLE.map((perMille) => estimateQuantile(sorted, perMille, 0.95)?.observed ?? 0);
  } finally {
    await threads.stop();
    await mock.stop();
  }
}

interface AutocannonResult {
  latency: { p50: number; p90: number; p97_5: number; p99: number };
  [percentile: string]: unknown;
}

async function autocannon(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-peer-'));
  const mock = await startMockProcess(STALLED);
  try {
    const wanted = `autocannon@${AUTOCANNON}`;
    execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const run = createRequire(join(folder, 'package.json'))('autocannon') as (
      options: object,
    ) => Promise<AutocannonResult>;
    const content = loadPrompt(60, 1, createRandom(1));
    const send = (model: string, duration: number) =>
      run({
        url: `${mock.url}/v1/chat/completions`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
        connections: 1,
        overallRate: 100,
        duration,
        // Its own guess at what was not sent is off: the figures are what it measured.
        ignoreCoordinatedOmission: true,
      });
    await send(WARM_MODEL, 2);
    const { latency } = await send('mock', SECONDS);
    // It tells p97.5 and no p95.
    return [latency.p50, latency.p90, latency.p97_5, latency.p99];
  } finally {
    await mock.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
