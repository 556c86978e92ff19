import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JsonServer, startJsonServer } from '../../../test/support/json-server.ts';
import { PROTOCOLS, SAID } from '../../../test/support/model-protocols.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { createModels, describeQuirks, type Models, type Serving } from '../models.ts';

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

const schema = { type: 'object', properties: { answer: { type: 'number' } } };
const EFFORT: Serving = { reasoning_effort: 'low' };
const TOP_P: Serving = { top_p: 0.5 };
const STOP: Serving = { stop: ['END', '\n\n'] };
const JSON_ONLY: Serving = { response_format: { type: 'json_object' } };
const SCHEMA: Serving = { response_format: { type: 'json_schema', schema, strict: true } };
const ROUTE: Serving = { provider_route: ['fast', 'near'] };
const FLEX: Serving = { service_tier: 'flex' };
const CACHE_KEY: Serving = { prompt_cache_key: 'support' };
const FOR_HOUR: Serving = { prompt_cache_retention: '1h' };
const FOR_DAY: Serving = { prompt_cache_retention: '24h' };

const openAI = (kind: string): [string, Serving, object | RegExp][] => [
  [kind, EFFORT, { reasoning_effort: 'low' }],
  [kind, TOP_P, { top_p: 0.5 }],
  [kind, STOP, { stop: STOP.stop }],
  [kind, JSON_ONLY, { response_format: { type: 'json_object' } }],
  [
    kind,
    SCHEMA,
    { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } } },
  ],
];
const google = (generationConfig: object) => ({ generationConfig });

/** A kind of provider, what a stack states, and what is on the wire or which warning is given instead. */
const CASES: [kind: string, serving: Serving, expected: object | RegExp, model?: string][] = [
  ...openAI('openai-compatible'),
  ['openai-compatible', ROUTE, { provider: { order: ['fast', 'near'], allow_fallbacks: false } }],
  ...openAI('openai'),
  ['openai', { reasoning_effort: 'max' }, /accepts reasoning_effort none, .*xhigh: max is not sent/],
  ['openai', ROUTE, /does not accept provider_route/],
  // Its package drops top_p for models that it takes for reasoning ones; the server decides.
  ['openai', TOP_P, { top_p: 0.5 }, 'o4-mini'],
  ...openAI('mistral'),
  ['mistral', ROUTE, /does not accept provider_route/],
  ['anthropic', EFFORT, { output_config: { effort: 'low' } }],
  ['anthropic', TOP_P, { top_p: 0.5 }],
  ['anthropic', STOP, { stop_sequences: STOP.stop }],
  ['anthropic', SCHEMA, { output_config: { format: { type: 'json_schema', schema } } }],
  ['anthropic', JSON_ONLY, /accepts response_format json_schema: json_object is not sent/],
  ['anthropic', ROUTE, /does not accept provider_route/],
  ['google', EFFORT, google({ thinkingConfig: { thinkingLevel: 'low' } }), 'gemini-3-pro'],
  ['google', EFFORT, /does not accept reasoning_effort/, 'gemini-2.5-flash'],
  ['google', TOP_P, google({ topP: 0.5 })],
  ['google', STOP, google({ stopSequences: STOP.stop })],
  ['google', JSON_ONLY, google({ responseMimeType: 'application/json' })],
  ['google', SCHEMA, google({ responseMimeType: 'application/json', responseJsonSchema: schema })],
  ['google', ROUTE, /does not accept provider_route/],
  ['openai-responses', EFFORT, { reasoning: { effort: 'low' } }],
  ['openai-responses', TOP_P, { top_p: 0.5 }],
  ['openai-responses', STOP, /does not accept stop/],
  ['openai-responses', JSON_ONLY, { text: { format: { type: 'json_object' } } }],
  [
    'openai-responses',
    SCHEMA,
    { text: { format: { type: 'json_schema', name: 'answer', schema, strict: true } } },
  ],
  ['cohere', EFFORT, /does not accept reasoning_effort/],
  ['cohere', TOP_P, { p: 0.5 }],
  ['cohere', STOP, { stop_sequences: STOP.stop }],
  ['cohere', JSON_ONLY, { response_format: { type: 'json_object' } }],
  ['cohere', SCHEMA, { response_format: { type: 'json_object', json_schema: schema } }],
  ...['openai', 'openai-compatible', 'openai-responses'].flatMap((kind): (typeof CASES)[number][] => [
    [kind, FLEX, { service_tier: 'flex' }],
    [kind, CACHE_KEY, { prompt_cache_key: 'support' }],
    [kind, FOR_DAY, { prompt_cache_retention: '24h' }],
  ]),
  ['openai', FOR_HOUR, /accepts prompt_cache_retention in_memory, 24h: 1h is not sent/],
  ['anthropic', { service_tier: 'standard_only' }, { service_tier: 'standard_only' }],
  ['anthropic', FLEX, /accepts service_tier auto, standard_only: flex is not sent/],
  ['anthropic', FOR_HOUR, { cache_control: { type: 'ephemeral', ttl: '1h' } }],
  ['anthropic', CACHE_KEY, /does not accept prompt_cache_key/],
  ['google', FLEX, { serviceTier: 'flex' }],
  ['google', FOR_HOUR, /does not accept prompt_cache_retention/],
  ['mistral', FLEX, /does not accept service_tier/],
  ['cohere', FLEX, /does not accept service_tier/],
  ['baseline', TOP_P, /does not accept top_p/, 'echo'],
];

test('a model that is known to refuse a temperature is sent no top_p', () => {
  const { quirks } = models.resolve('openai', 'm', { acceptsTemperature: false });
  assert.deepEqual(describeQuirks({ serving: TOP_P }, quirks), [
    'The provider does not accept top_p: it is not sent.',
  ]);
});

for (const [kind, serving, expected, modelId = 'some-model'] of CASES) {
  const what =
    expected instanceof RegExp ? `warned of by ${expected}` : `sent as ${JSON.stringify(expected)}`;
  test(`${JSON.stringify(serving)} for ${modelId} of ${kind} is ${what}`, async () => {
    const asked = (given: Serving) => ({
      messages: [{ role: 'user' as const, content: 'Hello' }],
      maxTokens: 64,
      serving: given,
    });
    const { call, quirks } = models.resolve(kind, modelId);
    const said = describeQuirks(asked(serving), quirks);
    if (expected instanceof RegExp) assert.match(said.join(), expected);
    else assert.deepEqual(said, []);
    if (kind === 'baseline') return;
    server.reply({ body: PROTOCOLS.find((one) => one.kind === kind)?.whole(SAID) });
    const sentFor = async (given: Serving) => {
      const answer = await call(asked(given), { timeoutMs: 10_000 });
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      const { body } = server.seen();
      for (const [name, value] of Object.entries(answer.sent)) assert.deepEqual(body[name], value);
      return body;
    };
    const plain = await sentFor({});
    const added = expected instanceof RegExp ? {} : expected;
    const limit = plain.generationConfig as object | undefined;
    const both = limit && google({ ...limit, ...(added as { generationConfig?: object }).generationConfig });
    assert.deepEqual(await sentFor(serving), { ...plain, ...added, ...both });
  });
}
