import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, eventsOf, startFor, untilInFlight } from '../../test/ask.ts';
import { type MockScriptInput, promptSha256 } from '../mock.ts';
import { createDraws } from '../random.ts';
import { drawLatency, type Latency } from '../script/latency.ts';

type Defaults = NonNullable<MockScriptInput['defaults']>;
const scripted = (defaults: Defaults, seed = 0) => ({ script: { seed, defaults } });

test('error_rate answers with error_status in the shape of a server error', async (t) => {
  const mock = await startFor(t, scripted({ error_rate: 1, error_status: 503 }));
  const { status, json } = await ask(mock, '1 + 1');
  assert.deepEqual([status, json.error.type, json.error.code], [503, 'server_error', 'server_error']);
});

test('rate_limit_rate answers 429, with Retry-After only where it is given', async (t) => {
  const without = await ask(await startFor(t, scripted({ rate_limit_rate: 1 })), '1 + 1');
  assert.deepEqual([without.status, without.json.error.code], [429, 'rate_limit_exceeded']);
  assert.equal(without.headers['retry-after'], undefined);
  const withIt = await ask(await startFor(t, scripted({ rate_limit_rate: 1, retry_after_s: 3 })), '1 + 1');
  assert.equal(withIt.headers['retry-after'], '3');
});

test('after quota_requests every request to that model is 429 insufficient_quota', async (t) => {
  const mock = await startFor(t, { script: { models: { m: { quota_requests: 2 } } } });
  const replies = [];
  for (const n of [1, 2, 3, 4]) replies.push(await ask(mock, `${n} + 1`));
  assert.deepEqual(
    replies.map((reply) => reply.status),
    [200, 200, 429, 429],
  );
  assert.equal(replies[2]?.json.error.code, 'insufficient_quota');
  assert.equal(replies[2]?.headers['retry-after'], undefined);
  assert.equal((await ask(mock, '1 + 1', { model: 'other' })).status, 200);
});

test('fail_first_attempts fails the first requests for each prompt, then answers', async (t) => {
  const mock = await startFor(t, scripted({ fail_first_attempts: 2 }));
  for (const prompt of ['1 + 1', '1 + 2']) {
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask(mock, prompt)).status);
    assert.deepEqual(statuses, [500, 500, 200]);
  }
});

test('a raw response goes out byte for byte, whatever was asked, with its status, type and headers', async (t) => {
  const page = '<html><h1>Blocked by policy 17</h1></html>';
  const raw_response = {
    status: 403,
    content_type: 'text/html',
    headers: { 'x-request-id': 'r7' },
    body: page,
  };
  const mock = await startFor(t, scripted({ raw_response }));
  for (const stream of [false, true]) {
    const { status, text, headers } = await ask(mock, '1 + 1', { stream });
    assert.deepEqual([status, text], [403, page]);
    const names = ['content-type', 'x-request-id', 'x-touchstone-mock'];
    assert.deepEqual(
      names.map((name) => headers[name]),
      ['text/html', 'r7', 'true'],
    );
  }
  assert.equal(mock.stats().outcomes.raw_response, 2);
});

test('a raw response after some requests is what a key that is revoked in the middle looks like', async (t) => {
  const raw_response = { after_requests: 2, status: 401, body: '{"error":{"message":"Key revoked"}}' };
  const mock = await startFor(t, { script: { models: { m: { raw_response } } } });
  const statuses = [];
  for (const n of [1, 2, 3, 4]) statuses.push((await ask(mock, `${n} + 1`)).status);
  assert.deepEqual(statuses, [200, 200, 401, 401]);
  assert.equal((await ask(mock, '1 + 1', { model: 'other' })).status, 200);
});

test('hang_up_rate closes the connection without a response', async (t) => {
  const mock = await startFor(t, scripted({ hang_up_rate: 1 }));
  await assert.rejects(ask(mock, '1 + 1'), /socket|closed|other side/i);
  assert.equal(mock.stats().outcomes.hung_up, 1);
});

test('an empty value is an empty completion that ends with stop', async (t) => {
  const mock = await startFor(t, scripted({ answers: { kind: 'list', values: [''] } }));
  const { choices } = (await ask(mock, '1 + 1')).json;
  assert.deepEqual([choices[0].message.content, choices[0].finish_reason], ['', 'stop']);
});

test('a request that hangs gets no answer and is counted once the client leaves', async (t) => {
  const mock = await startFor(t, scripted({ hang_rate: 1 }));
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  const signal = AbortSignal.timeout(200);
  await assert.rejects(fetch(`${mock.url}/v1/chat/completions`, { method: 'POST', body, signal }));
  await untilInFlight(mock, 0);
  assert.equal(mock.stats().outcomes.hung, 1);
});

for (const stream of [true, false]) {
  const form = stream ? 'stream' : 'answer';
  test(`a truncated ${form} breaks off with the connection`, async (t) => {
    const mock = await startFor(t, scripted({ truncated_rate: 1, answers: { kind: 'echo' } }));
    const body = JSON.stringify({
      model: 'm',
      stream,
      messages: [{ role: 'user', content: 'x'.repeat(400) }],
    });
    const res = await fetch(`${mock.url}/v1/chat/completions`, { method: 'POST', body });
    assert.equal(res.status, 200);
    const decoder = new TextDecoder();
    let text = '';
    await assert.rejects(async () => {
      for await (const part of res.body ?? []) text += decoder.decode(part, { stream: true });
    });
    assert.match(text, /xxxx/);
    assert.doesNotMatch(text, /finish_reason":"stop|DONE/);
    assert.equal(mock.stats().outcomes.truncated, 1);
  });
}

test('a malformed answer is 200 with broken JSON', async (t) => {
  const mock = await startFor(t, scripted({ malformed_rate: 1 }));
  const { status, text } = await ask(mock, '1 + 1');
  assert.equal(status, 200);
  assert.throws(() => JSON.parse(text), SyntaxError);
});

test('a malformed stream holds one event of broken JSON and still ends', async (t) => {
  const mock = await startFor(t, scripted({ malformed_rate: 1, answers: { kind: 'echo' } }));
  const { text } = await ask(mock, 'some words to stream', { stream: true });
  const events = eventsOf(text);
  assert.equal(events.pop(), '[DONE]');
  const broken = events.filter((event) => {
    try {
      JSON.parse(event);
      return false;
    } catch {
      return true;
    }
  });
  assert.equal(broken.length, 1);
});

const MIXED: Defaults = { rate_limit_rate: 0.3, error_rate: 0.2, malformed_rate: 0.1 };

async function statuses(mock: Parameters<typeof ask>[0], prompts: number): Promise<string[]> {
  const replies = await Promise.all(Array.from({ length: prompts }, (_, i) => ask(mock, `${i} + 1`)));
  return replies.map(({ status, json }) => `${status}${json === null ? ' malformed' : ''}`);
}

test('each rate is its share of all requests', async (t) => {
  const mock = await startFor(t, scripted(MIXED));
  await statuses(mock, 1000);
  const { outcomes } = mock.stats();
  // The seed is fixed, so this passes always or never; the bounds are four standard deviations wide.
  for (const [name, expected] of [
    ['rate_limited', 300],
    ['server_error', 200],
    ['malformed', 100],
    ['answered', 400],
  ] as const) {
    const sd = Math.sqrt(expected * (1 - expected / 1000));
    assert.ok(Math.abs(outcomes[name] - expected) <= 4 * sd, `${name}: ${outcomes[name]}`);
  }
});

test('the same seed gives the same outcomes in any order, another seed others', async (t) => {
  const first = await statuses(await startFor(t, scripted(MIXED, 7)), 100);
  const again = await startFor(t, scripted(MIXED, 7));
  const backwards: string[] = [];
  for (let i = 99; i >= 0; i--) {
    const { status, json } = await ask(again, `${i} + 1`);
    backwards[i] = `${status}${json === null ? ' malformed' : ''}`;
  }
  assert.deepEqual(backwards, first);
  assert.notDeepEqual(await statuses(await startFor(t, scripted(MIXED, 8)), 100), first);
});

test('a retry is drawn anew, so that it can succeed', async (t) => {
  const mock = await startFor(t, scripted({ error_rate: 0.5 }));
  for (let item = 0; item < 10; item++) {
    let attempts = 1;
    while ((await ask(mock, `${item} + 1`)).status !== 200) assert.ok(++attempts < 30);
  }
});

const latencies = [
  { distribution: 'constant', ms: 20 },
  { distribution: 'uniform', min_ms: 1, max_ms: 20 },
  { distribution: 'lognormal', median_ms: 5, sigma: 0.5 },
] as const;

for (const latency of latencies) {
  test(`an answer with ${latency.distribution} latency and a token rate arrives whole, streamed or not`, async (t) => {
    const answers = { kind: 'echo' } as const;
    const mock = await startFor(t, scripted({ latency, tokens_per_second: 1000, answers }));
    const whole = await ask(mock, 'some words');
    assert.equal(whole.json.choices[0].message.content, 'some words');
    const events = eventsOf((await ask(mock, 'some words', { stream: true })).text);
    assert.equal(events.pop(), '[DONE]');
    const text = events.map((event) => JSON.parse(event).choices[0].delta.content ?? '').join('');
    assert.equal(text, 'some words');
  });
}

test('paced streams all arrive whole, however their timers fall', async (t) => {
  const latency = { distribution: 'uniform', min_ms: 1, max_ms: 20 } as const;
  const mock = await startFor(t, scripted({ latency, tokens_per_second: 700, answers: { kind: 'echo' } }));
  const asked = Array.from({ length: 100 }, (_, i) => ask(mock, `some words ${i}`, { stream: true }));
  for (const { text } of await Promise.all(asked)) assert.equal(eventsOf(text).at(-1), '[DONE]');
  const { outcomes, in_flight } = mock.stats();
  assert.deepEqual([outcomes.answered, in_flight], [100, 0]);
});

test('reasoning comes before the answer, apart from it, and counts as output; cached tokens are reported', async (t) => {
  const mock = await startFor(t, { script: { defaults: { reasoning_tokens: 3, cached_share: 0.5 } } });
  const { message } = (await ask(mock, '20 + 22')).json.choices[0];
  assert.deepEqual([message.content, message.reasoning_content], ['42', 'hmm hmm hmm ']);
  const { usage } = (await ask(mock, 'What is 20 + 22?')).json;
  assert.deepEqual(usage, {
    prompt_tokens: 4,
    completion_tokens: 4,
    total_tokens: 8,
    prompt_tokens_details: { cached_tokens: 2 },
    completion_tokens_details: { reasoning_tokens: 3 },
  });
  const cut = (await ask(mock, '20 + 22', { max_tokens: 2 })).json.choices[0];
  assert.deepEqual(
    [cut.message.reasoning_content, cut.message.content, cut.finish_reason],
    ['hmm hmm ', '', 'length'],
  );
  const events = eventsOf((await ask(mock, '20 + 22', { stream: true })).text);
  const deltas = events.flatMap((event) => (event === '[DONE]' ? [] : [JSON.parse(event).choices[0]?.delta]));
  assert.deepEqual(
    deltas.map((delta) => Object.keys(delta).join()),
    ['role,content', ...Array(3).fill('reasoning_content'), 'content', ''],
  );
});

test('latencies of every distribution stay within their bounds and have the mean they should', () => {
  const draws = (i: number) => createDraws(7, promptSha256([i]), 1);
  const mean = (latency: Latency) => {
    const values = Array.from({ length: 4000 }, (_, i) => drawLatency(latency, draws(i)));
    assert.ok(values.every((ms) => ms >= 0 && ms <= 400));
    return values.reduce((sum, ms) => sum + ms) / values.length;
  };
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual / expected - 1) < 0.05, `${actual}`);
  near(mean({ distribution: 'constant', ms: 20 }), 20);
  near(mean({ distribution: 'uniform', min_ms: 10, max_ms: 30 }), 20);
  near(mean({ distribution: 'exponential', mean_ms: 20, max_ms: 400 }), 20);
  near(mean({ distribution: 'lognormal', median_ms: 20, sigma: 0.4, max_ms: 400 }), 20 * Math.exp(0.08));
  near(mean({ distribution: 'list', values_ms: [10, 10, 10, 50] }), 20);
});
