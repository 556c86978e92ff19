/**
 * The same evaluation by this service and by promptfoo, in one script: the same questions over HTTP to the same mock
 * model in a separate process, graded against the same answers, with every response stored in a database and without
 * caches. Measures units per second and peak resident memory at concurrency 64 with a model that answers at once, and
 * the time of 2,000 units at concurrency 100 with a model that takes 50 ms, of which 1 s is the model's time.
 *
 * For the service, the time from `started_at` to `completed_at` counts, which includes storing the results: the median
 * of three runs after a warm-up run. For promptfoo, the time of the command counts, minus its time for one unit, because
 * it starts a process each time. It is installed from npm, as PEER says, into a temporary folder, and sends requests
 * only to the mock model.
 *
 *   node bench/runner-peer.ts [units at concurrency 64]
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { type MockProcess, startMockProcess } from '../server/test/support/mock-process.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import {
  type Evaluated,
  median,
  newWorkspace,
  numberArguments,
  printMachine,
  runEvaluation,
  withService,
} from './lib/harness.ts';

const PEER = 'promptfoo@0.123.1';
const [units] = numberArguments([2000]);
const LOADS: readonly Load[] = [
  { latencyMs: 0, units, concurrency: 64 },
  { latencyMs: 50, units: 2000, concurrency: 100 },
  // Where promptfoo is faster than at 100.
  { latencyMs: 50, units: 2000, concurrency: 20 },
];
const LOOK_MS = 250;
const RUNS = 3;
/** Disables telemetry, update checks and cached responses of the peer. */
const PEER_ENV = {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
};

interface Load {
  latencyMs: number;
  units: number;
  concurrency: number;
}

/** The part of a sample that the peer receives: one message, and what the response must contain. */
interface Question {
  input: [{ content: string }];
  expected: string;
}

interface Measured {
  seconds: number;
  /** Maximum resident memory, in bytes. */
  peak: number;
}

await measure();

async function measure(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const promptfoo = installPeer(join(folder.path, 'peer'));
    printMachine(PEER);
    for (const [i, load] of LOADS.entries()) {
      const mock = await startMockProcess({
        defaults: { latency: { distribution: 'constant', ms: load.latencyMs } },
      });
      const place = join(folder.path, String(i));
      mkdirSync(place);
      const { ours, questions } = await ourRuns(mock, load);
      const theirs = await peerRuns(promptfoo, mock, place, load, questions);
      await mock.stop();
      report(load, ours, theirs);
    }
  } finally {
    folder.remove();
  }
}

function report({ latencyMs, units, concurrency }: Load, ours: Measured, theirs: Measured): void {
  console.log(`\n${units} units, concurrency ${concurrency}, a model that answers after ${latencyMs} ms`);
  for (const [who, { seconds, peak }] of Object.entries({ Touchstone: ours, promptfoo: theirs })) {
    const rate = (units / seconds).toFixed(0).padStart(6);
    console.log(`${who.padEnd(10)} ${rate} units/s (${seconds.toFixed(2)} s), peak ${mb(peak)}`);
  }
  const ratios = [theirs.seconds / ours.seconds, theirs.peak / ours.peak].map((ratio) => ratio.toFixed(1));
  console.log(`ratio      ${ratios[0]} in time, ${ratios[1]} in memory`);
}

/** A warm-up run and the measured runs of a new service. */
function ourRuns(mock: MockProcess, { units, concurrency }: Load) {
  return withService(
    async (service) => {
      const run = async () => {
        const found = await runEvaluation(service, await newWorkspace(service), {
          targets: [mockTarget('instant')],
          benchmarks: [arithmetic(units)],
          methodology: { concurrency, cache: false },
        });
        if (found.results.coverage[0].scored !== units) throw new Error('not every unit was scored');
        return found;
      };
      const { path } = await run();
      const runs: Evaluated[] = [];
      while (runs.length < RUNS) runs.push(await run());
      const seconds = median(runs.map((one) => one.seconds));
      const ours = { seconds, peak: Math.max(...runs.map((one) => one.peakBytes)) };
      const questions: Question[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await ask(service, 'GET', `${path}/samples?limit=1000${cursor}`);
        questions.push(...page.data);
        cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
      }
      return { ours, questions };
    },
    (folder) => ['--touchstone-config', writeProviders(folder, mock, { max_concurrency: concurrency })],
  );
}

/**
 * Installs the peer without optional dependencies, except the native part of its database; returns the program to
 * start.
 */
function installPeer(into: string): string {
  mkdirSync(into);
  writeFileSync(join(into, 'package.json'), '{}');
  const install = (name: string) => {
    const flags = ['--prefix', into, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...flags, name], { stdio: 'ignore' });
  };
  const about = (name: string) =>
    JSON.parse(readFileSync(join(into, 'node_modules', name, 'package.json'), 'utf8'));
  install(PEER);
  const native = `@libsql/${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;
  install(`${native}@${about('libsql').version}`);
  return join(into, 'node_modules', 'promptfoo', about('promptfoo').bin.promptfoo);
}

/** A run of one unit, to measure the start, and the measured run. */
async function peerRuns(
  program: string,
  mock: MockProcess,
  place: string,
  load: Load,
  questions: readonly Question[],
): Promise<Measured> {
  const start = await peerRun(program, mock, join(place, 'one'), load, questions.slice(0, 1));
  const whole = await peerRun(program, mock, join(place, 'all'), load, questions);
  return { seconds: whole.seconds - start.seconds, peak: whole.peak };
}

async function peerRun(
  program: string,
  mock: MockProcess,
  home: string,
  { concurrency }: Load,
  questions: readonly Question[],
): Promise<Measured> {
  mkdirSync(home);
  const config = join(home, 'promptfooconfig.json');
  const output = join(home, 'output.json');
  writeFileSync(config, JSON.stringify(peerConfig(mock, questions)));
  const flags = ['-c', config, '-o', output, '-j', String(concurrency)];
  const quiet = ['--no-cache', '--no-table', '--no-progress-bar', '--no-share'];
  const child = spawn(process.execPath, [program, 'eval', ...flags, ...quiet], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...PEER_ENV, PROMPTFOO_CONFIG_DIR: join(home, 'data') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const began = performance.now();
  const exit = once(child, 'exit');
  let ended = false;
  exit.then(() => {
    ended = true;
  });
  let peak = 0;
  while (!ended) {
    peak = Math.max(peak, await residentBytes({ child }));
    await Promise.race([exit, sleep(LOOK_MS)]);
  }
  const seconds = (performance.now() - began) / 1000;
  const { stats } = JSON.parse(readFileSync(output, 'utf8')).results;
  if (stats.successes !== questions.length) throw new Error(`of promptfoo: ${JSON.stringify(stats)}`);
  return { seconds, peak };
}

function peerConfig({ url }: MockProcess, questions: readonly Question[]) {
  return {
    prompts: ['{{question}}'],
    providers: [{ id: 'openai:chat:instant', config: { apiBaseUrl: `${url}/v1`, apiKey: 'none' } }],
    tests: questions.map(({ input, expected }) => ({
      vars: { question: input[0].content },
      assert: [{ type: 'contains', value: expected }],
    })),
  };
}
