import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startFor } from '../../test/ask.ts';
import type { MockModel } from '../mock.ts';

function embed(mock: MockModel, input: unknown, extra: object = {}) {
  return send(`${mock.url}/v1/embeddings`, { model: 'm', input, ...extra });
}

const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

test('texts that share words are near, others are not, and every vector has length 1', async (t) => {
  const mock = await startFor(t);
  const texts = ['The refund takes five days', 'Refunds take five days', 'Wind turbines hum at night', '…'];
  const { json } = await embed(mock, texts);
  const [a, b, c, d] = json.data.map((row: { embedding: number[] }) => row.embedding);
  assert.deepEqual([a.length, b.length, c.length, d.length], [256, 256, 256, 256]);
  for (const vector of [a, b, c, d]) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-3);
  assert.ok(dot(a, b) > 0.5, `${dot(a, b)}`);
  assert.ok(Math.abs(dot(a, c)) < 0.2, `${dot(a, c)}`);
});

test('a vector depends on the text, the seed, the model and the dimensions, and on nothing else', async (t) => {
  const [mock, other] = [await startFor(t), await startFor(t, { script: { seed: 1 } })];
  const one = await embed(mock, 'alpha beta');
  const again = await embed(mock, ['gamma', 'alpha beta']);
  assert.deepEqual(again.json.data[1].embedding, one.json.data[0].embedding);
  assert.deepEqual([again.json.data[1].index, again.json.model, again.json.usage.prompt_tokens], [1, 'm', 5]);
  assert.notDeepEqual((await embed(other, 'alpha beta')).json.data[0].embedding, one.json.data[0].embedding);
  assert.equal((await embed(mock, 'alpha', { dimensions: 8 })).json.data[0].embedding.length, 8);
});

test('the faults of a script hold for embeddings, and they are counted', async (t) => {
  const script = {
    models: {
      limited: { rate_limit_rate: 1, retry_after_s: 2 },
      spent: { quota_requests: 0 },
      broken: { malformed_rate: 1 },
    },
  };
  const mock = await startFor(t, { script });
  const limited = await embed(mock, 'x', { model: 'limited' });
  assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '2']);
  assert.equal((await embed(mock, 'x', { model: 'spent' })).json.error.code, 'insufficient_quota');
  assert.equal((await embed(mock, 'x', { model: 'broken' })).json, null);
  const { outcomes } = mock.stats();
  assert.deepEqual([outcomes.rate_limited, outcomes.quota_exceeded, outcomes.malformed], [1, 1, 1]);
});

test('a text of more tokens than the script allows is refused, and no other', async (t) => {
  const mock = await startFor(t, { script: { models: { m: { embedding_max_tokens: 10 } } } });
  const long = 'word '.repeat(20);
  const refused = await embed(mock, ['short', long]);
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'input_too_long']);
  assert.equal((await embed(mock, ['short'])).status, 200);
});

test('what cannot be embedded is refused', async (t) => {
  const mock = await startFor(t);
  const wrong: [unknown, object][] = [
    [[], {}],
    ['', {}],
    [['a', 7], {}],
    [Array.from({ length: 2049 }, () => 'a'), {}],
    ['a', { dimensions: 0 }],
    ['a', { encoding_format: 'base64' }],
  ];
  for (const [input, extra] of wrong) assert.equal((await embed(mock, input, extra)).status, 400);
  assert.deepEqual([mock.stats().refused, mock.stats().requests], [wrong.length, 0]);
});
