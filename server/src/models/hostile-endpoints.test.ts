import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inFull } from '../../test/support/in-full.ts';
import { createLog } from '../kernel/log.ts';
import { createModels, type Endpoint, type Models } from './models.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'a');
const MEGABYTES = 1024 * 1024;
const SECRET = 'key-of-the-operator/+=7';
const TIMEOUT_MS = 700;

/** Writes as fast as it is taken, until the other side has enough. */
function flood(response: ServerResponse | Socket, chunk: Buffer | string): void {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

function json(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
const eventStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
const sse: Partial<Endpoint> = { stream: { format: 'sse', done: '[DONE]' } };
const lines: Partial<Endpoint> = { stream: { format: 'json_lines', finished: '$.end' } };

interface Hostile {
  answer(response: ServerResponse, url: string): void;
  endpoint?: Partial<Endpoint>;
  reason: string;
  says: RegExp;
}

/** What applications do to those who ask them, and how each call ends. */
const HOSTILE: Record<string, Hostile> = {
  'never answers': { answer() {}, reason: 'deadline', says: /within 700 ms/ },
  'sends its head and then nothing': {
    answer: (response) => void response.writeHead(200).flushHeaders(),
    reason: 'deadline',
    says: /within 700 ms/,
  },
  'sends a byte now and then': {
    answer(response) {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
    reason: 'deadline',
    says: /within 700 ms/,
  },
  'answers without end': {
    answer: (response) => flood(response.writeHead(200), CHUNK),
    reason: 'too_large',
    says: /application/,
  },
  'says that it will send terabytes': {
    answer: (response) => flood(response.writeHead(200, { 'content-length': 10 ** 12 }), CHUNK),
    reason: 'too_large',
    says: /application/,
  },
  'sends a stream without end': {
    answer: (response) => flood(eventStream(response), `data: {"answer":"${'x'.repeat(9000)}"}\n\n`),
    endpoint: sse,
    reason: 'too_large',
    says: /application/,
  },
  'sends one event without end': {
    answer(response) {
      eventStream(response).write('data: ');
      flood(response, CHUNK);
    },
    endpoint: sse,
    reason: 'too_large',
    says: /application/,
  },
  'sends tiny events without end': {
    answer: (response) => flood(eventStream(response), 'data: 1\n\n'.repeat(2000)),
    endpoint: sse,
    reason: 'too_large',
    says: /more than 50000 events/,
  },
  'sends one line without end': {
    answer: (response) => flood(response.writeHead(200), CHUNK),
    endpoint: lines,
    reason: 'too_large',
    says: /application/,
  },
  'stops in the middle of a stream': {
    answer: (response) => void eventStream(response).write('data: {"answer":"half"}\n\n'),
    endpoint: sse,
    reason: 'stalled',
    says: /sent no data for 300 ms/,
  },
  'ends a stream before its end': {
    answer: (response) => void eventStream(response).end('data: {"answer":"half"}\n\n'),
    endpoint: sse,
    reason: 'truncated',
    says: /ended before its last event/,
  },
  'breaks the connection': {
    answer: (response) => void response.socket?.resetAndDestroy(),
    reason: 'connection_lost',
    says: /could not be reached/,
  },
  'breaks the connection in its answer': {
    answer: (response) =>
      void response
        .writeHead(200, { 'content-length': 100 })
        .write('{"answer":', () => response.socket?.destroy()),
    reason: 'truncated',
    says: /interrupted its response/,
  },
  'redirects to the metadata of a cloud': {
    answer: (response) => json(response, '', 302, { location: 'http://169.254.169.254/latest/meta-data' }),
    reason: 'redirected',
    says: /redirects \(302\) to http:\/\/169\.254\.169\.254\/latest\/meta-data;/,
  },
  'redirects the request to a private address': {
    answer: (response) => json(response, '', 307, { location: 'http://10.0.0.1/' }),
    reason: 'redirected',
    says: /redirects \(307\) to http:\/\/10\.0\.0\.1\//,
  },
  'sends broken JSON': {
    answer: (response) => json(response, '{"answer": "red"'),
    reason: 'malformed',
    says: /not JSON/,
  },
  'sends a page': {
    answer: (response) =>
      json(response, '<html>502 Bad Gateway</html>', 200, { 'content-type': 'text/html' }),
    reason: 'not_a_completion',
    says: /a page in place of a response: 502 Bad Gateway/,
  },
  'sends bytes that were not asked for': {
    answer(response) {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * MEGABYTES)));
    },
    reason: 'malformed',
    says: /compressed, which was not requested/,
  },
  'sends a list of lists of lists': {
    answer: (response) => json(response, `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
    reason: 'unexpected',
    says: /\$ has no "answer"; it is a list of 1/,
  },
  'sends millions of elements where one was meant': {
    answer: (response) => json(response, `{"answer":[${'1,'.repeat(1_900_000)}1]}`),
    reason: 'unexpected',
    says: /is a list of 1900001, not a text/,
  },
  'has an error inside of a 200': {
    answer: (response) => json(response, { error: { message: 'Out of coffee', type: 'overloaded' } }),
    reason: 'server_error',
    says: /Out of coffee/,
  },
  'has a rate limit inside of a 200': {
    answer: (response) => json(response, { error: { message: 'Slower', code: 429 } }),
    reason: 'rate_limited',
    says: /Slower/,
  },
  'has an error at a path of its own': {
    answer: (response) => json(response, { answer: '', fault: 'No index' }),
    endpoint: { response: { answer: '$.answer', error: '$.fault' } },
    reason: 'server_error',
    says: /No index/,
  },
  'ends a stream in an error': {
    answer: (response) =>
      void eventStream(response).end('data: {"answer":"h"}\n\ndata: {"error":"gone"}\n\n'),
    endpoint: sse,
    reason: 'server_error',
    says: /gone/,
  },
  'does not stream what it should': {
    answer: (response) => json(response, { answer: 'red' }),
    endpoint: sse,
    reason: 'malformed',
    says: /not an event stream/,
  },
  'sends a head of megabytes': {
    answer: (response) => json(response, {}, 200, { 'x-long': 'a'.repeat(MEGABYTES) }),
    reason: 'connection_lost',
    says: /could not be reached/,
  },
  'sends its secret back when it refuses': {
    answer: (response) => json(response, { error: `The key ${SECRET} is wrong` }, 401),
    reason: 'unauthorized',
    says: /The key \[redacted\] is wrong/,
  },
};

let models: Models;
let url: string;
let stop: () => Promise<void>;
const admitted: string[] = [];

before(async () => {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    request.resume();
    const what = decodeURIComponent(request.url?.slice(1) ?? '');
    if (what in ODD) response.end(ODD[what]);
    else HOSTILE[what]?.answer(response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  admitted.push(host);
  url = `http://${host}`;
  models = createModels({
    providers: [],
    targets: {
      allowHosts: admitted,
      secrets: [{ name: 'APP_KEY', host, value: SECRET }],
      allowsLoopback: () => false,
    },
    log: createLog('silent'),
  });
  stop = async () => {
    await models.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
after(() => stop());

/** Short only where it is what ends the call; elsewhere a busy machine must not end it. */
const timesOf = (reason?: string) => ({
  timeoutMs: reason === 'deadline' ? TIMEOUT_MS : 60_000,
  idleTimeoutMs: reason === 'stalled' ? 300 : 60_000,
});

async function ask(what: string, more: Partial<Endpoint> = {}) {
  const endpoint: Endpoint = {
    kind: 'http',
    url: `${url}/${encodeURIComponent(what)}`,
    headers: { authorization: 'Bearer {{secret.APP_KEY}}' },
    request: { q: '{{input}}' },
    response: { answer: '$.answer' },
    ...more,
  };
  const { call } = models.resolveTarget({ provider: 'endpoint', modelId: 'app', endpoint });
  const question = [{ role: 'user', content: 'Which colour?' }] as const;
  return call({ messages: [...question] }, timesOf(HOSTILE[what]?.reason));
}

test(`each of ${Object.keys(HOSTILE).length} hostile applications ends as it should`, async () => {
  for (const [what, { endpoint, reason, says }] of Object.entries(HOSTILE)) {
    const outcome = await ask(what, endpoint);
    assert.ok(!outcome.ok, what);
    assert.equal(outcome.reason, reason, `${what}: ${outcome.message}`);
    assert.match(outcome.message, says, what);
    assert.ok(!outcome.message.includes(SECRET), what);
  }
});

/** Answers whose other fields are not what they should be. */
const ODD: Readonly<Record<string, string>> = {
  'objects without a text': '{"answer":"red","why":{"toString":1},"cost":{"valueOf":1},"model":{"toJSON":1}}',
  'names of members of objects': '{"answer":"red","why":"constructor","cost":"0x10","model":"m"}',
  'long names': `{"answer":"red","why":[],"cost":"Infinity","model":"${'m'.repeat(9000)}"}`,
};

test('fields that are not what they should be are not known, and the answer is read', async () => {
  for (const what of Object.keys(ODD)) {
    const response = { answer: '$.answer', finish_reason: '$.why', cost_usd: '$.cost', model: '$.model' };
    const outcome = await ask(what, { response });
    assert.ok(outcome.ok, `${what}: ${outcome.ok || outcome.message}`);
    assert.deepEqual([outcome.text, outcome.finishReason, outcome.cost], ['red', 'other', undefined], what);
    assert.ok((outcome.returnedModel?.length ?? 0) <= 300, what);
  }
});

test('memory stays flat while they are asked again and again, many at once', async () => {
  const round = async () => {
    const loud = Object.entries(HOSTILE).filter(
      ([, { reason }]) => reason === 'too_large' || reason === 'unexpected',
    );
    await Promise.all(loud.flatMap(([what, { endpoint }]) => [ask(what, endpoint), ask(what, endpoint)]));
  };
  await round();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < inFull(1, 4); i++) await round();
  const grown = (process.memoryUsage().rss - before) / MEGABYTES;
  assert.ok(grown < inFull(130, 300), `${grown} MB more`);
});

test('a host that looks up to another address than admitted ranges is not connected to', async () => {
  // Its name is admitted; the address it stands for is link-local, which nothing admits.
  admitted.push('169.254.169.254:80');
  const endpoint = {
    kind: 'http',
    url: 'http://169.254.169.254/',
    request: {},
    response: { answer: '$' },
  } as const;
  assert.deepEqual(models.endpointProblems(endpoint), [
    { pointer: '/url', detail: '169.254.169.254:80 is always blocked' },
  ]);
});

test('what speaks no HTTP is a broken connection', async () => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    flood(socket, 'HELO who is there\r\n'.repeat(1000) as never);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  admitted.push(host);
  const outcome = await ask('', { url: `http://${host}/`, headers: {} });
  assert.deepEqual([outcome.ok, !outcome.ok && outcome.class], [false, 'transient']);
  await new Promise((resolve) => server.close(resolve));
});
