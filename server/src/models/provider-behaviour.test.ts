import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type JsonServer, type ScriptedReply, startJsonServer } from '../../test/support/json-server.ts';
import { PROTOCOLS, type Protocol, SAID, type Said } from '../../test/support/model-protocols.ts';
import type { Log } from '../kernel/log.ts';
import { type CallOptions, type ChatOutcome, type ChatRequest, createModels, type Models } from './models.ts';

const KEY = 'sk-secret-0123456789';
const QUESTION: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is 6 * 7?' },
  ],
  temperature: 0.5,
  maxTokens: 64,
};

for (const protocol of PROTOCOLS) describe(`a provider of kind ${protocol.kind}`, () => behaviour(protocol));

/** What every adapter does alike, against a server that speaks its protocol. */
function behaviour(protocol: Protocol) {
  let server: JsonServer;
  let models: Models;
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]));
  const log: Log = { debug: note, info: note, warn: note, error: note };

  before(async () => {
    server = await startJsonServer();
    models = createModels({
      log,
      providers: [{ name: 'p', kind: protocol.kind, baseUrl: `${server.url}/v1`, apiKey: KEY }],
    });
  });

  after(async () => {
    await models.stop();
    await server.stop();
  });

  function ask(reply: ScriptedReply, options: Partial<CallOptions> = {}): Promise<ChatOutcome> {
    server.reply(reply);
    return models.resolve('p', 'some-model').call(QUESTION, { timeoutMs: 10_000, ...options });
  }

  async function answered(reply: ScriptedReply, options?: Partial<CallOptions>) {
    const outcome = await ask(reply, options);
    assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
    return outcome;
  }

  async function failed(reply: ScriptedReply, options?: Partial<CallOptions>) {
    const outcome = await ask(reply, options);
    assert.ok(!outcome.ok, 'it should have failed');
    return outcome;
  }

  /** A stream that sends its events so many ms after one another. */
  function streamed(said: Partial<Said> = {}, everyMs = 0): ScriptedReply {
    const events = protocol.stream({ ...SAID, ...said });
    return { pieces: events.map((text, i) => ({ text, atMs: i * everyMs })) };
  }

  const whole = (said: Partial<Said> = {}): ScriptedReply => ({ body: protocol.whole({ ...SAID, ...said }) });
  const has = (part: Protocol['lacks'][number]) => !protocol.lacks.includes(part);
  const BOTH: [string, (said?: Partial<Said>) => ScriptedReply, boolean][] = [
    ['whole', whole, false],
    ['streamed', streamed, true],
  ];

  for (const [form, reply, stream] of BOTH) {
    test(`an answer, ${form}, has its text, reasoning set aside, usage, finish reason and model`, async () => {
      const answer = await answered(reply(), { stream });
      assert.equal(answer.text, 'The answer is 42.');
      assert.equal(answer.reasoning, has('reasoning') ? 'six sevens' : null);
      assert.equal(answer.finishReason, 'stop');
      assert.equal(answer.returnedModel, has('model') ? 'served-model-7b' : null);
      assert.deepEqual(answer.usage, {
        input_tokens: 12,
        output_tokens: 9,
        reasoning_tokens: has('reasoning_tokens') ? 4 : null,
        cached_tokens: 5,
      });
      assert.equal('timings' in answer, stream);
    });

    test(`an answer that repeats the key is without it, ${form}`, async () => {
      const [start, end] = [KEY.slice(0, 9), KEY.slice(9)];
      const echo = {
        text: ['You sent Bearer sk-', `${KEY} `, start, end, ' of sk-'],
        reasoning: [start, `${end}.`],
        model: KEY,
      };
      const heard: string[] = [];
      const answer = await answered(reply(echo), { stream, onText: (piece) => void heard.push(piece) });
      const text = 'You sent Bearer sk-[redacted] [redacted] of sk-';
      assert.equal(answer.text, text);
      assert.equal(heard.join(''), stream ? text : '');
      assert.equal(answer.reasoning, has('reasoning') ? '[redacted].' : null);
      assert.equal(answer.returnedModel, has('model') ? '[redacted]' : null);
      assert.ok(!JSON.stringify(answer).includes(KEY));
    });

    test(`a hit token limit and a refusal are named, ${form}`, async () => {
      assert.equal((await answered(reply({ finish: 'length' }), { stream })).finishReason, 'length');
      if (!has('refusal')) return;
      assert.equal((await answered(reply({ finish: 'refused' }), { stream })).finishReason, 'content_filter');
    });

    test(`failures are of the same class and reason as with every other adapter, ${form}`, async () => {
      for (const [name, script, expected] of FAILURES(protocol)) {
        const failure = await failed(script, { stream });
        assert.deepEqual([failure.class, failure.reason], expected, `${name}: ${failure.message}`);
        assert.ok(!JSON.stringify(failure).includes(KEY), name);
      }
    });

    test(`the time the server asks for is handed on, ${form}`, async () => {
      const body = protocol.error(429, 'slow down');
      const failure = await failed({ status: 429, headers: { 'retry-after': '7' }, body }, { stream });
      assert.equal(failure.retryAfterMs, 7000);
      assert.match(failure.message, /429.*slow down/);
    });

    test(`a server that never answers ends at the deadline, and at once when the caller aborts, ${form}`, async () => {
      const late = await failed({ fault: 'hang' }, { stream, timeoutMs: 60 });
      assert.deepEqual([late.class, late.reason], ['timeout', 'deadline']);
      const reason = new Error('cancelled');
      const signal = AbortSignal.abort(reason);
      await assert.rejects(ask({ fault: 'hang' }, { stream, signal }), reason);
      const controller = new AbortController();
      const call = ask({ fault: 'hang' }, { stream, signal: controller.signal });
      setTimeout(() => controller.abort(reason), 30);
      await assert.rejects(call, reason);
    });
  }

  test('what was really sent is recorded, and a key only goes into a header', async () => {
    const answer = await answered(whole());
    const { body, headers } = server.seen();
    const sent = Object.entries(answer.sent);
    assert.ok(sent.length >= 1);
    for (const [name, value] of sent) assert.deepEqual(body[name], value, name);
    assert.ok(JSON.stringify(answer.sent).includes('64'), 'the token limit');
    assert.ok(!JSON.stringify(answer.sent).includes('Be brief'), 'no message');
    assert.ok(JSON.stringify(headers).includes(KEY));
    assert.ok(!JSON.stringify(body).includes(KEY));
  });

  test('timings of a stream name the first token, the first of the text, the last, and every gap', async () => {
    const everyMs = 15;
    const { timings } = await answered(streamed({}, everyMs), { stream: true });
    assert.ok(timings);
    const { sentMs, firstTokenMs, firstTextMs, lastTokenMs, doneMs, chunks } = timings;
    const order = [0, sentMs, firstTokenMs, firstTextMs, lastTokenMs, doneMs];
    for (const [i, time] of order.entries()) assert.ok((time ?? -1) >= (order[i - 1] ?? 0), `${order}`);
    const reasoning = has('reasoning') ? ['reasoning', 'reasoning'] : [];
    assert.deepEqual(
      chunks.map(({ kind }) => kind),
      [...reasoning, 'text', 'text', 'text'],
    );
    // A server's event cannot arrive before it was sent, however slow this machine is.
    const sentAt = chunks.map((_, i) => (i + 1) * everyMs);
    for (const [i, { atMs }] of chunks.entries()) assert.ok(atMs >= (sentAt[i] ?? 0) - 1, `${i}: ${atMs}`);
    assert.equal(firstTokenMs, chunks[0]?.atMs);
    assert.equal(firstTextMs, chunks.find(({ kind }) => kind === 'text')?.atMs);
    assert.equal(lastTokenMs, chunks.at(-1)?.atMs);
  });

  test('a stream that breaks off, is broken, ends in an error or stands still is none of an answer', async () => {
    const events = protocol.stream(SAID);
    const first = (count: number) => events.slice(0, count).map((text) => ({ text, atMs: 0 }));
    const half = first(events.length - 4);
    const cases: [string, ScriptedReply, [string, string]][] = [
      ['cut off', { pieces: half, fault: 'cut' }, ['transient', 'truncated']],
      ['ended too early', { pieces: half }, ['transient', 'truncated']],
      [
        'not JSON',
        { pieces: [...half, { text: 'data: {"oops\n\n', atMs: 0 }, ...first(1)] },
        ['transient', 'malformed'],
      ],
      [
        'an error',
        { pieces: [...half, { text: protocol.errorEvent, atMs: 0 }] },
        ['transient', 'server_error'],
      ],
      ['still', { pieces: half, fault: 'hang' }, ['timeout', 'stalled']],
    ];
    for (const [name, script, expected] of cases) {
      // Short only where it is to end: a machine that stands still for so long makes any stream stand still.
      const idleTimeoutMs = name === 'still' ? 150 : 10_000;
      const failure = await failed(script, { stream: true, idleTimeoutMs });
      assert.deepEqual([failure.class, failure.reason], expected, `${name}: ${failure.message}`);
    }
  });

  test('texts are embedded, or it is said that this kind has no embeddings', async () => {
    const { embeddings } = protocol;
    if (embeddings === null) {
      assert.throws(() => models.resolveEmbedding('p', 'm'), /has no embeddings/);
      return;
    }
    server.reply(
      { body: embeddings([[1, 0]]) },
      {
        body: embeddings([
          [1, 2],
          [3, 4],
        ]),
      },
    ); // a vector too few first
    const answer = await models.resolveEmbedding('p', 'm').embed(['one', 'two'], { timeoutMs: 10_000 });
    assert.ok(answer.ok, answer.ok ? '' : answer.message);
    assert.deepEqual(answer.vectors, [Float32Array.from([1, 2]), Float32Array.from([3, 4])]);
    assert.deepEqual([answer.dimensions, server.count()], [2, 2]);
  });

  test('nothing secret is ever logged', async () => {
    await failed({ status: 401, body: protocol.error(401, `Incorrect API key provided: ${KEY}`) });
    assert.ok(logged.length > 0 && !logged.join('').includes(KEY));
  });
}

/** What goes wrong, and the class and reason it is for every adapter. */
const FAILURES = (protocol: Protocol): [string, ScriptedReply, [string, string]][] => [
  ['429', { status: 429, body: protocol.error(429, 'slow down') }, ['rate_limit', 'rate_limited']],
  ['an exhausted account', protocol.quota, ['quota', 'quota']],
  ['500', { status: 500, body: protocol.error(500, 'oops') }, ['transient', 'server_error']],
  ['503 without JSON', { status: 503, body: 'busy' }, ['transient', 'server_error']],
  ['400', { status: 400, body: protocol.error(400, 'no such parameter') }, ['deterministic', 'rejected']],
  [
    'a wrong key',
    { status: 401, body: protocol.error(401, `bad key ${KEY}`) },
    ['deterministic', 'unauthorized'],
  ],
  ['404 with an empty body', { status: 404, body: '' }, ['deterministic', 'rejected']],
  [
    'a redirect',
    { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
    ['deterministic', 'redirected'],
  ],
  ['a connection reset', { fault: 'reset' }, ['transient', 'connection_lost']],
  ['a body that is not JSON', { body: '<html>gateway</html>' }, ['transient', 'not_a_completion']],
  ['JSON of another shape', { body: { hello: 'world' } }, ['transient', 'malformed']],
];
