import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reply, startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { plantedAnswers, plantedTasks } from '../support/planted-tasks.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const KILLS = 4;
const CONCURRENCY = 6;
const TASKS = 30;
const TURNS = 6;
/** Each reply in talk has one token, so that money counts replies. */
const TOKEN_USD = 0.001;
const ENDS_WITHIN_MS = 300_000;

const talk = Array.from({ length: TASKS }, (_, i) => ({
  messages: [{ role: 'user', content: `talk ${i}` }],
  user: { turns: Array.from({ length: TURNS - 1 }, (_, turn) => `talk ${i} again ${turn}`) },
  graders: [{ type: 'reply', turn: 'each', grader: 'exact', expected: 'yes' }],
}));
const planted = plantedAnswers(TASKS, (number) => (number % 3 === 0 ? 'wrong argument' : 'straight'));

onEachDatabase('kills in the middle of conversations', (place) => {
  test('lose no step and no cost, begin each of them anew with a fresh state, and count it once', async () => {
    let asked = 0;
    const mock = await startMockModel({
      script: {
        defaults: { latency: { distribution: 'uniform', min_ms: 5, max_ms: 60 } },
        models: {
          m: {
            answers: {
              kind: 'function',
              answer({ prompt, messages }) {
                if (!prompt.startsWith('talk')) return fromMap(prompt, messages);
                asked++;
                return 'yes';
              },
            },
          },
        },
      },
    });
    const where = await place();
    const config = writeProviders(where.dataDir, mock, {
      max_concurrency: CONCURRENCY,
      prices: { m: { input_usd_per_million: 0, output_usd_per_million: TOKEN_USD * 1e6 } },
    });
    const serve = () =>
      startServe(
        ['--data-dir', where.dataDir, '--log-level', 'silent', '--touchstone-config', config],
        where.url === undefined ? {} : { DATABASE_URL: where.url },
      );
    let service = await serve();
    try {
      const workspace = `/workspaces/${(await ask(service, 'POST', '/workspaces', { name: 'Kills' })).id}`;
      await newSource(service, workspace, 'talk', talk.map((task) => JSON.stringify(task)).join('\n'));
      await newSource(service, workspace, 'shop', plantedTasks(TASKS));
      const { id } = await ask(service, 'POST', `${workspace}/evaluations`, {
        name: 'Killed',
        targets: [mockTarget('m')],
        benchmarks: ['talk', 'shop'].map((subset) => ({ benchmark_type: 'tasks', subset })),
      });
      const path = `${workspace}/evaluations/${id}`;
      const before = new Map<number, Body>();
      for (let kill = 1; kill <= KILLS; kill++) {
        const least = Math.round((kill / (KILLS + 1)) * 2 * TASKS);
        await until(async () => (await samplesOf(service, path)).length >= least, 5, ENDS_WITHIN_MS);
        await sleep(Math.random() * 50);
        for (const sample of await samplesOf(service, path)) before.set(sample.unit, sample);
        await service.kill();
        service = await serve();
      }
      const { results, preflight } = await ended(service, path);
      const samples = await samplesOf(service, path);
      assert.equal(samples.length, 2 * TASKS);
      for (const sample of samples) requireKept(sample, before.get(sample.unit));

      const byName = Map.groupBy(samples, ({ benchmark }) => benchmark);
      const sum = (all: Body[] = [], of: (sample: Body) => number) =>
        all.reduce((total, one) => total + of(one), 0);
      assert.equal(
        sum(byName.get('tasks/talk'), ({ score }) => score),
        TASKS,
      );
      assert.equal(
        sum(byName.get('tasks/shop'), ({ score }) => score),
        TASKS - Math.ceil(TASKS / 3),
      );

      const paid = Math.round(sum(byName.get('tasks/talk'), ({ cost_usd }) => cost_usd) / TOKEN_USD);
      const unpaid = asked - paid;
      assert.ok(
        unpaid >= 0 && unpaid <= KILLS * CONCURRENCY,
        `${unpaid} replies were asked for and not paid`,
      );
      const all = sum(samples, ({ cost_usd }) => cost_usd);
      const [{ cost_usd: first }] = preflight.targets;
      assert.ok(
        Math.abs(results.cost.usd - first - all) < 1e-9,
        `${results.cost.usd} is not ${first} and ${all}`,
      );

      const anew = sum(samples, ({ transcript }) => transcript.beginnings - 1);
      assert.equal(
        sum(results.tasks, ({ begun_anew }) => begun_anew),
        anew,
      );
      assert.ok(anew > 0, 'no kill met a conversation');
      assert.ok(anew <= KILLS * 2 * CONCURRENCY, `${anew} conversations began anew`);
      const apart = sum(
        results.tasks,
        (one) => one.begun_anew_cost_usd + one.solved * (one.cost_per_solved_usd ?? 0),
      );
      assert.ok(Math.abs(apart - all) < 1e-9, 'what broke off and what was graded is not all that was paid');
    } finally {
      await service.stop();
      await mock.stop();
    }
  });
});

/** A sample that was seen before a kill: it is the same if it had ended, and else what it had cost is still paid. */
function requireKept(now: Body, before: Body | undefined): void {
  const steps = (sample: Body) =>
    sample.transcript.steps.reduce((sum: number, one: Body) => sum + (one.cost_usd ?? 0), 0);
  assert.equal(now.outcome, 'scored', `unit ${now.unit} is ${now.outcome}`);
  if (before?.outcome === 'scored') assert.deepEqual(now, before);
  if (before?.outcome !== 'interrupted') return;
  const wentOn = now.transcript.beginnings === before.transcript.beginnings;
  const least = wentOn ? before.cost_usd : before.cost_usd + steps(now);
  assert.ok(
    now.cost_usd > least - 1e-9,
    `unit ${now.unit} had cost ${before.cost_usd} and has cost ${now.cost_usd}`,
  );
}

/** What the script says that follows so many rounds of tools. */
function fromMap(prompt: string, messages: readonly unknown[]): Reply {
  const replies = planted.entries[prompt] ?? [];
  const rounds = messages.filter((message) => (message as { role: string }).role === 'assistant').length;
  return replies[Math.min(rounds, replies.length - 1)] ?? '';
}

async function newSource(
  service: ServeProcess,
  workspace: string,
  title: string,
  content: string,
): Promise<void> {
  const { id } = await ask(service, 'POST', `${workspace}/sources`, { type: 'text', title, content });
  await until(async () => (await ask(service, 'GET', `${workspace}/sources/${id}`)).status === 'ready', 20);
}

async function samplesOf(service: ServeProcess, path: string): Promise<Body[]> {
  return (await ask(service, 'GET', `${path}/samples?limit=1000`)).data;
}

async function ended(service: ServeProcess, path: string): Promise<Body> {
  return until(
    async () => {
      const evaluation = await ask(service, 'GET', path);
      return evaluation.status === 'completed' && evaluation;
    },
    50,
    ENDS_WITHIN_MS,
  );
}

async function ask(service: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}
