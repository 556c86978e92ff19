/**
 * What the largest window of load holds in memory when a server hangs, so that every request is under way at once:
 * the resident memory of this process above what it was, and of each request.
 *
 *   node bench/load-memory.ts [requests]
 */
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoadThreads } from '../server/src/traffic/load-threads.ts';
import { MOST_TO_SEND, type WindowPlan } from '../server/src/traffic/window-plan.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';

const requests = Number(process.argv[2] ?? MOST_TO_SEND);
/** All are sent before a window of a server that does not answer is ended as saturated. */
const RATE_RPS = 1200;
const MB = 1024 * 1024;

const mock = await startMockProcess({ defaults: { hang_rate: 1 } });
const threads = createLoadThreads({
  providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
  logLevel: 'warn',
});
const window: WindowPlan = {
  traffic: { loop: 'open', arrivals: { kind: 'constant', rateRps: RATE_RPS }, note: '' },
  warmupMs: 0,
  requests,
  longestMs: (1000 * requests) / RATE_RPS + 1,
  inputTokens: { dist: 'constant', value: 1155 },
  outputTokens: { dist: 'constant', value: 211 },
  seed: 1,
};
const stop = new AbortController();
const before = process.memoryUsage.rss();
let most = before;
const target = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 600_000 };
const run = threads.run(target, window, stop.signal).catch(() => null);
for (let waited = 0; waited < window.longestMs + 5000; waited += 100) {
  await delay(100);
  most = Math.max(most, process.memoryUsage.rss());
}
stop.abort(new Error('Enough was seen.'));
await run;
await threads.stop();
await mock.stop();
const grown = most - before;
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`);
console.log(`${requests} requests of a chat under way at once: ${(grown / MB).toFixed(0)} MB`);
console.log(`${(grown / requests / 1024).toFixed(0)} kB each`);
