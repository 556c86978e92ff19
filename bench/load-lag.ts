// How late the load generator sends: sent minus scheduled, for Poisson arrivals against a mock model in a process of
// its own, streamed answers, in the threads the service uses. `node bench/load-lag.ts [seconds]`

import { cpus } from 'node:os';
import { summariseLoad } from '../server/src/traffic/load-summary.ts';
import { createLoadThreads } from '../server/src/traffic/load-threads.ts';
import type { WindowPlan } from '../server/src/traffic/window-plan.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';

const seconds = Number(process.argv[2] ?? 20);
const RATES = [50, 200, 500];

const mock = await startMockProcess({ defaults: { latency: { distribution: 'constant', ms: 20 } } });
const threads = createLoadThreads({
  providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
  logLevel: 'warn',
});
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${seconds} s at each rate`);
console.log('rate  requests  lag p50  lag p99  lag max (ms)  answered');
try {
  for (const rateRps of RATES) {
    const target = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 10_000 };
    const record = await threads.run(target, windowAt(rateRps), new AbortController().signal);
    const { attempted, lagMs, outcomes } = summariseLoad([record], 0.95);
    const lag = [lagMs?.p50, lagMs?.p99, lagMs?.max].map((ms) => (ms ?? 0).toFixed(2).padStart(7));
    console.log(
      `${String(rateRps).padStart(4)}  ${String(attempted).padStart(8)}  ${lag.join('  ')}      ${outcomes.answered + outcomes.truncated}`,
    );
  }
} finally {
  await threads.stop();
  await mock.stop();
}

function windowAt(rateRps: number): WindowPlan {
  return {
    traffic: { loop: 'open', arrivals: { kind: 'poisson', rateRps }, note: '' },
    warmupMs: 2000,
    requests: rateRps * seconds,
    longestMs: 2 * seconds * 1000,
    inputTokens: { dist: 'constant', value: 500 },
    outputTokens: { dist: 'constant', value: 20 },
    seed: 1,
  };
}
