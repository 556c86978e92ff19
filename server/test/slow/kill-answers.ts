/**
 * Kills a service with SIGKILL while a model writes answers, again and again, and restarts it on the same data: what was
 * said is there, what was streamed half a second before is there, no answer is called complete that is not, and none is
 * begun a second time.
 *
 *   node server/test/slow/kill-answers.ts [kills] [postgres]
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer } from '@touchstone/client';
import { startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import type { TestPlace } from '../support/each-database.ts';
import { writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { inPlace } from '../support/in-place.ts';
import { until } from '../support/until.ts';

/** How the answers of one life ended. */
interface Life {
  complete: number;
  interrupted: number;
}

const WHOLE = Array.from({ length: 20 }, (_, n) => `Line ${'abcdefghijklmnopqrst'[n]}.\n`).join('');
const QUESTIONS = 5;
const KILLED_WITHIN_MS = 2500;
/** What is streamed is written every 200 ms; the rest is for a disk that is busy. */
const DURABLE_WITHIN_MS = 1500;

/** Runs the whole procedure in this place, and removes it; throws at the first thing that is not as it must be. */
export async function killAnswers(
  place: TestPlace,
  kills: number,
  random: () => number = Math.random,
): Promise<Life[]> {
  const answers = { kind: 'list' as const, values: [WHOLE] };
  const mock = await startMockModel({ script: { models: { agent: { answers, tokens_per_second: 12 } } } });
  const config = writeProviders(place.dataDir, mock);
  const flags = ['--touchstone-config', config, '--agent-model', 'mock/agent', '--log-level', 'silent'];
  const serve = () =>
    startServe(
      ['--data-dir', place.dataDir, ...flags],
      place.url === undefined ? {} : { DATABASE_URL: place.url },
    );
  let service = await serve();
  try {
    const { id } = await ask(service, 'POST', '/workspaces', { name: 'Kills' });
    const path = `/workspaces/${id}/messages`;
    const lives: Life[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const asked = [];
      for (let n = 0; n < QUESTIONS; n++) {
        asked.push(await ask(service, 'POST', path, { content: `@explainer Question ${n} of life ${kill}` }));
        await sleep(random() * 200);
      }
      const watched = asked.map(({ answer_id }) => watch(`${service.url}${path}/${answer_id}`));
      await sleep(random() * KILLED_WITHIN_MS);
      await service.kill();
      const durable = watched.map((one) => one.seenBefore(performance.now() - DURABLE_WITHIN_MS));
      for (const one of watched) await one.stop();
      service = await serve();
      lives.push(await requireWhole(service, path, asked, durable));
    }
    const { total } = await ask(service, 'GET', `${path}?limit=1`);
    assert.equal(total, 2 * QUESTIONS * kills, 'a message is lost, or there twice');
    return lives;
  } finally {
    await service.stop();
    await mock.stop();
    await place.remove();
  }
}

async function requireWhole(
  service: ServeProcess,
  path: string,
  asked: readonly Body[],
  durable: readonly string[],
): Promise<Life> {
  const life: Life = { complete: 0, interrupted: 0 };
  for (const [index, { id, answer_id }] of asked.entries()) {
    const { content } = await ask(service, 'GET', `${path}/${id}`);
    assert.match(content, new RegExp(`^@explainer Question ${index} `));
    const answer = await until(async () => {
      const now = await ask(service, 'GET', `${path}/${answer_id}`);
      return now.status !== 'streaming' && now;
    });
    assert.ok(
      answer.content.startsWith(durable[index]),
      `what was streamed is lost: ${JSON.stringify([durable[index], answer.content])}`,
    );
    if (answer.status === 'complete') {
      assert.equal(answer.content.trim(), WHOLE.trim(), 'an answer is called complete and is not');
      life.complete++;
      continue;
    }
    assert.deepEqual([answer.status, answer.error.code], ['failed', 'interrupted']);
    assert.ok(WHOLE.startsWith(answer.content), 'an answer was begun a second time');
    life.interrupted++;
  }
  return life;
}

/** Follows an answer and remembers when it said what. */
function watch(url: string) {
  const left = new AbortController();
  const seen: { at: number; content: string }[] = [];
  const following = (async () => {
    let content = '';
    for await (const { event, data } of readAnswer(url, { signal: left.signal })) {
      if (event === 'delta') content += data.text;
      if (event === 'message' || event === 'done') content = data.content;
      seen.push({ at: performance.now(), content });
    }
  })().catch(() => {});
  return {
    seenBefore: (time: number) => seen.findLast(({ at }) => at <= time)?.content ?? '',
    async stop() {
      left.abort();
      await following;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
type Body = any;

async function ask(service: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, service.url + path, { json });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

if (import.meta.main) {
  const database = process.argv[3] === 'postgres' ? 'postgres' : 'sqlite';
  const lives = await inPlace(database, (place) => killAnswers(place, Number(process.argv[2] ?? 30)));
  console.table(lives);
  console.log(`${lives.length} kills: every answer is whole, or says that it was interrupted.`);
}
