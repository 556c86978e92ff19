import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startMockModel } from '@touchstone/mock';
import { type JsonServer, startJsonServer } from '../../test/support/json-server.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import {
  type CallOptions,
  type ChatRequest,
  createModels,
  type Models,
  type ProviderSettings,
} from './models.ts';

const PARAMETERS = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
  additionalProperties: false,
} as const;
const ASKED: ChatRequest = {
  messages: [
    { role: 'user', content: 'How fast is it?' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [{ id: 'call_0', name: 'search', arguments: '{"query":"speed"}' }],
    },
    { role: 'tool', content: 'nothing found', toolCallId: 'call_0', toolName: 'search' },
  ],
  tools: [{ name: 'search', description: 'Searches the sources.', parameters: PARAMETERS }],
};
const CALL = { id: 'call_1', name: 'search', arguments: '{"query":"latency p95"}' };
const INPUT = { query: 'latency p95' };

const sse = (data: object, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
const named = (data: { type: string; [field: string]: unknown }) => sse(data, data.type);

/** How a protocol writes: `Let me see.`, then the call; and what it is sent of the conversation before. */
interface Wire {
  kind: ProviderSettings['kind'];
  whole: object;
  stream: string[];
  sent: (body: Record<string, unknown>) => unknown;
  expected: unknown;
}

const openAICall = {
  id: CALL.id,
  type: 'function',
  function: { name: CALL.name, arguments: CALL.arguments },
};
const openAIChunk = (delta: object, finish_reason: string | null = null) =>
  sse({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
const openAIPiece = (piece: object) => openAIChunk({ tool_calls: [{ index: 0, ...piece }] });

const OPENAI: Wire = {
  kind: 'openai-compatible',
  whole: {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Let me see.', tool_calls: [openAICall] },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
  stream: [
    openAIChunk({ role: 'assistant', content: '' }),
    openAIChunk({ content: 'Let me' }),
    openAIChunk({ content: ' see.' }),
    openAIPiece({ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: '' } }),
    openAIPiece({ function: { arguments: CALL.arguments.slice(0, 9) } }),
    openAIPiece({ function: { arguments: CALL.arguments.slice(9) } }),
    openAIChunk({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ],
  sent: ({ messages, tools }) => ({ tools, last: (messages as unknown[]).slice(1) }),
  expected: {
    tools: [
      {
        type: 'function',
        function: { name: 'search', description: 'Searches the sources.', parameters: PARAMETERS },
      },
    ],
    last: [
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call_0', type: 'function', function: { name: 'search', arguments: '{"query":"speed"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'nothing found' },
    ],
  },
};

const toolUse = { type: 'tool_use', id: CALL.id, name: CALL.name };
const WIRES: Wire[] = [
  OPENAI,
  { ...OPENAI, kind: 'openai' },
  {
    ...OPENAI,
    kind: 'mistral',
    sent: ({ tools }) => (tools as { type: string }[]).map(({ type }) => type),
    expected: ['function'],
  },
  {
    kind: 'openai-responses',
    whole: {
      status: 'completed',
      model: 'm',
      output: [
        { type: 'message', content: [{ type: 'output_text', text: 'Let me see.' }] },
        { type: 'function_call', call_id: CALL.id, name: CALL.name, arguments: CALL.arguments },
      ],
    },
    stream: [
      named({ type: 'response.created', response: { status: 'in_progress', model: 'm' } }),
      named({ type: 'response.output_text.delta', output_index: 0, delta: 'Let me' }),
      named({ type: 'response.output_text.delta', output_index: 0, delta: ' see.' }),
      named({
        type: 'response.output_item.added',
        output_index: 1,
        item: { type: 'function_call', call_id: CALL.id, name: CALL.name, arguments: '' },
      }),
      ...[CALL.arguments.slice(0, 9), CALL.arguments.slice(9)].map((delta) =>
        named({ type: 'response.function_call_arguments.delta', output_index: 1, delta }),
      ),
      named({ type: 'response.completed', response: { status: 'completed', model: 'm' } }),
    ],
    sent: ({ input, tools }) => ({ input: (input as unknown[]).slice(1), tools }),
    expected: {
      input: [
        { role: 'assistant', content: 'I look.' },
        { type: 'function_call', call_id: 'call_0', name: 'search', arguments: '{"query":"speed"}' },
        { type: 'function_call_output', call_id: 'call_0', output: 'nothing found' },
      ],
      tools: [
        {
          type: 'function',
          strict: false,
          name: 'search',
          description: 'Searches the sources.',
          parameters: PARAMETERS,
        },
      ],
    },
  },
  {
    ...OPENAI,
    kind: 'cohere',
    whole: {
      id: 'c',
      finish_reason: 'TOOL_CALL',
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'Let me see.' }],
        tool_calls: [openAICall],
      },
      usage: { billed_units: { input_tokens: 1, output_tokens: 1 } },
    },
    stream: [
      named({ type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } }),
      named({ type: 'content-delta', index: 0, delta: { message: { content: { text: 'Let me' } } } }),
      named({ type: 'content-delta', index: 0, delta: { message: { content: { text: ' see.' } } } }),
      named({
        type: 'tool-call-start',
        index: 0,
        delta: { message: { tool_calls: { ...openAICall, function: { name: CALL.name, arguments: '' } } } },
      }),
      ...[CALL.arguments.slice(0, 9), CALL.arguments.slice(9)].map((piece) =>
        named({
          type: 'tool-call-delta',
          index: 0,
          delta: { message: { tool_calls: { function: { arguments: piece } } } },
        }),
      ),
      named({ type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: {} } }),
    ],
  },
  {
    kind: 'anthropic',
    whole: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'text', text: 'Let me see.' },
        { ...toolUse, input: INPUT },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    stream: [
      named({
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me' } }),
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' see.' } }),
      named({ type: 'content_block_stop', index: 0 }),
      named({ type: 'content_block_start', index: 1, content_block: { ...toolUse, input: {} } }),
      named({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: CALL.arguments.slice(0, 9) },
      }),
      named({
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: CALL.arguments.slice(9) },
      }),
      named({ type: 'content_block_stop', index: 1 }),
      named({
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { output_tokens: 2 },
      }),
      named({ type: 'message_stop' }),
    ],
    sent: ({ messages }) =>
      (messages as { content: { type: string }[] }[])
        .slice(1)
        .map(({ content }) => content.map(({ type }) => type)),
    expected: [['text', 'tool_use'], ['tool_result']],
  },
  {
    kind: 'google',
    whole: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'Let me see.' }, { functionCall: { name: CALL.name, args: INPUT } }],
          },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'm',
    },
    stream: [
      ...['Let me', ' see.'].map((text) =>
        sse({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }], modelVersion: 'm' }),
      ),
      sse({
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { name: CALL.name, args: INPUT } }] },
            finishReason: 'STOP',
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
        modelVersion: 'm',
      }),
    ],
    sent: ({ contents }) =>
      (contents as { parts: object[] }[])
        .slice(1)
        .map(({ parts }) => parts.map((part) => Object.keys(part)[0])),
    expected: [['text', 'functionCall'], ['functionResponse']],
  },
];

for (const wire of WIRES) describe(`tools at a provider of kind ${wire.kind}`, () => behaviour(wire));

function behaviour({ kind, whole, stream, sent, expected }: Wire) {
  let server: JsonServer;
  let models: Models;
  before(async () => {
    server = await startJsonServer();
    models = createModels({
      log: silentLog,
      providers: [{ name: 'p', kind, baseUrl: `${server.url}/v1`, apiKey: 'sk-0123456789' }],
    });
  });
  after(async () => {
    await models.stop();
    await server.stop();
  });

  const ask = async (options: Partial<CallOptions> = {}) => {
    const outcome = await models.resolve('p', 'some-model').call(ASKED, { timeoutMs: 10_000, ...options });
    assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
    return outcome;
  };
  const isTheCall = ({ toolCalls, text, finishReason }: Awaited<ReturnType<typeof ask>>) => {
    assert.equal(text, 'Let me see.');
    assert.equal(finishReason, 'tool_calls');
    const [call, ...more] = toolCalls ?? [];
    assert.deepEqual([call?.name, JSON.parse(call?.arguments ?? ''), more], ['search', INPUT, []]);
    assert.ok(call?.id);
  };

  test('a call that the model asks for is read, and the conversation before it is sent with its tools', async () => {
    server.reply({ body: whole });
    isTheCall(await ask());
    assert.deepEqual(sent(server.seen().body), expected);
  });

  test('a call without arguments has an empty object, whole and streamed', async () => {
    const without = (text: string) =>
      [CALL.arguments, CALL.arguments.slice(0, 9), CALL.arguments.slice(9)].reduce(
        (left, part) => left.replaceAll(JSON.stringify(part), '""'),
        text,
      );
    const reply = JSON.stringify(whole);
    // Some protocols send an object instead of its text.
    const isText = without(reply) !== reply;
    for (const streamed of [false, true]) {
      server.reply(
        streamed
          ? { pieces: stream.map((text) => ({ text: without(text), atMs: 0 })) }
          : { body: JSON.parse(without(reply)) },
      );
      const { toolCalls = [] } = await ask({ stream: streamed });
      if (isText)
        assert.deepEqual(
          toolCalls.map((call) => call.arguments),
          ['{}'],
        );
    }
  });

  test('a streamed call is put together, and the words before it are handed on as they come', async () => {
    server.reply({ pieces: stream.map((text) => ({ text, atMs: 0 })) });
    const words: string[] = [];
    isTheCall(await ask({ stream: true, onText: (text) => words.push(text) }));
    assert.deepEqual(words, ['Let me', ' see.']);
  });
}

describe('the mock model', () => {
  const search = { text: 'Let me see.', tool_calls: [{ name: 'search', arguments: INPUT }] };
  for (const stream of [false, true]) {
    test(`asks for tools and answers what they returned, ${stream ? 'streamed' : 'whole'}`, async (t) => {
      const entries = { 'How fast is it?': [search, 'It takes 140 ms.'] };
      const mock = await startMockModel({ script: { defaults: { answers: { kind: 'map', entries } } } });
      const models = createModels({
        log: silentLog,
        providers: [{ name: 'p', kind: 'openai-compatible', baseUrl: `${mock.url}/v1` }],
      });
      t.after(async () => {
        await models.stop();
        await mock.stop();
      });
      const { call } = models.resolve('p', 'm');
      const words: string[] = [];
      const options = { timeoutMs: 10_000, stream, onText: (text: string) => words.push(text) };
      const question = { role: 'user' as const, content: 'How fast is it?' };
      const first = await call({ ...ASKED, messages: [question] }, options);
      assert.ok(first.ok);
      const [asked] = first.toolCalls ?? [];
      assert.ok(asked);
      assert.deepEqual(
        [first.text, asked.name, JSON.parse(asked.arguments), first.finishReason],
        ['Let me see.', 'search', INPUT, 'tool_calls'],
      );
      const second = await call(
        {
          ...ASKED,
          messages: [
            question,
            { role: 'assistant', content: first.text, toolCalls: [asked] },
            { role: 'tool', content: 'p95 140 ms', toolCallId: asked.id, toolName: asked.name },
          ],
        },
        options,
      );
      assert.deepEqual(second.ok && [second.text, second.toolCalls], ['It takes 140 ms.', undefined]);
      assert.equal(words.join(''), stream ? 'Let me see.It takes 140 ms.' : '');
    });
  }

  test('a wrong reply in its script is refused by its place', async () => {
    const answers = { kind: 'list' as const, values: ['x', { tool_calls: [] }] };
    await assert.rejects(startMockModel({ script: { defaults: { answers } } }), {
      code: 'invalid_request',
      message: /values\/1\/tool_calls/,
    });
  });
});
