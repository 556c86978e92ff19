import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp, type Touchstone } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import type { Log } from '../src/kernel/log.ts';
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
  test(`who asks before sending, with ${what}, is not told to go on`, async () => {
    const { socket, until } = await open();
    socket.write(request);
    await until(answer);
    socket.destroy();
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
