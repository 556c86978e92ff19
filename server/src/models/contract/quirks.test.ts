import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JsonServer, startJsonServer } from '../../../test/support/json-server.ts';
import { PROTOCOLS, SAID } from '../../../test/support/model-protocols.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createModels, describeQuirks, type ModelQuirks, type Models } from '../models.ts';

const ASKED = { temperature: 1.5, maxTokens: 5000, seed: 7 };
let server: JsonServer;
let models: Models;

before(async () => {
  server = await startJsonServer();
  const baseUrl = `${server.url}/v1`;
  models = createModels({
    log: silentLog,
    providers: PROTOCOLS.map(({ kind }) => ({ name: kind, kind, baseUrl, apiKey: 'sk-1234567890' })),
  });
});

after(async () => {
  await models.stop();
  await server.stop();
});

/** What the server got, and what the answer says was sent. */
async function sent(kind: string, quirks: ModelQuirks, modelId = 'some-model') {
  const protocol = PROTOCOLS.find((p) => p.kind === kind);
  server.reply({ body: protocol?.whole(SAID) });
  const { call } = models.resolve(kind, modelId, quirks);
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  const answer = await call({ messages, ...ASKED }, { timeoutMs: 10_000 });
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  for (const [name, value] of Object.entries(answer.sent)) assert.deepEqual(server.seen().body[name], value);
  return answer.sent;
}

const CASES: [string, ModelQuirks, object][] = [
  ['openai-compatible', {}, { temperature: 1.5, max_tokens: 5000, seed: 7 }],
  ['openai-compatible', { acceptsTemperature: false }, { max_tokens: 5000, seed: 7 }],
  ['openai-compatible', { acceptsSeed: false, maxTemperature: 1 }, { temperature: 1, max_tokens: 5000 }],
  ['openai-compatible', { maxOutputTokens: 100 }, { temperature: 1.5, max_tokens: 100, seed: 7 }],
  [
    'openai-compatible',
    { maxTokensParameter: 'max_completion_tokens' },
    { temperature: 1.5, max_completion_tokens: 5000, seed: 7 },
  ],
  [
    'openai',
    { maxTokensParameter: 'max_completion_tokens', acceptsTemperature: false },
    { max_completion_tokens: 5000, seed: 7 },
  ],
  ['anthropic', { maxOutputTokens: 100 }, { temperature: 1, max_tokens: 100 }],
  ['mistral', { acceptsTemperature: false }, { max_tokens: 5000, random_seed: 7 }],
];

for (const [kind, quirks, expected] of CASES) {
  test(`${kind} with ${JSON.stringify(quirks)} is sent ${JSON.stringify(expected)}`, async () => {
    assert.deepEqual(await sent(kind, quirks), expected);
  });
}

test('parameters that will be sent differently are reported before the request; without any there is no report', () => {
  const all = { acceptsTemperature: false, acceptsSeed: false, maxOutputTokens: 100 };
  assert.deepEqual(describeQuirks(ASKED, { ...all, maxTokensParameter: 'max_completion_tokens' }), [
    'The model does not accept a temperature: 1.5 is not sent, and its default applies.',
    'The provider does not accept a seed: repeated calls may differ.',
    'The model writes at most 100 tokens: the limit of 5000 is reduced to that.',
    'The token limit is sent as max_completion_tokens, and includes reasoning.',
  ]);
  assert.match(describeQuirks(ASKED, { maxTemperature: 1 }).join(), /up to 1: 1.5 is reduced/);
  assert.deepEqual(describeQuirks({}, all), []);
  assert.deepEqual(describeQuirks(ASKED, { maxTemperature: 2, maxOutputTokens: 5000 }), []);
});

test('a connection has the quirks of its kind of provider in addition to its own', () => {
  const { quirks } = models.resolve('anthropic', 'm', { maxOutputTokens: 100 });
  const { serving, ...others } = quirks;
  assert.equal(serving?.provider_route, undefined);
  assert.deepEqual(others, { acceptsSeed: false, maxTemperature: 1, maxOutputTokens: 100 });
  assert.equal(describeQuirks(ASKED, quirks).length, 3);
});
