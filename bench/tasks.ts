/**
 * Tasks with tools, through the whole service and a scripted model: which planted faults are found, by kind; then how much
 * memory the service has while many conversations go on, one line a tenth of them.
 *
 *   node bench/tasks.ts [planted tasks] [tasks of six turns]   (default 200, 2000)
 */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServe } from '../server/test/support/cli-process.ts';
import { onDisk } from '../server/test/support/each-database.ts';
import { mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { httpRequest } from '../server/test/support/http-request.ts';
import { startMockProcess } from '../server/test/support/mock-process.ts';
import {
  BEHAVIOURS,
  behaviourOf,
  FOUND_BY,
  plantedAnswers,
  plantedTasks,
  SOLVES,
} from '../server/test/support/planted-tasks.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON bodies.
type Body = any;

const planted = Number(process.argv[2] ?? 200);
const long = Number(process.argv[3] ?? 2000);
const TURNS = 6;
const MB = 1024 * 1024;

const mock = await startMockProcess({
  models: { planted: { answers: plantedAnswers(planted, behaviourOf) }, echo: { answers: { kind: 'echo' } } },
});
const place = onDisk(undefined, async () => {});
const config = writeProviders(place.dataDir, mock as never);
const service = await startServe([
  '--data-dir',
  place.dataDir,
  '--touchstone-config',
  config,
  '--log-level',
  'warn',
]);

async function ask(method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  if (status >= 300) throw new Error(`${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function start(title: string, content: string, model: string, size: number): Promise<string> {
  const workspace = `/workspaces/${(await ask('POST', '/workspaces', { name: title })).id}`;
  const { id } = await ask('POST', `${workspace}/sources`, { type: 'text', title, content });
  while ((await ask('GET', `${workspace}/sources/${id}`)).status !== 'ready') await sleep(50);
  const made = await ask('POST', `${workspace}/evaluations`, {
    name: title,
    targets: [mockTarget(model)],
    benchmarks: [{ benchmark_type: 'tasks', subset: title }],
    methodology: { sample_size: size },
  });
  return `${workspace}/evaluations/${made.id}`;
}

async function ended(path: string, seen: (percent: number) => void = () => {}): Promise<Body> {
  for (;;) {
    const evaluation = await ask('GET', path);
    seen(evaluation.progress_percent);
    if (evaluation.status === 'completed') return evaluation;
    if (evaluation.status === 'failed') throw new Error(evaluation.error_message);
    await sleep(100);
  }
}

async function readAll(path: string): Promise<Body[]> {
  const all: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Body = await ask(
      'GET',
      `${path}/samples?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** Resident memory of the service; only Linux says it. */
const residentMb = () =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) * 1024) /
  MB;

const shop = await start('shop', plantedTasks(planted), 'planted', planted);
await ended(shop);
const samples = await readAll(shop);
console.table(
  BEHAVIOURS.map((behaviour) => {
    const own = samples.filter(
      ({ input }) => behaviourOf(Number(/^Task (\d+)/.exec(input.at(-1).content)?.[1])) === behaviour,
    );
    const by = FOUND_BY[behaviour];
    const named = own.filter(
      ({ reason, transcript }) =>
        reason === by || transcript.checks.some(({ name, passed }: Body) => name === by && !passed),
    );
    return {
      behaviour,
      tasks: own.length,
      'should be solved': SOLVES.has(behaviour) ? own.length : 0,
      solved: own.filter(({ score }) => score === 1).length,
      'found by': by ?? '',
      'so often': by === undefined ? '' : named.length,
    };
  }),
);

const talk = Array.from({ length: long }, (_, i) =>
  JSON.stringify({
    messages: [{ role: 'user', content: `Say ${i}.` }],
    user: {
      turns: Array.from({ length: TURNS - 1 }, (_, turn) => `Say ${i}, ${turn}. ${'word '.repeat(50)}`),
    },
    graders: [{ type: 'reply', turn: 'each', grader: 'contains', expected: 'Say' }],
  }),
).join('\n');
const path = await start('talk', talk, 'echo', long);
const begun = performance.now();
let next = 0;
const { results } = await ended(path, (percent) => {
  if (percent < next) return;
  console.log(`${String(percent).padStart(3)} %: ${residentMb().toFixed(0)} MB resident`);
  next = Math.floor(percent / 10) * 10 + 10;
});
const seconds = (performance.now() - begun) / 1000;
const [{ solved, runs }] = results.tasks;
console.log(
  `${solved} of ${runs} tasks of ${TURNS} turns solved in ${seconds.toFixed(1)} s: ${((runs * TURNS) / seconds).toFixed(0)} turns/s`,
);
await service.stop();
await mock.stop();
await place.remove();
