// Load in sessions at 200 turns a second: how late turns are sent, and whether what was counted is what the mock server's
// own log says, request by request: hits, tokens and cost. The server is a process of its own, with a cache of prefixes.
// `node bench/sessions.ts [sessions] [turns a second]`

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOf } from '../server/src/models/models.ts';
import { summariseLoad } from '../server/src/traffic/load-summary.ts';
import { createLoadThreads } from '../server/src/traffic/load-threads.ts';
import { planSessions } from '../server/src/traffic/plan-sessions.ts';
import { summariseSessions } from '../server/src/traffic/session-summary.ts';
import { figuresOf } from '../server/src/traffic/slice-figures.ts';
import { spentOn } from '../server/src/traffic/spent-tokens.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';

const [sessions, peakRps] = [Number(process.argv[2] ?? 600), Number(process.argv[3] ?? 200)];
const PRICE = {
  input_usd_per_million: '2',
  cached_input_usd_per_million: '0.5',
  output_usd_per_million: '8',
};

const planned = planSessions({
  ...{ profile: 'steady', peakRps, sessions, answerMs: 60, seed: 1 },
  shape: {
    turns: 5,
    toolTurns: 1,
    thinkMs: 1500,
    toolMs: 300,
    nextInputTokens: { dist: 'constant', value: 100 },
  },
  inputTokens: { dist: 'constant', value: 500 },
  outputTokens: { dist: 'constant', value: 30 },
});
if (typeof planned === 'string') throw new Error(planned);

const folder = await mkdtemp(join(tmpdir(), 'sessions-'));
const log = join(folder, 'requests.jsonl');
const latency = { distribution: 'constant', ms: 60 };
const answers = { kind: 'list', values: ['An answer of some words, the same each time. '.repeat(2)] };
const mock = await startMockProcess({ defaults: { latency, answers, prefix_cache: {} } }, log);
const threads = createLoadThreads({
  providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
  logLevel: 'warn',
});
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n${planned.note}`,
);
try {
  const target = { provider: 'mock', modelId: 'mock', quirks: {}, requestTimeoutMs: 10_000 };
  const record = await threads.run(target, planned.slice, new AbortController().signal);
  await mock.stop();
  printLoad(record);
  const logged = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  compare(record.requests, logged);
} finally {
  await threads.stop();
  await rm(folder, { recursive: true });
}
console.log(`load afterwards ${loadavg()[0]?.toFixed(1)}`);

function printLoad(record: Awaited<ReturnType<typeof threads.run>>): void {
  const { attempted, attemptedRps, lagMs } = summariseLoad([record], 0.95);
  const found = summariseSessions([figuresOf(record)], 0.95);
  const lag = [lagMs?.p50, lagMs?.p99, lagMs?.max].map((ms) => (ms ?? 0).toFixed(2));
  console.log(
    `${attempted} turns counted, ${attemptedRps.toFixed(1)} a second; lag p50 ${lag[0]}, p99 ${lag[1]}, max ${lag[2]} ms`,
  );
  console.log(`sessions: ${JSON.stringify(found?.outcomes)}`);
  for (const { turn, latencyMs, cachedShare, repeatedShare } of found?.byTurn ?? [])
    console.log(
      `turn ${turn}: p50 ${latencyMs.p50?.toFixed(1)} ms, cached ${cachedShare?.toFixed(3)} of ${repeatedShare?.toFixed(3)} repeated`,
    );
}

interface LoggedTokens {
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
}

function compare(requests: Parameters<typeof spentOn>[0], logged: readonly LoggedTokens[]): void {
  const sum = (of: (one: LoggedTokens) => number) => logged.reduce((total, one) => total + of(one), 0);
  const spent = spentOn(requests);
  const counted = {
    requests: spent.requests,
    hits: requests.filter(({ cachedTokens }) => (cachedTokens ?? 0) > 0).length,
    input_tokens: spent.inputTokens,
    cached_tokens: spent.cachedTokens,
    output_tokens: spent.outputTokens,
  };
  const own = {
    requests: logged.length,
    hits: logged.filter(({ cached_tokens }) => cached_tokens > 0).length,
    input_tokens: sum((one) => one.prompt_tokens),
    cached_tokens: sum((one) => one.cached_tokens),
    output_tokens: sum((one) => one.completion_tokens),
  };
  const usd = ({ requests: _, hits: __, ...usage }: typeof own) =>
    Number(costOf({ ...usage, reasoning_tokens: null }, PRICE)) / 1e12;
  console.log('              counted here     log of the server');
  for (const name of Object.keys(own) as (keyof typeof own)[])
    console.log(`${name.padEnd(14)} ${String(counted[name]).padStart(11)} ${String(own[name]).padStart(21)}`);
  console.log(
    `${'cost, USD'.padEnd(14)} ${String(usd(counted)).padStart(11)} ${String(usd(own)).padStart(21)}`,
  );
  const isEqual = JSON.stringify(counted) === JSON.stringify(own);
  console.log(isEqual ? 'equal' : 'NOT EQUAL');
  if (!isEqual) process.exitCode = 1;
}
