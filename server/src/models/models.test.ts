import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendJson, startAppServer } from '../../test/support/app-server.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { AppError } from '../kernel/errors.ts';
import { callCost, createModels, type ProviderSettings, priceAtTier } from './models.ts';

const local: ProviderSettings = {
  name: 'local',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'sk-secret-0123456789',
  headers: { 'x-secret': 'hush-hush' },
  maxConcurrency: 8,
  requestsPerMinute: 60,
  prices: { small: { input_usd_per_million: '0.15', output_usd_per_million: '0.6' } },
};
const listed: ProviderSettings = { ...local, name: 'listed', apiKey: 'sk-other', models: ['one', 'two'] };

const models = createModels({ providers: [local, listed], log: silentLog });

test('the list shows providers, models and prices, and no secret', () => {
  const list = models.list();
  assert.deepEqual(
    list.map((p) => p.name),
    ['baseline', 'local', 'listed'],
  );
  const text = JSON.stringify(list);
  for (const secret of ['sk-secret', 'sk-other', 'hush-hush']) assert.ok(!text.includes(secret), secret);
  const [baseline, first] = list;
  assert.deepEqual(
    baseline?.models.map((m) => m.id),
    ['random-choice', 'first-choice', 'extractive', 'arithmetic', 'echo'],
  );
  for (const { description } of baseline?.models ?? []) assert.match(description ?? '', /^[A-Z].+\.$/);
  assert.equal(first?.base_url, 'http://127.0.0.1:9/v1');
  assert.equal(first?.accepts_other_models, true);
  assert.deepEqual(first?.models, [{ id: 'small', description: null, price: local.prices?.small }]);
});

const REFUSED: [string, string, RegExp][] = [
  [
    'nobody',
    'm',
    /Configured: baseline, local, listed\. .*OPENAI_API_KEY.*TOUCHSTONE_CONFIG.*docs\/reference\/settings\.md/,
  ],
  ['groq', 'm', /Set the environment variable GROQ_API_KEY, and restart/],
  ['ollama', 'm', /Set the environment variable OLLAMA_BASE_URL, and restart/],
  ['baseline', 'gpt', /Accepted: random-choice, first-choice, extractive, arithmetic, echo\./],
  ['listed', 'three', /Accepted: one, two\./],
  ['local', '', /any model id/],
];

test('what is not offered is refused with what would be accepted', () => {
  for (const [provider, model, detail] of REFUSED) {
    assert.throws(
      () => models.resolve(provider, model),
      (error) =>
        error instanceof AppError && error.code === 'provider_not_configured' && detail.test(error.message),
      `${provider}/${model}`,
    );
  }
});

test('a connection carries its ceilings and price, and a key that says which account without saying it', () => {
  const small = models.resolve('local', 'small');
  assert.deepEqual([small.maxConcurrency, small.requestsPerMinute], [8, 60]);
  assert.equal(small.price?.input_usd_per_million, '0.15');
  assert.equal(models.resolve('local', 'other').price, undefined);
  assert.equal(small.connectionKey, models.resolve('local', 'other').connectionKey);
  assert.notEqual(small.connectionKey, models.resolve('listed', 'one').connectionKey);
  assert.ok(!small.connectionKey.includes('sk-secret'));
});

test('a cost is exact to the picodollar, and unknown where the server did not count', () => {
  const price = { input_usd_per_million: '0.15', output_usd_per_million: 0.6 };
  const usage = { input_tokens: 1_000, output_tokens: 333, reasoning_tokens: 300, cached_tokens: 10 };
  assert.equal(callCost(usage, price), 150_000_000n + 199_800_000n);
  assert.equal(callCost({ ...usage, output_tokens: null }, price), null);
  const tiny = { input_usd_per_million: '0.000001', output_usd_per_million: 0 };
  assert.equal(callCost({ ...usage, input_tokens: 7 }, tiny), 7n);
  const cached = { ...price, cached_input_usd_per_million: '0.015' };
  assert.equal(callCost(usage, cached), 990n * 150_000n + 10n * 15_000n + 199_800_000n);
  assert.equal(callCost({ ...usage, cached_tokens: null }, cached), callCost(usage, price));
  // A server that counts more of it than there is input.
  assert.equal(callCost({ ...usage, cached_tokens: 5_000 }, cached), 1_000n * 15_000n + 199_800_000n);
});

test('input that is written to a cache, and tiers of service, have rates of their own', () => {
  const standard = {
    input_usd_per_million: 3,
    cached_input_usd_per_million: 0.3,
    cache_write_usd_per_million: 3.75,
    cache_write_1h_usd_per_million: 6,
    output_usd_per_million: 15,
  };
  const flex = { input_usd_per_million: 1.5, output_usd_per_million: 7.5 };
  const price = { ...standard, service_tiers: { flex } };
  const usage = { input_tokens: 100, output_tokens: 10, reasoning_tokens: null, cached_tokens: 20 };
  const written = { ...usage, cache_write_tokens: 30, cache_write_1h_tokens: 40 };
  const picodollars = (...parts: [tokens: number, rate: number][]) =>
    BigInt(parts.reduce((sum, [tokens, rate]) => sum + tokens * Math.round(rate * 1e6), 0));
  assert.equal(callCost(written, price), picodollars([20, 0.3], [30, 3.75], [40, 6], [10, 3], [10, 15]));
  const { cache_write_usd_per_million: _, cache_write_1h_usd_per_million: __, ...without } = price;
  assert.equal(callCost(written, without), picodollars([20, 0.3], [80, 3], [10, 15]));
  const atFlex = picodollars([100, 1.5], [10, 7.5]);
  assert.equal(callCost({ ...usage, service_tier: 'flex' }, price), atFlex);
  assert.equal(callCost(usage, priceAtTier(price, 'flex')), atFlex);
  const atStandard = picodollars([20, 0.3], [80, 3], [10, 15]);
  // Also if flex was requested, and if a server's name of a tier is that of a member of every object.
  for (const asked of [price, priceAtTier(price, 'flex')])
    for (const served of ['default', 'standard', 'batch', 'priority', 'constructor', '__proto__'])
      assert.equal(callCost({ ...usage, service_tier: served }, asked), atStandard, served);
  for (const tier of ['priority', 'toString']) assert.deepEqual(priceAtTier(price, tier), price);
});

async function program(id: string, content: string, seed?: number): Promise<string> {
  const outcome = await models
    .resolve('baseline', id)
    .call(
      { messages: [{ role: 'user', content }], ...(seed === undefined ? {} : { seed }) },
      { timeoutMs: 1000 },
    );
  assert.ok(outcome.ok);
  return outcome.text;
}

const SUMS: [string, string][] = [
  ['What is 12 + 30?', 'Answer: 42'],
  ['Evaluate: 2 + 3 * (4 - 1)', 'Answer: 11'],
  ['Work out 0.1 + 0.2 exactly.', 'Answer: 0.3'],
  ['Level 3, question 7.\n\n(1,200 − 200) ÷ 8\n\nReply with Answer: <number>', 'Answer: 125'],
  ['How much is 1 / 3?', 'Answer: 1/3'],
  ['-3 * -4', 'Answer: 12'],
  ['7 / 0', 'I found no arithmetic expression.'],
  ['Call 555 now (or never).', 'I found no arithmetic expression.'],
  ['', 'I found no arithmetic expression.'],
];

test('arithmetic evaluates the expression it finds', async () => {
  for (const [prompt, expected] of SUMS) assert.equal(await program('arithmetic', prompt), expected, prompt);
});

const QUIZ = 'Which is a fruit?\n\nA) Granite\nB) Apple\nC) Copper\nD) Wool';

test('first-choice and random-choice answer with a label of the prompt', async () => {
  assert.equal(await program('first-choice', QUIZ), 'Answer: A');
  assert.equal(await program('first-choice', 'Pick:\n1. red\n2. blue'), 'Answer: 1');
  assert.match(await program('first-choice', 'Why is the sky blue?'), /no choices/);
  const picks = await Promise.all(
    Array.from({ length: 400 }, (_, seed) => program('random-choice', QUIZ, seed)),
  );
  for (const label of ['A', 'B', 'C', 'D']) {
    const share = picks.filter((p) => p === `Answer: ${label}`).length;
    // 400 draws at 1/4: six standard deviations are 52.
    assert.ok(share > 48 && share < 152, `${label}: ${share}`);
  }
  assert.equal(await program('random-choice', QUIZ, 5), picks[5]);
});

test('extractive answers with the sentence that shares the telling words', async () => {
  const context =
    'The plant opened in 1998. The reactor is cooled by sea water. The canteen closes at three.';
  assert.equal(
    await program('extractive', `${context}\n\nWhat cools the reactor?`),
    'Answer: The reactor is cooled by sea water.',
  );
  assert.match(await program('extractive', 'What cools the reactor?'), /no sentence/);
});

test('echo answers with the prompt', async () => {
  assert.equal(await program('echo', ' as it is\n'), ' as it is\n');
});

test('an application of the configuration is asked by its template, with its secret, and shows none', async () => {
  const app = await startAppServer(({ body, headers }, response) =>
    sendJson(response, { a: `${body.model} heard ${body.q} with ${headers.authorization}` }),
  );
  const provider: ProviderSettings = {
    name: 'app',
    kind: 'http',
    baseUrl: app.url,
    endpoint: {
      url: app.url,
      headers: { authorization: 'Bearer {{secret.APP_KEY}}' },
      request: { q: '{{input}}', model: '{{model}}' },
      response: { answer: '$.a' },
    },
    secrets: [{ name: 'APP_KEY', value: 'hush-hush-0815' }],
  };
  const own = createModels({ providers: [provider], log: silentLog });
  const { call, quirks } = own.resolve('app', 'v2');
  const outcome = await call({ messages: [{ role: 'user', content: 'Hello' }] }, { timeoutMs: 5000 });
  assert.equal(outcome.ok && outcome.text, 'v2 heard Hello with Bearer [redacted]');
  assert.deepEqual([quirks.acceptsSeed, quirks.acceptsTemperature], [false, false]);
  assert.ok(!JSON.stringify(own.list()).includes('hush'));
  await own.stop();
  await app.stop();
});

const BAD_ENDPOINTS: [object, RegExp][] = [
  [{ answer: '$.a' }, /is not a field; known: kind, url, method/],
  [{ response: { answer: 7 } }, /must be a text/],
  [{ method: 'DELETE' }, /must be one of POST, PUT, PATCH, GET/],
  [{ request: '{{no}}' }, /there is no \{\{no\}\}/],
];
test('an endpoint of the configuration that cannot be asked is refused with its field', () => {
  for (const [wrong, says] of BAD_ENDPOINTS) {
    const endpoint = { url: 'http://127.0.0.1:9/', request: {}, response: { answer: '$.a' }, ...wrong };
    const provider: ProviderSettings = { name: 'app', kind: 'http', baseUrl: endpoint.url, endpoint };
    assert.throws(() => createModels({ providers: [provider], log: silentLog }), says);
  }
});

test('a removed provider is refused here, and known to the threads of runs that go on', () => {
  const main = createModels({ providers: [], log: silentLog });
  const thread = createModels({ providers: [], log: silentLog });
  const settings = { ...local, name: 'added' };
  main.replaceAdded([{ settings, problem: null }]);
  main.replaceAdded([]);
  thread.replaceAdded(main.added());
  assert.throws(() => main.resolve('added', 'm'), /No model provider is called "added"/);
  assert.equal(thread.resolve('added', 'm').provider, 'added');
});

test('changed limits of an added provider hold for what was resolved before', async () => {
  const own = createModels({ providers: [], log: silentLog });
  const add = (more: object) =>
    own.replaceAdded([{ settings: { ...local, name: 'added', ...more }, problem: null }]);
  add({ maxConcurrency: 1 });
  const ceiling = own.ceiling(own.resolve('added', 'm'));
  assert.equal(ceiling?.state().limit, 1);
  add({ maxConcurrency: 3 });
  assert.equal(ceiling?.state().limit, 3);
  add({});
  assert.ok((ceiling?.state().limit ?? 0) > 3);
});
