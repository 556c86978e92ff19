import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { preferenceReply, readPrompt } from '../support/scripted-judge.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const ITEMS = 60;
const CONCURRENCY = 8;
const PATIENCE_MS = 120_000;

onEachDatabase('kills while judges compare answers', (place) => {
  test('lose no judgement and ask for none again, but for what was in flight', async () => {
    const asked: string[] = [];
    const mock = await startMockModel({
      script: {
        models: {
          wordy: { padding_tokens: 30 },
          judge: {
            latency: { distribution: 'uniform', min_ms: 5, max_ms: 60 },
            answers: {
              kind: 'function',
              answer: ({ messages }) => {
                const { TASK = '', FIRST = '', SECOND = '' } = readPrompt(messages).inside;
                const isTerseFirst = FIRST.length < SECOND.length;
                asked.push(`${TASK} ${isTerseFirst}`);
                return preferenceReply(messages, isTerseFirst ? 'first' : 'second');
              },
            },
          },
        },
      },
    });
    const where = await place();
    const config = writeProviders(where.dataDir, mock, { max_concurrency: CONCURRENCY });
    const serve = () =>
      startServe(
        ['--data-dir', where.dataDir, '--log-level', 'silent', '--touchstone-config', config],
        where.url === undefined ? {} : { DATABASE_URL: where.url },
      );
    let service = await serve();
    try {
      const workspace = `/workspaces/${(await ask(service, 'POST', '/workspaces', { name: 'Kills' })).id}`;
      const { id } = await ask(service, 'POST', `${workspace}/evaluations`, DEFINITION);
      const path = `${workspace}/evaluations/${id}`;
      const kept = await comparedAtLeast(service, path, 10);
      await service.kill();
      const before = asked.length;
      service = await serve();
      const { results } = await ended(service, path);
      const [pair] = results.judging.preferences.pairs;
      assert.deepEqual([pair.compared, pair.wins_a], [ITEMS, ITEMS]);
      const again = new Set(asked.slice(before));
      for (const task of kept) {
        assert.ok(!again.has(`${task} true`) && !again.has(`${task} false`), `${task} was judged again`);
      }
      const repeated = asked.length - new Set(asked).size;
      assert.equal(new Set(asked).size, 2 * ITEMS);
      // The preflight asks about the first pair once.
      assert.ok(repeated <= 1 + CONCURRENCY, `${repeated} judgements were asked for twice`);
    } finally {
      await service.stop();
      await mock.stop();
    }
  });
});

const DEFINITION = {
  name: 'Judged',
  targets: [mockTarget('terse'), mockTarget('wordy')],
  custom_eval: {
    prompt_template: '{{question}}',
    inputs: Array.from({ length: ITEMS }, (_, i) => ({ question: `What is ${i} + 100?` })),
    criteria: [{ name: 'number', grader: 'regex', expected: '\\d' }],
    judge_config: { provider: 'mock', model: 'judge', pairwise: true },
  },
};

/** The tasks whose comparisons have a row, once there are so many. */
async function comparedAtLeast(service: ServeProcess, path: string, least: number): Promise<string[]> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    const { data } = await ask(service, 'GET', `${path}/samples?limit=1000&benchmark=custom/preference`);
    if (data.length >= least) return data.map(({ input }: Body) => input[0].content);
    assert.ok(performance.now() < giveUp, `only ${data.length} comparisons`);
    await sleep(5);
  }
}

async function ended(service: ServeProcess, path: string): Promise<Body> {
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    const evaluation = await ask(service, 'GET', path);
    if (evaluation.status === 'completed') return evaluation;
    assert.ok(performance.now() < giveUp, `still ${evaluation.status}`);
    await sleep(50);
  }
}

async function ask(service: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}
