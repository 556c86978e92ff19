import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onDisk } from '../support/each-database.ts';
import { startService } from '../support/service.ts';

const run = promisify(execFile);
const FUZZER = fileURLToPath(new URL('../fuzz/fuzz.ts', import.meta.url));

async function fuzz(...options: string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout } = await run(process.execPath, [FUZZER, ...options], { timeout: 120_000 });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

// The long one is `node server/test/fuzz/fuzz.ts 200000`.
const REQUESTS = 2000;

test('requests made of the OpenAPI document, fitting and hostile, find nothing', async () => {
  const { code, said } = await fuzz(`${REQUESTS}`, '1');
  assert.equal(code, 0, said);
  assert.match(said, /^findings: 0$/m);
  const [, reached] = /operations that saw a 2xx: (\d+) of/.exec(said) ?? [];
  assert.ok(Number(reached) > 45, said);
});

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A fault that stands between a service and those who ask it: which answers it alters, how, and what is said of it. */
const FAULTS: [what: string, method: string, path: RegExp, alter: (answer: Answer) => void, said: RegExp][] =
  [
    [
      'a server error',
      'POST',
      /\/search$/,
      (answer) => Object.assign(answer, { status: 500 }),
      /search: 500/,
    ],
    [
      'an answer without a field',
      'GET',
      /^\/workspaces\/[^/]+$/,
      (answer) => Object.assign(answer, { body: answer.body.replace('"source_count"', '"sources"') }),
      /getWorkspace: the body does not conform/,
    ],
    [
      'another content type',
      'GET',
      /\/stacks$/,
      ({ headers }) => Object.assign(headers, { 'content-type': 'text/html' }),
      /listStacks: the content type text\/html is not documented/,
    ],
    [
      'a missing header',
      'GET',
      /\/scenarios\/[^/]+$/,
      ({ headers }) => delete headers.etag,
      /getScenario: the header ETag is missing/,
    ],
    [
      'another status',
      'POST',
      /\/messages$/,
      (answer) => Object.assign(answer, { status: 202 }),
      /createMessage: the status 202 is not documented/,
    ],
    [
      'a code that is in no table',
      'GET',
      /\/export$/,
      (answer) => Object.assign(answer, { body: answer.body.replace('"code":"', '"code":"un') }),
      /getEvaluationExport: the (?:body does not conform: \/code|code)/,
    ],
  ];

test('faults that are planted in the answers are found, with the operation and an example', async () => {
  const service = await startService(onDisk(undefined, async () => {}));
  const refusedDeletes = { method: 'DELETE', path: /\/stacks\/[^/]+$/ };
  const proxy = createServer((asked, response) => void forward(asked, response));
  async function forward(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url?.split('?')[0] ?? '';
    // Says that it is deleted, and keeps it.
    const kept = asked.method === refusedDeletes.method && refusedDeletes.path.test(path);
    const answer = await passOn(asked, service.url, kept ? 'GET' : (asked.method ?? 'GET'));
    if (kept && answer.status === 200) Object.assign(answer, { status: 204, body: '' });
    for (const [, method, fits, alter] of FAULTS)
      if (asked.method === method && fits.test(path)) alter(answer);
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    response.writeHead(answer.status, headers).end(answer.body);
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = proxy.address() as AddressInfo;
    const { code, said } = await fuzz('3000', '1', `--url=http://127.0.0.1:${port}`);
    assert.equal(code, 1, said);
    for (const [what, , , , expected] of FAULTS) assert.match(said, expected, what);
    assert.match(said, /deleteStack: what was deleted is 200/);
    assert.match(said, /first in session \d+: POST \/workspaces\/\S+\/search/);
  } finally {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await service.stop();
  }
});

function passOn(asked: IncomingMessage, url: string, method: string): Promise<Answer> {
  return new Promise((resolve) => {
    // An answer that is altered must not be compressed.
    const { expect: _, 'accept-encoding': __, ...headers } = asked.headers;
    // The target goes on as it came: it may be an address of its own.
    const { hostname, port } = new URL(url);
    const to = { hostname, port, path: asked.url ?? '/', method, headers, agent: false };
    const sent = request(to, async (response) => {
      // A stream has no end.
      const streams = response.headers['content-type']?.startsWith('text/event-stream') === true;
      const body = streams ? '' : Buffer.concat(await response.toArray()).toString();
      if (streams) response.destroy();
      resolve({ status: response.statusCode ?? 500, headers: response.headers, body });
    });
    sent.on('error', () => resolve({ status: 400, headers: {}, body: '' }));
    asked.pipe(sent);
  });
}
