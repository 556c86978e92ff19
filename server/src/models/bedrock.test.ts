import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AWS_KEYS,
  AWS_REGION,
  BEDROCK_API_KEY,
  eventFrame,
  frame,
  startBedrockServer,
} from '../../test/support/bedrock-server.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { callOutcomeOf, failsAllCalls } from './contract/outcome.ts';
import { type ChatRequest, createModels, type Models, type ProviderSettings } from './models.ts';

const MODEL = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const QUESTION: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is 6 · 7?' },
  ],
  maxTokens: 64,
};
const USAGE = {
  inputTokens: 7,
  outputTokens: 9,
  totalTokens: 21,
  cacheReadInputTokens: 5,
  cacheWriteInputTokens: 0,
};
const whole = (content: object[], stopReason = 'end_turn') => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: USAGE,
  metrics: { latencyMs: 5 },
});
const SERVED = { service_tier: 'priority', prompt_cache_retention: '1h' } as const;
const WRITTEN = {
  serviceTier: { type: 'default' },
  usage: {
    ...USAGE,
    cacheWriteInputTokens: 8,
    cacheDetails: [{ inputTokens: 8, ttl: '1h' }],
  },
};
const THOUGHT = { reasoningContent: { reasoningText: { text: 'six sevens', signature: 's' } } };
const delta = (contentBlockIndex: number, part: object) =>
  eventFrame('contentBlockDelta', { contentBlockIndex, delta: part });
const OPENING = [
  eventFrame('messageStart', { role: 'assistant' }),
  delta(0, { reasoningContent: { text: 'six ' } }),
  delta(0, { reasoningContent: { text: 'sevens' } }),
  delta(0, { reasoningContent: { signature: 's' } }),
  eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
  delta(1, { text: 'It is' }),
  delta(1, { text: ' 42.' }),
];
const closing = (stopReason: string) => [
  eventFrame('messageStop', { stopReason }),
  eventFrame('metadata', { usage: USAGE, metrics: { latencyMs: 5 } }),
];

let server: Awaited<ReturnType<typeof startBedrockServer>>;
let models: Models;

before(async () => {
  server = await startBedrockServer();
  const account = {
    region: AWS_REGION,
    access_key_id: AWS_KEYS.accessKeyId,
    secret_access_key: AWS_KEYS.secretAccessKey,
  };
  const session = { ...account, session_token: AWS_KEYS.sessionToken };
  const named = (name: string, given: Partial<ProviderSettings>): ProviderSettings => ({
    name,
    kind: 'bedrock',
    baseUrl: server.url,
    ...given,
  });
  models = createModels({
    log: silentLog,
    providers: [
      named('keys', { account }),
      named('session', { account: session }),
      named('api-key', { account: { region: AWS_REGION }, apiKey: BEDROCK_API_KEY }),
      named('wrong-secret', { account: { ...account, secret_access_key: 'another' } }),
      named('wrong-region', { account: { ...account, region: 'us-east-1' } }),
      named('expired', { account: { ...session, session_token: 'an old one' } }),
      named('profile', { account: { region: AWS_REGION, profile: 'work' } }),
    ],
  });
});

after(async () => {
  await models.stop();
  await server.stop();
});

const ask = (request: ChatRequest = QUESTION, stream = false, provider = 'session', model = MODEL) =>
  models.resolve(provider, model).call(request, { timeoutMs: 10_000, stream });

describe('Bedrock', () => {
  const EMBEDDING: [model: string, texts: string[], sent: object, body: object][] = [
    [
      'amazon.titan-embed-text-v2:0',
      ['one'],
      { inputText: 'one' },
      { embedding: [1, 2], inputTextTokenCount: 3 },
    ],
    [
      'cohere.embed-multilingual-v3',
      ['one', 'two'],
      { texts: ['one', 'two'], input_type: 'search_document', embedding_types: ['float'] },
      {
        embeddings: {
          float: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ],
  ];
  for (const [model, texts, sent, body] of EMBEDDING) {
    test(`embeds with ${model}`, async () => {
      server.reply({ body, headers: { 'x-amzn-bedrock-input-token-count': '3' } });
      const { embed, maxTexts } = models.resolveEmbedding('session', model);
      assert.equal(maxTexts, texts.length === 1 ? 1 : 96);
      const answer = await embed(texts, { timeoutMs: 10_000 });
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      assert.deepEqual(
        answer.vectors,
        [
          [1, 2],
          [3, 4],
        ]
          .slice(0, texts.length)
          .map((v) => Float32Array.from(v)),
      );
      assert.deepEqual(answer.usage, { input_tokens: 3 });
      assert.deepEqual(server.seen().body, sent);
      assert.equal(decodeURIComponent(server.seen().path), `/model/${model}/invoke`);
    });
  }

  for (const stream of [false, true]) {
    test(`is asked for a service tier and a cache, and tells who served it ${stream ? 'in a stream' : 'as a whole'}`, async () => {
      server.reply(
        stream
          ? {
              frames: [
                ...OPENING,
                eventFrame('messageStop', { stopReason: 'end_turn' }),
                eventFrame('metadata', WRITTEN),
              ],
            }
          : { body: { ...whole([{ text: 'It is 42.' }]), ...WRITTEN } },
      );
      const answer = await ask({ ...QUESTION, serving: SERVED }, stream);
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      const { input_tokens, cache_write_tokens, cache_write_1h_tokens, service_tier } = answer.usage;
      assert.deepEqual(
        [input_tokens, cache_write_tokens, cache_write_1h_tokens, service_tier],
        [20, undefined, 8, 'default'],
      );
      const point = { cachePoint: { type: 'default', ttl: '1h' } };
      const { system, messages, serviceTier } = server.seen().body;
      assert.deepEqual(serviceTier, { type: 'priority' });
      assert.deepEqual(system, [{ text: 'Be brief.' }, point]);
      assert.deepEqual(messages, [{ role: 'user', content: [{ text: 'What is 6 · 7?' }, point] }]);
    });
  }

  for (const provider of ['keys', 'session', 'api-key']) {
    for (const stream of [false, true]) {
      test(`answers ${stream ? 'in a stream ' : ''}what is authorized by ${provider}`, async () => {
        server.reply(
          stream
            ? { frames: [...OPENING, ...closing('end_turn')] }
            : { body: whole([THOUGHT, { text: 'It is 42.' }]) },
        );
        const answer = await ask(QUESTION, stream, provider);
        assert.ok(answer.ok, answer.ok ? '' : answer.message);
        const { text, reasoning, finishReason, usage, sent } = answer;
        assert.deepEqual([text, reasoning, finishReason], ['It is 42.', 'six sevens', 'stop']);
        assert.deepEqual(usage, {
          input_tokens: 12,
          output_tokens: 9,
          reasoning_tokens: null,
          cached_tokens: 5,
        });
        assert.deepEqual(sent, { inferenceConfig: { maxTokens: 64 } });
        const { path, body } = server.seen();
        assert.equal(path, `/model/${encodeURIComponent(MODEL)}/converse${stream ? '-stream' : ''}`);
        assert.deepEqual(body, {
          inferenceConfig: { maxTokens: 64 },
          system: [{ text: 'Be brief.' }],
          messages: [{ role: 'user', content: [{ text: 'What is 6 · 7?' }] }],
        });
        assert.equal(answer.timings?.chunks.length, stream ? 4 : undefined);
      });
    }
  }

  test('signs the address of an inference profile, which has a colon and a slash in its id', async () => {
    server.reply({ body: whole([{ text: 'Yes.' }]) });
    const arn = 'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.amazon.nova-lite-v1:0';
    const answer = await ask(QUESTION, false, 'session', arn);
    assert.ok(answer.ok, answer.ok ? '' : answer.message);
  });

  const called = { toolUse: { toolUseId: 't1', name: 'search', input: { query: 'p95' } } };
  const CALLED = [
    eventFrame('contentBlockStart', {
      contentBlockIndex: 2,
      start: { toolUse: { toolUseId: 't1', name: 'search' } },
    }),
    delta(2, { toolUse: { input: '{"query":' } }),
    delta(2, { toolUse: { input: '"p95"}' } }),
  ];
  for (const stream of [false, true]) {
    test(`calls tools${stream ? ' in a stream' : ''}, and is sent what they returned as one message`, async () => {
      server.reply(
        stream
          ? { frames: [...OPENING, ...CALLED, ...closing('tool_use')] }
          : { body: whole([{ text: 'It is 42.' }, called], 'tool_use') },
      );
      const parameters = { type: 'object', properties: { query: { type: 'string' } } };
      const toolCalls = [1, 2].map((i) => ({ id: `t${i}`, name: 'search', arguments: `{"query":"${i}"}` }));
      const answer = await ask(
        {
          messages: [
            { role: 'user', content: 'How fast?' },
            { role: 'assistant', content: '', toolCalls },
            ...toolCalls.map(({ id, name }) => ({
              role: 'tool' as const,
              content: `result ${id}`,
              toolCallId: id,
              toolName: name,
            })),
          ],
          tools: [{ name: 'search', description: 'Searches.', parameters }],
        },
        stream,
      );
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      assert.deepEqual(
        [answer.text, answer.finishReason, answer.toolCalls],
        ['It is 42.', 'tool_calls', [{ id: 't1', name: 'search', arguments: '{"query":"p95"}' }]],
      );
      const { messages, toolConfig } = server.seen().body;
      assert.deepEqual(toolConfig, {
        tools: [
          { toolSpec: { name: 'search', description: 'Searches.', inputSchema: { json: parameters } } },
        ],
      });
      const use = (i: number) => ({
        toolUse: { toolUseId: `t${i}`, name: 'search', input: { query: `${i}` } },
      });
      const result = (i: number) => ({
        toolResult: { toolUseId: `t${i}`, content: [{ text: `result t${i}` }] },
      });
      assert.deepEqual((messages as unknown[]).slice(1), [
        { role: 'assistant', content: [use(1), use(2)] },
        { role: 'user', content: [result(1), result(2)] },
      ]);
    });
  }

  test('is sent no empty text', async () => {
    server.reply({ body: whole([{ text: 'Yes.' }]) });
    const answer = await ask({
      messages: [
        { role: 'user', content: 'How fast?' },
        { role: 'assistant', content: '' },
        { role: 'user', content: ' ' },
        { role: 'assistant', content: '', toolCalls: [{ id: 't1', name: 'search', arguments: '{}' }] },
        { role: 'tool', content: '', toolCallId: 't1', toolName: 'search' },
      ],
    });
    assert.ok(answer.ok, answer.ok ? '' : answer.message);
    const empty = { text: '(empty)' };
    assert.deepEqual((server.seen().body.messages as unknown[]).slice(1), [
      { role: 'assistant', content: [empty] },
      { role: 'user', content: [empty] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'search', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [empty] } }] },
    ]);
  });

  test('a response that fills the context window ended by its length', async () => {
    server.reply({ body: whole([{ text: 'It is' }], 'model_context_window_exceeded') });
    const answer = await ask();
    assert.ok(answer.ok);
    assert.equal(answer.finishReason, 'length');
  });

  const exception = (type: string, message: string) =>
    frame(
      { ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' },
      { message },
    );
  const refused = (status: number, type: string, message: string) => ({
    status,
    headers: { 'x-amzn-errortype': type },
    body: { message },
  });
  const damaged = Buffer.from(delta(1, { text: 'It is' }));
  damaged[20] = (damaged[20] ?? 0) ^ 1;

  const failures: [
    sentence: string,
    provider: string,
    reply: object,
    stream: boolean,
    expected: [reason: string, scope: string | undefined, retried: string],
    says: RegExp,
  ][] = [
    ['a wrong secret', 'wrong-secret', {}, false, ['unauthorized', 'account', 'deterministic'], /signature/],
    [
      'a signature for another region',
      'wrong-region',
      {},
      false,
      ['unauthorized', 'account', 'deterministic'],
      /signature/,
    ],
    [
      'an expired token',
      'expired',
      {},
      false,
      ['unauthorized', 'account', 'deterministic'],
      /security token .* expired/,
    ],
    [
      'throttling',
      'session',
      refused(429, 'ThrottlingException', 'Too many tokens, please wait before trying again.'),
      false,
      ['rate_limited', undefined, 'rate_limit'],
      /please wait/,
    ],
    [
      'a prompt that is too long',
      'session',
      refused(400, 'ValidationException', 'Input is too long for requested model.'),
      false,
      ['rejected', 'request', 'deterministic'],
      /too long/,
    ],
    [
      'a model without access',
      'session',
      refused(
        403,
        'AccessDeniedException',
        "You don't have access to the model with the specified model ID.",
      ),
      false,
      ['unauthorized', 'model', 'deterministic'],
      /access to the model/,
    ],
    [
      'an unknown model',
      'session',
      refused(400, 'ValidationException', 'The provided model identifier is invalid.'),
      false,
      ['rejected', 'model', 'deterministic'],
      /identifier is invalid/,
    ],
    [
      'a model that fails',
      'session',
      refused(500, 'InternalServerException', 'try your request again'),
      false,
      ['server_error', undefined, 'transient'],
      /again/,
    ],
    [
      'throttling in a stream',
      'session',
      { frames: [...OPENING, exception('throttlingException', 'Too many requests')] },
      true,
      ['rate_limited', undefined, 'rate_limit'],
      /Too many requests/,
    ],
    [
      'an error in a stream',
      'session',
      { frames: [...OPENING, exception('internalServerException', 'engine died')] },
      true,
      ['server_error', undefined, 'transient'],
      /engine died/,
    ],
    [
      'a stream without its end',
      'session',
      { frames: OPENING },
      true,
      ['truncated', undefined, 'transient'],
      /without a finish reason/,
    ],
    [
      'a damaged frame',
      'session',
      { frames: [damaged] },
      true,
      ['malformed', undefined, 'transient'],
      /checksum/,
    ],
  ];
  for (const [sentence, provider, reply, stream, [reason, scope, retried], says] of failures) {
    test(`reports ${sentence}`, async () => {
      server.reply(reply);
      const failure = await ask(QUESTION, stream, provider);
      assert.ok(!failure.ok);
      assert.deepEqual(
        [failure.reason, failure.scope, failure.class],
        [reason, scope, retried],
        failure.message,
      );
      assert.match(failure.message, says);
      assert.doesNotMatch(failure.message, /wJalr|FwoGZ|an old one/);
      assert.equal(failsAllCalls(failure.reason, failure.scope), scope === 'account' || scope === 'model');
    });
  }

  for (const stream of [false, true]) {
    test(`names a guardrail that held the answer back${stream ? ' in a stream' : ''}`, async () => {
      server.reply(
        stream
          ? { frames: [...OPENING, ...closing('guardrail_intervened')] }
          : { body: whole([{ text: 'Sorry, no.' }], 'guardrail_intervened') },
      );
      const answer = await ask(QUESTION, stream);
      assert.ok(answer.ok);
      assert.deepEqual([callOutcomeOf(answer), answer.finishDetail], ['filtered', 'guardrail_intervened']);
    });
  }

  test('says what to install for profiles, before anything is asked', () => {
    assert.throws(() => models.resolve('profile', MODEL), /npm install @aws-sdk\/credential-providers/);
    assert.match(models.list().find(({ name }) => name === 'profile')?.problem ?? '', /is not installed/);
  });

  test('lists its models with a signature', async () => {
    server.reply({ body: { modelSummaries: [{ modelId: MODEL }, { modelId: 'amazon.nova-lite-v1:0' }] } });
    const listed = await models.listModels('session', AbortSignal.timeout(10_000));
    assert.deepEqual(listed, { ok: true, ids: [MODEL, 'amazon.nova-lite-v1:0'], hasMore: false });
    assert.equal(server.seen().path, '/foundation-models?byOutputModality=TEXT');
  });
});
