import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JsonServer, startJsonServer } from '../../test/support/json-server.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { readEmbeddings } from './adapters/openai-protocol/openai-embeddings.ts';
import { createModels, type Models } from './models.ts';

const KEY = 'sk-secret-0123456789';
const OPTIONS = { timeoutMs: 5_000 };
let server: JsonServer;
let models: Models;

before(async () => {
  server = await startJsonServer();
  const baseUrl = `${server.url}/v1`;
  models = createModels({
    log: silentLog,
    providers: [
      { name: 'local', kind: 'openai-compatible', baseUrl, apiKey: KEY },
      { name: 'small', kind: 'openai-compatible', baseUrl, maxTexts: 2, maxConcurrency: 1 },
    ],
  });
});

after(async () => {
  await models.stop();
  await server.stop();
});

const list = (...vectors: unknown[]) => ({
  model: 'served-embedder',
  data: vectors.map((embedding, index) => ({ index, embedding })),
  usage: { prompt_tokens: 4, total_tokens: 4 },
});

function embed(texts: string[], provider = 'local') {
  return models.resolveEmbedding(provider, 'some-embedder').embed(texts, OPTIONS);
}

test('texts go out in one call, and vectors come back in their order, with usage and the server’s name', async () => {
  const [first, second] = list([1, 2, 2], [0, 0, 1]).data;
  server.reply({ body: { ...list(), data: [second, first] } });
  const answer = await embed(['one', 'two']);
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  assert.deepEqual(answer.vectors, [Float32Array.from([1, 2, 2]), Float32Array.from([0, 0, 1])]);
  assert.deepEqual([answer.dimensions, answer.returnedModel], [3, 'served-embedder']);
  assert.deepEqual(answer.usage, { input_tokens: 4 });
  assert.ok(answer.latencyMs > 0);
  const { url, body, headers } = server.seen();
  assert.deepEqual([url, headers.authorization], ['/v1/embeddings', `Bearer ${KEY}`]);
  assert.deepEqual(body, { model: 'some-embedder', input: ['one', 'two'], encoding_format: 'float' });
});

const WRONG: [string, unknown, RegExp][] = [
  ['a vector too few', list([1, 0]), /1 vectors for 2 texts/],
  ['a vector too many', list([1], [1], [1]), /3 vectors for 2 texts/],
  ['vectors of different lengths', list([1, 0], [1, 0, 0]), /vector 1 has 3 dimensions, not 2/],
  ['a number that is none', list([1, 0], [1, null]), /vector 1 has an entry that is not a number/],
  ['a number too large', '{"data":[{"embedding":[1,0]},{"embedding":[1,1e39]}]}', /vector 1 .* not finite/],
  ['an empty vector', list([1, 0], []), /vector 1 is not a list of numbers/],
  ['no vectors at all', { hello: 'world' }, /no list of embeddings/],
];

for (const [name, body, message] of WRONG) {
  test(`${name} is no answer`, () => {
    const read = readEmbeddings(typeof body === 'string' ? JSON.parse(body) : body, 2);
    assert.match(typeof read === 'string' ? read : 'it was read', message);
  });
}

test('a malformed answer is tried again', async () => {
  server.reply({ body: list([1, 0]) }, { body: list([1, 0], [0, 1]) });
  const answer = await embed(['one', 'two']);
  assert.deepEqual([answer.ok, server.count()], [true, 2]);
});

test('an exhausted account and a refused key are not asked again, and the key is in no message', async () => {
  const refusals: [number, object, string][] = [
    [429, { error: { message: 'no credit', code: 'insufficient_quota' } }, 'quota'],
    [401, { error: { message: `bad key ${KEY}` } }, 'deterministic'],
  ];
  for (const [status, body, expected] of refusals) {
    server.reply({ status, body });
    const failure = await embed(['one']);
    assert.ok(!failure.ok);
    assert.deepEqual([failure.class, server.count()], [expected, 1]);
    assert.ok(!JSON.stringify(failure).includes(KEY));
  }
});

test('a call refused for its rate is made again after the time the server asks for', async () => {
  server.reply({ status: 429, headers: { 'retry-after-ms': '30' } }, { body: list([1]) });
  assert.ok((await embed(['one'])).ok);
  assert.equal(server.count(), 2);
});

test('no text, an empty one and more than the provider takes are refused before they are sent', async () => {
  server.reply({ body: list([1]) });
  await assert.rejects(embed([]), /1 to 2048 texts, not 0/);
  await assert.rejects(embed(['a', '']), /Text 1 is empty/);
  await assert.rejects(embed(['a', 'b', 'c'], 'small'), /1 to 2 texts, not 3/);
  assert.equal(models.resolveEmbedding('small', 'm').maxTexts, 2);
  assert.equal(server.count(), 0);
});

test('calls never exceed the configured concurrency', async () => {
  server.reply({ body: list([1]), delayMs: 5 });
  const { embed: one } = models.resolveEmbedding('small', 'm');
  await Promise.all(['a', 'b', 'c', 'd'].map((text) => one([text], OPTIONS)));
  assert.deepEqual([server.count(), server.maxAtOnce()], [4, 1]);
});

test('a kind without embeddings says so', () => {
  assert.throws(
    () => models.resolveEmbedding('baseline', 'echo'),
    /"baseline" \(baseline\) has no embeddings/,
  );
});

interface Cloud {
  kind: 'cohere' | 'vertex' | 'azure';
  model: string;
  path: string;
  sent: (texts: string[]) => object;
  answer: (vectors: number[][]) => object;
  most: number;
}
const CLOUDS: Cloud[] = [
  {
    kind: 'cohere',
    model: 'embed-v4.0',
    path: '/v1/embed',
    sent: (texts) => ({
      model: 'embed-v4.0',
      texts,
      input_type: 'search_document',
      embedding_types: ['float'],
    }),
    answer: (float) => ({ embeddings: { float }, meta: { billed_units: { input_tokens: 4 } } }),
    most: 96,
  },
  {
    kind: 'vertex',
    model: 'text-embedding-005',
    path: '/v1/models/text-embedding-005:predict',
    sent: (texts) => ({ instances: texts.map((content) => ({ content })) }),
    answer: (vectors) => ({
      predictions: vectors.map((values) => ({ embeddings: { values, statistics: { token_count: 2 } } })),
    }),
    most: 16,
  },
  {
    kind: 'azure',
    model: 'our-deployment',
    path: '/v1/embeddings',
    sent: (input) => ({ model: 'our-deployment', input, encoding_format: 'float' }),
    answer: (vectors) => list(...vectors),
    most: 2048,
  },
];
for (const { kind, model, path, sent, answer, most } of CLOUDS) {
  test(`texts are embedded by ${kind} in its own words`, async () => {
    const own = createModels({
      log: silentLog,
      providers: [{ name: kind, kind, baseUrl: `${server.url}/v1`, apiKey: KEY }],
    });
    const { embed: embedOf, maxTexts } = own.resolveEmbedding(kind, model);
    assert.equal(maxTexts, most);
    server.reply({
      body: answer([
        [1, 2],
        [3, 4],
      ]),
    });
    const answered = await embedOf(['one', 'two'], OPTIONS);
    assert.ok(answered.ok, answered.ok ? '' : answered.message);
    assert.deepEqual(answered.vectors, [Float32Array.from([1, 2]), Float32Array.from([3, 4])]);
    assert.deepEqual(answered.usage, { input_tokens: 4 });
    const { url, body, headers } = server.seen();
    assert.deepEqual([url, body], [path, sent(['one', 'two'])]);
    assert.ok(JSON.stringify(headers).includes(KEY));
    server.reply({ body: answer([[1, 2]]) });
    const wrong = await embedOf(['one', 'two'], OPTIONS);
    assert.match(wrong.ok ? '' : wrong.message, /1 vectors for 2 texts/);
    await own.stop();
  });
}
