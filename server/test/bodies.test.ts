import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createApp, type Touchstone } from '../src/app/app.ts';
import type { Log } from '../src/kernel/log.ts';
import { loadConfig } from '../src/platform/config.ts';
import { onDisk, type TestPlace } from './support/each-database.ts';

const LIMIT = 100_000;
const KEY = 'a-secret-of-twenty-characters';

let place: TestPlace;
let app: Touchstone;
let port: number;
const logged: string[] = [];
const log: Log = {
  debug() {},
  info() {},
  warn: (_, message) => logged.push(message),
  error: (_, message) => logged.push(message),
};

before(async () => {
  place = onDisk(undefined, async () => {});
  const flags = {
    port: '0',
    'data-dir': place.dataDir,
    'body-limit-bytes': `${LIMIT}`,
    'body-limit-values': '1000',
    'upload-limit-bytes': `${LIMIT}`,
    'touchstone-bootstrap-key': KEY,
  };
  app = await createApp(loadConfig({ env: {}, flags }), log);
  port = Number(new URL((await app.start()).url).port);
});
after(async () => {
  await app.stop();
  await place.remove();
});

const BODY = '{"name":"x"}';
const head = (more: string, key = KEY) =>
  `POST /workspaces HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;

async function open(): Promise<{
  socket: Socket;
  said: () => string;
  until: (pattern: RegExp) => Promise<void>;
}> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      assert.ok(!socket.destroyed, `the connection was closed after: ${text.slice(0, 500)}`);
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    }
  };
  return { socket, said: () => text, until };
}

test('a body may arrive byte by byte', async () => {
  const { socket, until } = await open();
  socket.write(head(`content-length: ${BODY.length}`));
  for (const byte of BODY) {
    socket.write(byte);
    await sleep(2);
  }
  await until(/^HTTP\/1\.1 201 [\s\S]*"name":"x"/);
  socket.destroy();
});

test('a byte order mark before a JSON body is passed over, and stands for nothing inside of it', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const post = (body: string) =>
    fetch(`http://127.0.0.1:${port}/workspaces`, { method: 'POST', body, headers });
  assert.equal((await post('\ufeff{"name":"x"}')).status, 201);
  assert.equal((await post('{\ufeff"name":"x"}')).status, 400);
});

test('who sends too much, and only then reads, gets 413, and the connection serves the next request', async () => {
  const { socket, until } = await open();
  const body = 'x'.repeat(LIMIT * 30);
  socket.write(head(`content-length: ${body.length}`) + body);
  await until(/^HTTP\/1\.1 413 [\s\S]*body_too_large/);
  socket.write(head(`content-length: ${BODY.length}`) + BODY);
  await until(/HTTP\/1\.1 201 /);
  socket.destroy();
});

test('who sends too much in chunks gets 413 before the end, and may finish', async () => {
  const { socket, until } = await open();
  socket.write(head('transfer-encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let i = 0; i < 3; i++) socket.write(chunk);
  await until(/^HTTP\/1\.1 413 /);
  for (let i = 0; i < 20; i++) socket.write(chunk);
  socket.write('0\r\n\r\n');
  socket.write(head(`content-length: ${BODY.length}`) + BODY);
  await until(/HTTP\/1\.1 201 /);
  socket.destroy();
});

test('a streamed upload that is far too large is 413 as well, and the connection goes on', async () => {
  const { socket, said, until } = await open();
  socket.write(head(`content-length: ${BODY.length}`) + BODY);
  await until(/"id":"[\s\S]*}/);
  const id = /"id":"([^"]+)"/.exec(said())?.[1];
  const upload = 'word '.repeat(LIMIT * 3);
  const start = head(`content-length: ${upload.length}`)
    .replace('/workspaces', `/workspaces/${id}/sources?type=text`)
    .replace('application/json', 'text/plain');
  socket.write(start + upload);
  await until(/HTTP\/1\.1 413 [\s\S]*body_too_large/);
  socket.write(head(`content-length: ${BODY.length}`) + BODY);
  await until(/413[\s\S]*HTTP\/1\.1 201 /);
  socket.destroy();
});

test('who asks before sending (Expect: 100-continue) is told to go on', async () => {
  const { socket, said, until } = await open();
  socket.write(head(`expect: 100-continue\r\ncontent-length: ${BODY.length}`));
  await until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  socket.write(BODY);
  await until(/HTTP\/1\.1 201 /);
  assert.equal(said().match(/100 Continue/g)?.length, 1);
  socket.destroy();
});

const NOT_INVITED: [what: string, request: string, answer: RegExp][] = [
  ['too large a body', head(`expect: 100-continue\r\ncontent-length: ${LIMIT + 1}`), /^HTTP\/1\.1 413 /],
  [
    'a key that is not known',
    head('expect: 100-continue\r\ncontent-length: 12', 'wrong'),
    /^HTTP\/1\.1 401 /,
  ],
  [
    'an address where nothing is',
    head('expect: 100-continue\r\ncontent-length: 0').replace('/workspaces', '/nothing'),
    /^HTTP\/1\.1 404 /,
  ],
];
for (const [what, request, answer] of NOT_INVITED) {
  test(`who asks before sending, with ${what}, is not told to go on, and the connection ends`, async () => {
    const { socket, said, until } = await open();
    socket.write(request);
    const closed = once(socket, 'close');
    await until(answer);
    await closed;
    assert.match(said(), /\r\nconnection: close\r\n/i);
  });
}

test('an upload that is given up harms nobody and is no error of the service', async () => {
  logged.length = 0;
  for (const end of ['destroy', 'end'] as const) {
    const { socket } = await open();
    socket.write(`${head('content-length: 5000')}{"name":`);
    await sleep(20);
    socket[end]();
    if (end === 'end') await once(socket, 'close');
  }
  const { socket, until } = await open();
  socket.write(head(`content-length: ${BODY.length}`) + BODY);
  await until(/^HTTP\/1\.1 201 /);
  socket.destroy();
  assert.deepEqual(logged, []);
});

test('garbage after a request that is being served does not become the answer to it', async () => {
  const { socket, said, until } = await open();
  socket.write(`${head(`content-length: ${BODY.length}`)}${BODY}`);
  await until(/^HTTP\/1\.1 201 [\s\S]*"name":"x"/);
  socket.write('garbage\r\n\r\n');
  await until(/HTTP\/1\.1 400 [\s\S]*malformed_request/);
  assert.match(said(), /^HTTP\/1\.1 201 /);
  socket.destroy();
});

const CODED: [
  what: string,
  headers: Record<string, string>,
  body: string | Buffer,
  status: number,
  code?: string,
][] = [
  ['JSON said to be UTF-8', { 'content-type': 'application/json; charset="UTF-8"' }, BODY, 201],
  ['JSON in identity coding', { 'content-encoding': 'identity' }, BODY, 201],
  [
    'JSON in UTF-16',
    { 'content-type': 'application/json; charset=utf-16' },
    Buffer.from(BODY, 'utf16le'),
    415,
    'unsupported_media_type',
  ],
  ['compressed JSON', { 'content-encoding': 'gzip' }, gzipSync(BODY), 415, 'unsupported_media_type'],
  [
    'more values than BODY_LIMIT_VALUES',
    {},
    JSON.stringify({ name: Array(1000).fill(0) }),
    413,
    'too_many_values',
  ],
];
for (const [what, headers, body, status, code] of CODED) {
  test(`a body with ${what} is ${status}`, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      body,
    });
    assert.equal(answer.status, status);
    assert.equal(((await answer.json()) as { code?: string }).code, code);
  });
}

test('a compressed upload is 415, not stored as it is', async () => {
  const headers = { authorization: `Bearer ${KEY}` };
  const at = `http://127.0.0.1:${port}/workspaces`;
  const made = await fetch(at, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: BODY,
  });
  const { id } = (await made.json()) as { id: string };
  const answer = await fetch(`${at}/${id}/sources?type=text`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain', 'content-encoding': 'gzip' },
    body: gzipSync('some words'),
  });
  assert.equal(answer.status, 415);
});
