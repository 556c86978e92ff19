import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../test/support/silent-log.ts';
import { callOutcomeOf } from './contract/outcome.ts';
import {
  type ChatOutcome,
  type ChatRequest,
  createModels,
  type Models,
  type ProviderSettings,
} from './models.ts';

const QUESTION: ChatRequest = { messages: [{ role: 'user', content: 'Say two words.' }] };

/** What comes of a body: the text of an answer, or why there is none. */
type Expected =
  | string
  | { reason: string; says?: string }
  | { filtered: string }
  /** An answer of which the server says that it does not fit. */
  | { text: string; unfit: string };

type Case = [sentence: string, body: string, expected: Expected];

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason, ...more }],
  });
const data = (...all: string[]) => all.map((one) => `data: ${one}\n\n`).join('');
const TWO = chunk({ content: 'two ' });
const WORDS = chunk({ content: 'words' });
const STOP = chunk({}, 'stop');
const USAGE = JSON.stringify({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
});
const DONE = '[DONE]';
const WHOLE = data(TWO, WORDS, STOP, USAGE, DONE);
const died = { reason: 'server_error', says: 'engine died' };
const cut = { reason: 'truncated' };

const OPENAI: Case[] = [
  ['a comment in a data line', data(': keepalive', TWO, ': keepalive', WORDS, STOP, DONE), 'two words'],
  [
    'a comment in a data line, of a router',
    data(': OPENROUTER PROCESSING', TWO, WORDS, STOP, ':', DONE),
    'two words',
  ],
  [
    'comments as they should be',
    `: hello\n\n:\n\n${data(TWO)}: ping 1\n\n${data(WORDS, STOP, DONE)}`,
    'two words',
  ],
  ['a word in a data line', data('ping', TWO, 'keep-alive', WORDS, STOP, 'heartbeat', DONE), 'two words'],
  [
    'empty pings',
    `event: ping\ndata: {}\n\n${data(TWO)}event: ping\ndata:\n\n${data(WORDS, STOP, DONE)}`,
    'two words',
  ],
  ['pings without a name', `${data('{}', TWO, '{}', ' ', WORDS)}data\n\n${data(STOP, DONE)}`, 'two words'],
  [
    'pings of other names',
    `event: heartbeat\ndata: 12\n\n${data(TWO)}event: keep-alive\ndata: x\n\n${data(WORDS, STOP)}`,
    'two words',
  ],
  [
    'pings that are objects',
    data('{"type": "ping"}', TWO, '{"type":"heartbeat"}', WORDS, 'null', STOP, DONE),
    'two words',
  ],
  ['no marker', data(TWO, WORDS, STOP), 'two words'],
  ['no marker, and usage after the end', data(TWO, WORDS, STOP, USAGE), 'two words'],
  ['no marker and no last empty line', data(TWO, WORDS, STOP).trimEnd(), 'two words'],
  ['CR LF', data(TWO, WORDS, STOP, DONE).replaceAll('\n', '\r\n'), 'two words'],
  ['CR alone', data(TWO, WORDS, STOP, DONE).replaceAll('\n', '\r'), 'two words'],
  ['line ends mixed', data(TWO, WORDS).replaceAll('\n', '\r\n') + data(STOP, DONE), 'two words'],
  ['no blank behind the colon', data(TWO, WORDS, STOP, DONE).replaceAll('data: ', 'data:'), 'two words'],
  [
    'an object over several lines',
    data(TWO, `{"choices":\ndata: [{"index":0,"delta":{"content":"words"},"finish_reason":"stop"}]}`, DONE),
    'two words',
  ],
  [
    'ids, names and retry times',
    `retry: 3000\nid: 1\nevent: message\n${data(TWO)}id: 2\nevent: message\n${data(WORDS, STOP, DONE)}`,
    'two words',
  ],
  ['an error within', data(TWO, '{"error":{"message":"engine died","code":500}}'), died],
  ['an error within, as text', data(TWO, '{"error":"engine died"}', DONE), died],
  [
    'an error within, of vLLM',
    data(TWO, '{"object":"error","message":"engine died","type":"InternalServerError","code":500}', DONE),
    died,
  ],
  ['an error within, by its name', `${data(TWO)}event: error\ndata: engine died\n\n`, died],
  [
    'an error within, by its name, of another shape',
    `${data(TWO)}event: error\ndata: {"reason_code":7,"message":"engine died"}\n\n`,
    died,
  ],
  [
    'an error within the choice',
    data(
      TWO,
      JSON.stringify({
        choices: [
          { index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'engine died' } },
        ],
      }),
      DONE,
    ),
    died,
  ],
  ['an error at once', data('{"error":{"message":"engine died"}}'), died],
  ['an error that is no event', '{"error":{"message":"engine died","code":500}}', died],
  [
    'a rate limit within',
    data(TWO, '{"error":{"message":"slow down","code":429}}'),
    { reason: 'rate_limited', says: 'slow down' },
  ],
  [
    'a page in a stream',
    '<html><body>Please sign in</body></html>',
    { reason: 'not_a_completion', says: 'Please sign in' },
  ],
  ['cut off', data(TWO), cut],
  ['cut off in an event', `${data(TWO)}data: ${WORDS.slice(0, 20)}`, { reason: 'malformed' }],
  ['cut off after the usage', data(TWO, USAGE), cut],
  ['cut off before the first event', ': keepalive\n\n', cut],
  ['an empty stream', '', cut],
  ['the server gave it up', data(TWO, chunk({}, 'abort'), DONE), { reason: 'server_error', says: 'abort' }],
  ['usage alone at the end', WHOLE, 'two words'],
  ['usage alone, before the end', data(TWO, WORDS, USAGE, STOP, DONE), 'two words'],
  [
    'usage with the last choice',
    data(TWO, WORDS, JSON.stringify({ ...JSON.parse(STOP), usage: JSON.parse(USAGE).usage }), DONE),
    'two words',
  ],
  ['a byte order mark', `\uFEFF${data(TWO, WORDS, STOP)}`, 'two words'],
  ['a byte order mark before a comment', `\uFEFF: hi\n\n${data(TWO, WORDS, STOP, DONE)}`, 'two words'],
  [
    'a byte order mark and CR LF',
    `\uFEFF${data(TWO, WORDS, STOP, DONE).replaceAll('\n', '\r\n')}`,
    'two words',
  ],
  ['a marker without a finish reason', data(TWO, WORDS, DONE), 'two words'],
  ['a marker without a finish reason, with usage', data(TWO, WORDS, USAGE, DONE), 'two words'],
  ['a marker with blanks', data(TWO, WORDS, STOP, '[DONE]  '), 'two words'],
  ['nothing said', data(chunk({ role: 'assistant', content: '' }), STOP, USAGE, DONE), { reason: 'empty' }],
  ['nothing said, and no reason', data(USAGE, DONE), { reason: 'empty' }],
  ['blanks alone', data(chunk({ content: ' \n' }), STOP, DONE), { reason: 'empty' }],
  [
    'a filter',
    data(
      TWO,
      chunk({}, 'content_filter', {
        content_filter_results: { violence: { filtered: true, severity: 'medium' } },
      }),
      DONE,
    ),
    { filtered: 'violence (medium)' },
  ],
  [
    'a refusal',
    data(chunk({ refusal: 'I cannot ' }), chunk({ refusal: 'help.' }), STOP, DONE),
    { filtered: 'I cannot help.' },
  ],
  [
    'an error that blames the output',
    data(
      TWO,
      '{"error":{"code":500,"message":"The model produced output that does not match the expected peg-native format","type":"server_error"}}',
    ),
    { text: 'two ', unfit: 'does not match the expected peg-native format' },
  ],
];

const named = (...all: { type: string; [member: string]: unknown }[]) =>
  all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');
const START = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'x',
    stop_reason: null,
    usage: { input_tokens: 5, output_tokens: 1 },
  },
};
const OPEN = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const said = (text: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});
const CLOSE = { type: 'content_block_stop', index: 0 };
const ended = (stop_reason: string | null) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage: { output_tokens: 2 },
});
const OVER = { type: 'message_stop' };
const PING = { type: 'ping' };
const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

const ANTHROPIC: Case[] = [
  [
    'pings between',
    named(START, OPEN, PING, said('two '), PING, said('words'), CLOSE, ended('end_turn'), OVER),
    'two words',
  ],
  [
    'comments between',
    `: a\n\n${named(START, OPEN, said('two '))}: b\n\n${named(said('words'), CLOSE, ended('end_turn'), OVER)}`,
    'two words',
  ],
  [
    'a byte order mark and CR LF',
    `\uFEFF${named(START, OPEN, said('two '), said('words'), CLOSE, ended('end_turn'), OVER)}`.replaceAll(
      '\n',
      '\r\n',
    ),
    'two words',
  ],
  [
    'empty pings of a proxy',
    `event: ping\ndata: {}\n\n${named(START, OPEN, said('two '))}data: : hi\n\n${named(said('words'), CLOSE, ended('end_turn'), OVER)}`,
    'two words',
  ],
  ['no message_stop', named(START, OPEN, said('two '), said('words'), CLOSE, ended('end_turn')), 'two words'],
  [
    'a stop without a reason',
    named(START, OPEN, said('two '), said('words'), CLOSE, ended(null), OVER),
    'two words',
  ],
  [
    'overloaded within',
    named(START, OPEN, PING, said('two '), OVERLOADED),
    { reason: 'server_error', says: 'Overloaded' },
  ],
  ['overloaded at once', named(OVERLOADED), { reason: 'server_error', says: 'Overloaded' }],
  [
    'a rate limit within',
    named(START, OPEN, { type: 'error', error: { type: 'rate_limit_error', message: 'Slower' } }),
    { reason: 'rate_limited', says: 'Slower' },
  ],
  ['cut off', named(START, OPEN, said('two ')), cut],
  ['a refusal', named(START, OPEN, said('two '), CLOSE, ended('refusal'), OVER), { filtered: 'refusal' }],
  ['nothing said', named(START, ended('end_turn'), OVER), { reason: 'empty' }],
];

const part = (text: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, totalTokenCount: 7 },
});
const parts = (...all: object[]) => all.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join('');

const GOOGLE: Case[] = [
  ['no marker at the end', parts(part('two '), part('words', { finishReason: 'STOP' })), 'two words'],
  [
    'a marker all the same',
    parts(part('two '), part('words', { finishReason: 'STOP' })) + data(DONE),
    'two words',
  ],
  ['a byte order mark', `\uFEFF${parts(part('two '), part('words', { finishReason: 'STOP' }))}`, 'two words'],
  [
    'pings of a proxy',
    data('{}') + parts(part('two ')) + data(': hi') + parts(part('words', { finishReason: 'STOP' })),
    'two words',
  ],
  ['blocked within', parts(part('two '), part('', { finishReason: 'SAFETY' })), { filtered: 'SAFETY' }],
  [
    'blocked for another reason',
    parts(part('two '), part('', { finishReason: 'PROHIBITED_CONTENT' })),
    { filtered: 'PROHIBITED_CONTENT' },
  ],
  [
    'a prompt that is blocked',
    parts({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 13 } }),
    { filtered: 'PROHIBITED_CONTENT' },
  ],
  [
    'a call that does not fit',
    parts(part('', { finishReason: 'MALFORMED_FUNCTION_CALL' })),
    { text: '', unfit: 'MALFORMED_FUNCTION_CALL' },
  ],
  [
    'an error within',
    parts(part('two '), { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
    { reason: 'server_error', says: 'overloaded' },
  ],
  ['cut off', parts(part('two ')), cut],
  ['nothing said', parts(part('', { finishReason: 'STOP' })), { reason: 'empty' }],
];

/** What applications send whose endpoint reads events of JSON. */
const HTTP: Case[] = [
  ...OPENAI.filter(
    ([sentence]) =>
      /mark|ping|comment|CR|blank behind|times|no marker$/.test(sentence) &&
      !/filter|finish reason/.test(sentence),
  ),
  ['cut off', data(TWO), cut],
  ['an error within', data(TWO, '{"error":{"message":"engine died"}}'), died],
  ['an error by its name', `${data(TWO)}event: error\ndata: engine died\n\n`, died],
];

const KINDS = {
  'openai-compatible': OPENAI,
  openai: OPENAI.filter(([sentence]) => sentence !== 'the server gave it up'),
  mistral: OPENAI.filter(([sentence]) => !/filter|refusal|gave it up/.test(sentence)),
  anthropic: ANTHROPIC,
  google: GOOGLE,
  http: HTTP,
};
type Kind = keyof typeof KINDS;

let body = Buffer.alloc(0);
let cuts: readonly number[] = [];
let models: Models;

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const ends = [...cuts, body.length];
  const send = (i: number, from: number) => {
    const to = ends[i] as number;
    const isLast = i === ends.length - 1;
    // Each piece arrives by itself: the next one is written in a later turn.
    if (isLast) response.end(body.subarray(from, to));
    else response.write(body.subarray(from, to), () => setImmediate(send, i + 1, to));
  };
  send(0, 0);
});

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('connection', (socket) => socket.setNoDelay(true));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const endpoint = {
    kind: 'http',
    url,
    request: { q: '{{input}}' },
    response: { answer: '$.choices[*].delta.content' },
    stream: { format: 'sse', done: '[DONE]', finished: '$.choices[*].finish_reason' },
  };
  models = createModels({
    log: silentLog,
    providers: Object.keys(KINDS).map(
      (kind) =>
        ({
          name: kind,
          kind,
          ...(kind === 'http' ? { endpoint } : { baseUrl: url, apiKey: 'k' }),
        }) as unknown as ProviderSettings,
    ),
  });
});

after(async () => {
  await models.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function ask(kind: Kind, text: string, at: readonly number[] = []): Promise<ChatOutcome> {
  body = Buffer.from(text);
  cuts = at;
  return models.resolve(kind, 'm').call(QUESTION, { timeoutMs: 20_000, stream: true });
}

/** What does not depend on when something came. */
function meaning(outcome: ChatOutcome): object {
  if (!outcome.ok) return { ...outcome, latencyMs: 0 };
  const { timings, ...rest } = outcome;
  return { ...rest, latencyMs: 0, chunks: timings?.chunks.map(({ kind, length }) => [kind, length]) };
}

for (const [kind, cases] of Object.entries(KINDS) as [Kind, Case[]][]) {
  describe(`streams of ${kind}`, () => {
    for (const [sentence, text, expected] of cases) {
      test(sentence, async () => {
        const outcome = await ask(kind, text);
        const what = JSON.stringify(outcome);
        if (typeof expected === 'string') {
          assert.ok(outcome.ok, what);
          assert.deepEqual([outcome.text, callOutcomeOf(outcome)], [expected, 'answered'], what);
          // A number of no reason is the sign for a warning.
          const hasReason = outcome.finishReason !== 'other' || outcome.finishDetail !== undefined;
          assert.equal(hasReason, !/without a (?:finish )?reason/.test(sentence), what);
        } else if ('filtered' in expected) {
          assert.equal(callOutcomeOf(outcome), 'filtered', what);
          assert.ok(outcome.ok && outcome.finishDetail === expected.filtered, what);
        } else if ('unfit' in expected) {
          assert.ok(outcome.ok && outcome.finishReason === 'other', what);
          assert.equal(outcome.text, expected.text);
          assert.ok(outcome.finishDetail?.includes(expected.unfit), what);
        } else {
          assert.ok(!outcome.ok, what);
          assert.equal(outcome.reason, expected.reason, what);
          assert.ok((outcome.words ?? '').includes(expected.says ?? ''), what);
        }
        if (/usage alone/.test(sentence) && outcome.ok && kind !== 'http')
          assert.deepEqual([outcome.usage.input_tokens, outcome.usage.output_tokens], [5, 2], what);
        if (sentence.startsWith('nothing said') && !outcome.ok) assert.ok(outcome.usage, what);
      });
    }

    test('a body means the same in whatever pieces it comes', async () => {
      for (const [sentence, text] of cases) {
        const whole = meaning(await ask(kind, text));
        const length = Buffer.byteLength(text);
        // Every byte by itself at the beginning and around each line end, and pieces of a few drawn sizes.
        const sizes = [[1, Math.min(length, 60)], ...[3, 17, 101].map((size) => [size, length])] as const;
        for (const [size, end] of sizes) {
          const at = Array.from({ length: Math.ceil(end / size) }, (_, i) => (i + 1) * size).filter(
            (one) => one < length,
          );
          assert.deepEqual(meaning(await ask(kind, text, at)), whole, `${sentence}, in pieces of ${size}`);
        }
      }
    });
  });
}

test('the times of chunks are those of the arrival of their bytes, with pings between', async () => {
  for (const kind of ['openai-compatible', 'openai', 'mistral'] as const) {
    const text = data(': hi', TWO, '{}', WORDS, STOP, DONE);
    const outcome = await ask(kind, text);
    assert.ok(outcome.ok && outcome.timings);
    const { sentMs, doneMs, chunks } = outcome.timings;
    assert.deepEqual(
      chunks.map(({ kind: of, length }) => [of, length]),
      [
        ['text', 4],
        ['text', 5],
      ],
    );
    for (const { atMs } of chunks)
      assert.ok(atMs >= sentMs && atMs <= doneMs, JSON.stringify(outcome.timings));
  }
});
