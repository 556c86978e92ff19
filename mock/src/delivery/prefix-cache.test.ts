import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { send, startFor, untilInFlight } from '../../test/ask.ts';

const SCRIPT = {
  defaults: {
    answers: { kind: 'list', values: ['An answer of forty characters, no fewer.'] },
    prefix_cache: { block_tokens: 4 },
  },
} as const;

const user = (content: string) => ({ role: 'user', content });
const words = (name: string, tokens: number) => `${name} `.repeat(tokens * 4).slice(0, tokens * 4);

/** What usage says was cached of each prompt, one after another. */
async function cachedOf(mock: { url: string }, prompts: readonly object[][]): Promise<number[]> {
  const found: number[] = [];
  for (const messages of prompts) {
    const { json } = await send(`${mock.url}/v1/chat/completions`, { model: 'm', messages });
    found.push(json.usage.prompt_tokens_details.cached_tokens);
  }
  return found;
}

test('a conversation is found but for its newest message, answers among it; words of another are not', async (t) => {
  const mock = await startFor(t, { script: SCRIPT });
  const first = user(words('first', 40));
  const answer = { role: 'assistant', content: 'An answer of forty characters, no fewer.' };
  const second = user(words('second', 20));
  const cached = await cachedOf(mock, [
    [first],
    [first, answer, second],
    [user(words('other', 40))],
    [first],
  ]);
  // 40 of the first message and 10 of the answer are 12 whole blocks of 4; a prompt that is found whole has all of it.
  assert.deepEqual(cached, [0, 48, 0, 40]);
  const said = { ...first, role: 'system' };
  assert.deepEqual(await cachedOf(mock, [[said]]), [0], 'the same words by another are another prefix');
  assert.equal(mock.stats().models.m?.cached_tokens, 88);
});

test('what is short is not found, and what was used least recently goes first', async (t) => {
  const script = {
    defaults: { ...SCRIPT.defaults, prefix_cache: { block_tokens: 4, min_tokens: 12, max_tokens: 240 } },
  };
  const mock = await startFor(t, { script });
  const long = [user(words('long', 40))];
  const short = [user(words('short', 8))];
  const others = Array.from({ length: 6 }, (_, i) => [user(words(`other ${i}`, 40))]);
  assert.deepEqual(await cachedOf(mock, [short, short, long, long]), [0, 0, 0, 40]);
  assert.equal((await cachedOf(mock, [...others, long])).at(-1), 0);
});

test('the first token of a prompt that is found comes sooner, by the discount', async (t) => {
  const latency = { distribution: 'constant', ms: 600_000 } as const;
  const prefix_cache = { block_tokens: 4, discount: 1 };
  const mock = await startFor(t, { script: { defaults: { ...SCRIPT.defaults, latency, prefix_cache } } });
  const prompt = [[user(words('waiting', 40))]];
  let isAnswered = false;
  const first = cachedOf(mock, prompt).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  await untilInFlight(mock, 1);
  assert.deepEqual(await cachedOf(mock, prompt), [40]);
  assert.equal(isAnswered, false, 'the first one waits for its ten minutes');
  await mock.stop();
  await first;
});

test('the log has each request with its tokens, and adds up to what was counted', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'mock-log-'));
  t.after(() => rm(dir, { recursive: true }));
  const path = join(dir, 'requests.jsonl');
  const mock = await startFor(t, { script: SCRIPT, log: path });
  const prompt = [user(words('logged', 40))];
  await cachedOf(mock, [prompt, prompt]);
  const { prompt_tokens, cached_tokens, completion_tokens } = mock.stats().models.m ?? {};
  await mock.stop();
  const lines = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const sum = (field: string) => lines.reduce((total, line) => total + line[field], 0);
  assert.deepEqual(
    lines.map(({ model, outcome, messages, cached_tokens: cached }) => [model, outcome, messages, cached]),
    [
      ['m', 'answered', 1, 0],
      ['m', 'answered', 1, 40],
    ],
  );
  assert.deepEqual(
    [sum('prompt_tokens'), sum('cached_tokens'), sum('completion_tokens')],
    [prompt_tokens, cached_tokens, completion_tokens],
  );
});
