import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, ask, chatBody, eventsOf, send, startFor, untilInFlight } from '../test/ask.ts';
import { promptSha256, startMockModel } from './mock.ts';

const CHAT = '/v1/chat/completions';

test('an answer has the shape of a chat completion and says it is a mock', async (t) => {
  const mock = await startFor(t, { script: { defaults: { answers: { kind: 'echo' } } } });
  const reply = await ask(mock, 'twelve chars');
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['x-touchstone-mock'], 'true');
  assert.equal(reply.json.system_fingerprint, 'touchstone-mock-model');
  assert.equal(reply.json.object, 'chat.completion');
  assert.equal(reply.json.model, 'm');
  assert.deepEqual(reply.json.choices, [
    {
      index: 0,
      message: { role: 'assistant', content: 'twelve chars', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ]);
  assert.deepEqual(reply.json.usage, { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 });
});

test('a stream is a role, the content, the finish reason, the usage where asked for, and [DONE]', async (t) => {
  const mock = await startFor(t, { script: { defaults: { answers: { kind: 'echo' } } } });
  const reply = await ask(mock, 'ten chars😀', { stream: true, stream_options: { include_usage: true } });
  assert.match(String(reply.headers['content-type']), /^text\/event-stream/);
  assert.equal(reply.headers['x-touchstone-mock'], 'true');
  const events = eventsOf(reply.text);
  assert.equal(events.pop(), '[DONE]');
  const chunks = events.map((event) => JSON.parse(event));
  assert.ok(chunks.every((chunk) => chunk.system_fingerprint === 'touchstone-mock-model'));
  assert.deepEqual(chunks[0].choices[0].delta, { role: 'assistant', content: '' });
  const usage = chunks.pop();
  assert.deepEqual(usage.choices, []);
  assert.deepEqual(usage.usage, { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 });
  assert.deepEqual(chunks.at(-1).choices[0], { index: 0, delta: {}, logprobs: null, finish_reason: 'stop' });
  const pieces = chunks.slice(1, -1).map((chunk) => chunk.choices[0].delta.content);
  assert.deepEqual(pieces, ['ten ', 'char', 's😀']);
});

test('a stream without include_usage says nothing of usage', async (t) => {
  const mock = await startFor(t);
  const reply = await ask(mock, '1 + 1', { stream: true });
  assert.doesNotMatch(reply.text, /usage/);
});

test('max_tokens cuts the answer and says so', async (t) => {
  const mock = await startFor(t, { script: { defaults: { answers: { kind: 'echo' } } } });
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const { json } = await ask(mock, 'abcdefghijkl', { [name]: 2 });
    assert.equal(json.choices[0].message.content, 'abcdefgh');
    assert.equal(json.choices[0].finish_reason, 'length');
    assert.equal(json.usage.completion_tokens, 2);
  }
});

test('the prompt is the last user message, also when it comes in parts', async (t) => {
  const mock = await startFor(t, { script: { defaults: { answers: { kind: 'echo' } } } });
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'the question' }] },
    { role: 'assistant', content: null },
  ];
  assert.equal(await answerTo(mock, '', { messages }), 'the question');
});

const refused: [sentence: string, body: unknown, status: number, message: RegExp][] = [
  ['broken JSON', '{"model": ', 400, /not valid JSON/],
  ['no messages', { model: 'm' }, 400, /messages is required/],
  ['an empty list of messages', { model: 'm', messages: [] }, 400, /messages is required/],
  ['a message without a role', { model: 'm', messages: [{ content: 'x' }] }, 400, /needs a role/],
  ['no model', { messages: [{ role: 'user', content: 'x' }] }, 400, /model is required/],
  ['a list for a body', [], 400, /must be a JSON object/],
  ['two choices', chatBody('x', { n: 2 }), 400, /Only n = 1/],
  ['no tokens', chatBody('x', { max_tokens: 0 }), 400, /above 0/],
  ['more than 32 MB', chatBody('x'.repeat(33 * 1024 * 1024)), 413, /larger than 32 MB/],
];

for (const [sentence, body, status, message] of refused) {
  test(`${sentence} is refused with ${status} in OpenAI's error shape`, async (t) => {
    const mock = await startFor(t);
    const reply = await send(mock.url + CHAT, body);
    assert.equal(reply.status, status);
    assert.match(reply.json.error.message, message);
    assert.equal(reply.json.error.type, 'invalid_request_error');
    assert.ok('code' in reply.json.error);
    assert.equal(reply.headers['x-touchstone-mock'], 'true');
    const { requests, refused: count } = mock.stats();
    assert.deepEqual([requests, count], [0, 1]);
  });
}

test('an unknown path is 404, another method is 405', async (t) => {
  const mock = await startFor(t);
  for (const path of ['/', '/v1', '/__proto__', '/v1/completions']) {
    assert.equal((await send(mock.url + path)).status, 404, path);
  }
  const reply = await send(mock.url + CHAT);
  assert.deepEqual([reply.status, reply.headers.allow], [405, 'POST']);
});

test('/healthz answers, /v1/models lists the scripted models, and both say mock', async (t) => {
  const mock = await startFor(t, { script: { models: { good: {}, 'org/bad': {} } } });
  const health = await send(`${mock.url}/healthz`);
  assert.deepEqual(health.json, { status: 'ok', mock: true, system_fingerprint: 'touchstone-mock-model' });
  const models = await send(`${mock.url}/v1/models`);
  assert.deepEqual(
    models.json.data.map((model: { id: string; owned_by: string }) => [model.id, model.owned_by]),
    [
      ['good', 'touchstone-mock-model'],
      ['org/bad', 'touchstone-mock-model'],
    ],
  );
});

test('with only_listed_models another name is 404 model_not_found', async (t) => {
  const mock = await startFor(t, { script: { models: { good: {} }, only_listed_models: true } });
  const reply = await ask(mock, '1 + 1', { model: 'other' });
  assert.deepEqual([reply.status, reply.json.error.code], [404, 'model_not_found']);
  assert.equal((await ask(mock, '1 + 1', { model: 'good' })).status, 200);
});

test('stats count requests by model, outcome and prompt, and reset begins again', async (t) => {
  const mock = await startFor(t, { script: { models: { b: { error_rate: 1 } } } });
  await ask(mock, '1 + 1');
  await ask(mock, '1 + 1');
  await ask(mock, '1 + 2');
  await ask(mock, '1 + 1', { model: 'b' });
  const { json } = await send(`${mock.url}/stats?prompts=repeated`);
  assert.equal(json.mock, true);
  assert.deepEqual([json.requests, json.in_flight, json.max_in_flight], [4, 0, 1]);
  assert.deepEqual([json.outcomes.answered, json.outcomes.server_error], [3, 1]);
  assert.deepEqual([json.models.m.requests, json.models.b.outcomes.server_error], [3, 1]);
  assert.deepEqual([json.distinct_prompts, json.repeated_requests], [3, 1]);
  const sha256 = promptSha256([{ role: 'user', content: '1 + 1' }]);
  assert.deepEqual(json.prompts, [{ model: 'm', sha256, requests: 2 }]);
  assert.equal(mock.stats('all').prompts?.length, 3);
  assert.equal((await send(`${mock.url}/stats/reset`, '')).status, 200);
  const after = mock.stats('all');
  assert.deepEqual([after.requests, after.distinct_prompts, after.prompts], [0, 0, []]);
});

test('the memory of prompts is bounded, and what is forgotten is said', async (t) => {
  const mock = await startFor(t, { script: { max_tracked_prompts: 10 } });
  for (let i = 0; i < 50; i++) await ask(mock, `${i} + 1`);
  const { requests, distinct_prompts, forgotten_prompts } = mock.stats();
  assert.equal(requests, 50);
  assert.ok(distinct_prompts <= 10 && distinct_prompts >= 5, `${distinct_prompts} remembered`);
  assert.equal(distinct_prompts + forgotten_prompts, 50);
});

test('max_in_flight is the most requests that waited at once', async (t) => {
  const mock = await startFor(t, {
    script: { defaults: { latency: { distribution: 'constant', ms: 150 } } },
  });
  await Promise.all(Array.from({ length: 7 }, (_, i) => ask(mock, `${i} + 1`)));
  const { max_in_flight, in_flight } = mock.stats();
  assert.deepEqual([max_in_flight, in_flight], [7, 0]);
});

test('a client that leaves early is counted as gone', async (t) => {
  const mock = await startFor(t, {
    script: { defaults: { latency: { distribution: 'constant', ms: 60_000 } } },
  });
  const left = fetch(mock.url + CHAT, {
    method: 'POST',
    body: JSON.stringify(chatBody('1 + 1')),
    signal: AbortSignal.timeout(200),
  });
  await assert.rejects(left);
  await untilInFlight(mock, 0);
  assert.equal(mock.stats().outcomes.client_gone, 1);
});

test('POST /script changes what the mock does from then on', async (t) => {
  const mock = await startFor(t);
  assert.equal(await answerTo(mock, '2 + 2'), '4');
  const json = { 'content-type': 'application/json' };
  const script = { defaults: { answers: { kind: 'list', values: ['five'] } } };
  assert.equal((await send(`${mock.url}/script`, script, json)).status, 200);
  assert.equal(await answerTo(mock, '2 + 2'), 'five');
});

test('POST /script refuses a wrong script, a file, broken JSON and another media type, and changes nothing', async (t) => {
  const mock = await startFor(t);
  const json = { 'content-type': 'application/json' };
  const wrong = await send(`${mock.url}/script`, { defaults: { latncy: 1 } }, json);
  assert.deepEqual([wrong.status, wrong.json.error.errors[0].pointer], [400, '/defaults/latncy']);
  const file = { models: { m: { answers: { kind: 'solver', file: '/etc/passwd' } } } };
  const refusal = await send(`${mock.url}/script`, file, json);
  assert.deepEqual([refusal.status, refusal.json.error.errors[0].pointer], [400, '/models/m/answers/file']);
  assert.equal((await send(`${mock.url}/script`, '{', json)).status, 400);
  assert.equal((await send(`${mock.url}/script`, '{}', { 'content-type': 'text/plain' })).status, 415);
  assert.equal(await answerTo(mock, '2 + 2'), '4');
});

test('it does not listen beyond loopback unless that is allowed', async () => {
  await assert.rejects(startMockModel({ host: '0.0.0.0' }), { code: 'invalid_request' });
});

test('stop ends requests that hang and frees the port', async () => {
  const mock = await startMockModel({ script: { defaults: { hang_rate: 1 } } });
  const hanging = assert.rejects(ask(mock, '1 + 1'));
  await untilInFlight(mock, 1);
  await mock.stop();
  await hanging;
  await mock.stop();
  const again = await startMockModel({ port: mock.port });
  await again.stop();
});
