import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startMockModel } from '@touchstone/mock';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { type ChatOutcome, type ChatRequest, createModels, type Models } from '../models.ts';

const KEY = 'sk-secret-0123456789';

interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** What to do instead of answering whole. */
  fault?: 'hang' | 'hang_in_body' | 'reset' | 'cut';
}

let reply: Scripted = {};
let seen: { headers: IncomingMessage['headers']; body: Record<string, unknown>; url: string } | undefined;
let models: Models;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  seen = {
    headers: request.headers,
    body: JSON.parse(Buffer.concat(chunks).toString()),
    url: request.url ?? '',
  };
  answer(response);
});

function answer(response: ServerResponse) {
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? completion('42'));
  if (reply.fault === 'hang') return;
  if (reply.fault === 'reset') return response.socket?.resetAndDestroy();
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  if (reply.fault === undefined) return response.end(text);
  response.write(text.slice(0, 10));
  if (reply.fault === 'cut') setImmediate(() => response.socket?.destroy());
}

function completion(content: string | null, extra: object = {}, top: object = {}) {
  return {
    id: 'c1',
    model: 'served-model-7b',
    choices: [{ index: 0, message: { role: 'assistant', content, ...extra }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 5 },
    ...top,
  };
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  models = createModels({
    log: silentLog,
    providers: [
      { name: 'local', kind: 'openai-compatible', baseUrl, apiKey: KEY, headers: { 'x-team': 'blue' } },
    ],
  });
});

after(async () => {
  await models.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const QUESTION: ChatRequest = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] };

async function ask(script: Scripted, request = QUESTION, timeoutMs = 5_000): Promise<ChatOutcome> {
  reply = script;
  return models.resolve('local', 'some-model').call(request, { timeoutMs });
}

async function answered(script: Scripted, request?: ChatRequest) {
  const outcome = await ask(script, request);
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
  return outcome;
}

async function failed(script: Scripted, timeoutMs?: number) {
  const outcome = await ask(script, QUESTION, timeoutMs);
  assert.ok(!outcome.ok, 'it should have failed');
  return outcome;
}

test('the request is sent unchanged, with the key, to the address of chat completions', async () => {
  await answered(
    {},
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'What is 6 * 7?' },
      ],
      temperature: 0,
      maxTokens: 64,
      seed: 7,
    },
  );
  assert.equal(seen?.url, '/v1/chat/completions');
  assert.equal(seen?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(seen?.headers['x-team'], 'blue');
  assert.deepEqual(seen?.body, {
    model: 'some-model',
    max_tokens: 64,
    temperature: 0,
    seed: 7,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'What is 6 * 7?' },
    ],
  });
});

test('parameters that were not set are not sent', async () => {
  await answered({});
  assert.deepEqual(Object.keys(seen?.body ?? {}).sort(), ['messages', 'model']);
});

test('an answer carries text, usage, finish reason and the model the server named', async () => {
  const outcome = await answered({ body: completion('Answer: 42') });
  assert.equal(outcome.text, 'Answer: 42');
  assert.equal(outcome.reasoning, null);
  assert.equal(outcome.finishReason, 'stop');
  assert.equal(outcome.returnedModel, 'served-model-7b');
  assert.deepEqual(outcome.usage, {
    input_tokens: 12,
    output_tokens: 5,
    reasoning_tokens: null,
    cached_tokens: null,
  });
  assert.ok(outcome.latencyMs > 0);
});

test('tokens the server does not report are null, never 0', async () => {
  const none = await answered({ body: completion('x', {}, { usage: undefined }) });
  assert.deepEqual(Object.values(none.usage), [null, null, null, null]);
  const some = await answered({ body: completion('x', {}, { usage: { completion_tokens: 3 } }) });
  assert.deepEqual(Object.values(some.usage), [null, 3, null, null]);
  const all = await answered({
    body: completion(
      'x',
      {},
      {
        usage: {
          prompt_tokens: 9,
          completion_tokens: 8,
          completion_tokens_details: { reasoning_tokens: 7 },
          prompt_tokens_details: { cached_tokens: 6 },
        },
      },
    ),
  });
  assert.deepEqual(Object.values(all.usage), [9, 8, 7, 6]);
});

test('reasoning is set aside, wherever the server put it', async () => {
  const apart = await answered({ body: completion('42', { reasoning_content: 'six sevens' }) });
  assert.deepEqual([apart.text, apart.reasoning], ['42', 'six sevens']);
  const inline = await answered({ body: completion('<think>six sevens</think>\n42') });
  assert.deepEqual([inline.text, inline.reasoning], ['42', 'six sevens']);
  const only = await answered({ body: completion(null, { reasoning_content: 'six' }) });
  assert.deepEqual([only.text, only.reasoning], ['', 'six']);
});

test('a hit token limit and a refusal are named', async () => {
  const cut = completion('4');
  const [choice] = cut.choices;
  assert.ok(choice);
  choice.finish_reason = 'length';
  assert.equal((await answered({ body: cut })).finishReason, 'length');
  choice.finish_reason = 'content_filter';
  assert.equal((await answered({ body: cut })).finishReason, 'content_filter');
});

const error = (message: string, extra: object = {}) => ({ error: { message, ...extra } });

const FAILURES: [string, Scripted, string, number?][] = [
  [
    '429 with Retry-After in seconds',
    { status: 429, headers: { 'retry-after': '2' }, body: error('slow down') },
    'rate_limit',
    2000,
  ],
  ['429 with retry-after-ms', { status: 429, headers: { 'retry-after-ms': '150' } }, 'rate_limit', 150],
  ['429 without Retry-After', { status: 429, body: error('slow down') }, 'rate_limit'],
  [
    '429 with a date in the past',
    { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    'rate_limit',
    0,
  ],
  [
    '429 for an exhausted account',
    { status: 429, body: error('no credit', { code: 'insufficient_quota' }) },
    'quota',
  ],
  ['402', { status: 402, body: error('pay first') }, 'quota'],
  ['500', { status: 500, body: error('oops') }, 'transient'],
  ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' }, body: 'busy' }, 'transient', 1000],
  ['a connection reset', { fault: 'reset' }, 'transient'],
  ['a body cut off', { fault: 'cut' }, 'transient'],
  ['a body that is not JSON', { body: '<html>gateway</html>' }, 'transient'],
  ['JSON of another shape', { body: { hello: 'world' } }, 'transient'],
  ['no choices', { body: completion('x', {}, { choices: [] }) }, 'transient'],
  ['200 with a rate limit inside', { body: error('upstream limit', { code: 429 }) }, 'rate_limit'],
  ['400', { status: 400, body: error('temperature is not supported') }, 'deterministic'],
  ['401', { status: 401, body: error('who are you') }, 'deterministic'],
  ['404 with an empty body', { status: 404, body: '' }, 'deterministic'],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }, 'deterministic'],
];

for (const [name, script, expected, wait] of FAILURES) {
  test(`${name} is ${expected}`, async () => {
    const failure = await failed(script);
    assert.equal(failure.class, expected, failure.message);
    assert.equal(failure.retryAfterMs, wait);
    assert.ok(failure.message.length > 10);
  });
}

test('the server’s own words are in the message, and the key never is', async () => {
  const failure = await failed({ status: 401, body: error(`Incorrect API key provided: ${KEY}`) });
  assert.match(failure.message, /401: Incorrect API key provided: \[redacted\]/);
  assert.ok(!JSON.stringify(failure).includes(KEY));
});

test('a server that hangs, before or inside the body, ends at the deadline as a time-out', async () => {
  for (const fault of ['hang', 'hang_in_body'] as const) {
    const failure = await failed({ fault }, 60);
    assert.equal(failure.class, 'timeout', fault);
  }
});

test('a call the caller aborts rejects with the caller’s reason', async () => {
  reply = { fault: 'hang' };
  const controller = new AbortController();
  const call = models.resolve('local', 'm').call(QUESTION, { timeoutMs: 5_000, signal: controller.signal });
  const reason = new Error('the evaluation was cancelled');
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(call, reason);
  await assert.rejects(
    models.resolve('local', 'm').call(QUESTION, { timeoutMs: 5_000, signal: controller.signal }),
    reason,
  );
});

test('an unreachable server is a transient failure that names the reason', async () => {
  const none = createModels({
    log: silentLog,
    providers: [{ name: 'gone', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' }],
  });
  const outcome = await none.resolve('gone', 'm').call(QUESTION, { timeoutMs: 5_000 });
  await none.stop();
  assert.ok(!outcome.ok);
  assert.equal(outcome.class, 'transient');
  assert.equal(
    outcome.message,
    'The model server at http://127.0.0.1:1/v1/chat/completions could not be reached: the connection was refused (connect ECONNREFUSED 127.0.0.1:1). Check that it runs and that its address is right.',
  );
});

test('as many calls are under way at once as are asked for: no library’s default caps them', async () => {
  const atOnce = 300;
  const mock = await startMockModel({ script: { defaults: { hang_rate: 1 } } });
  const many = createModels({
    log: silentLog,
    providers: [{ name: 'mock', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
  });
  const controller = new AbortController();
  const { call } = many.resolve('mock', 'm');
  const options = { timeoutMs: 60_000, signal: controller.signal };
  const calls = Array.from({ length: atOnce }, () => call(QUESTION, options).catch(() => {}));
  await until(() => mock.stats().in_flight >= atOnce);
  controller.abort();
  await Promise.all(calls);
  await many.stop();
  await mock.stop();
});
