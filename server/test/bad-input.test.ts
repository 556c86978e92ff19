import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { Client } from 'undici';
import { createApp, type Touchstone } from '../src/app/app.ts';
import { loadConfig } from '../src/platform/config.ts';
import { type BadRequest, badRequestsOf } from './support/bad-requests.ts';
import { onDisk, type TestPlace } from './support/each-database.ts';
import { inFull, isInFull } from './support/in-full.ts';
import { freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';
import { RAW_REQUESTS } from './support/raw-requests.ts';
import { type Operation, operationsOf } from './support/schema-walk.ts';

/** Small, so that what is too large is soon sent; every limit of a field but those of long texts is below it. */
const BODY_LIMIT = 250_000;

/** Which of its wrong requests an operation is sent. */
const EVERY = inFull(2, 1);

interface Running {
  app: Touchstone;
  url: string;
  place: TestPlace;
  workspaceId: string;
  operations: Operation[];
}

interface Said {
  status: number;
  code: string;
  pointers: string[];
}

describe('bad input', () => {
  const services: Running[] = [];
  before(async () => {
    services.push(await start(undefined));
    const why = postgresSkipReason();
    if (!isInFull()) return;
    if (why === undefined) services.push(await start(await freshPostgresDatabase()));
    else console.error(`*** bad input: not compared with PostgreSQL: ${why} ***`);
  });
  after(async () => {
    for (const { app, place } of services) {
      await app.stop();
      await place.remove();
    }
  });

  test('every route answers every wrong request with a problem that names the place, in full on both databases alike', async () => {
    const [first] = services;
    assert.ok(first);
    const failures: string[] = [];
    const all = await Promise.all(services.map((service) => askAll(service)));
    for (const [i, { request, said }] of (all[0] ?? []).entries()) {
      const what = `${request.method} ${request.path.slice(0, 160)} (${request.what})`;
      failures.push(...unexpected(request, said).map((why) => `${what}: ${why}`));
      for (const other of all.slice(1)) {
        const theirs = JSON.stringify(other[i]?.said);
        if (theirs !== JSON.stringify(said))
          failures.push(`${what}: ${JSON.stringify(said)}, PostgreSQL: ${theirs}`);
      }
    }
    assert.deepEqual(failures.slice(0, 20), []);
    assert.ok((all[0]?.length ?? 0) > 1000);
  });

  test('a method that a path does not answer is 405 and says which it does', async () => {
    for (const service of services) {
      const paths = new Set(service.operations.map(({ path }) => path));
      const client = new Client(service.url);
      try {
        for (const path of paths) {
          const filled = path.replaceAll(/\{\w+\}/g, service.workspaceId);
          // Another path may fit the same address: an id stands where this one has a word.
          const fitting = service.operations.filter((each) => patternOf(each.path).test(filled));
          const known = new Set(fitting.map(({ method }) => method));
          for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
            if (known.has(method)) continue;
            const response = await client.request({ method: method as 'GET', path: filled });
            const { code } = (await response.body.json()) as { code: string };
            assert.deepEqual([response.statusCode, code], [405, 'method_not_allowed'], `${method} ${path}`);
            const allowed = String(response.headers.allow).split(', ');
            assert.deepEqual(new Set(allowed.filter((each) => each !== 'HEAD')), known);
          }
        }
      } finally {
        await client.close();
      }
    }
  });

  for (const [what, text, statuses] of RAW_REQUESTS) {
    test(`on the wire: ${what}`, async () => {
      for (const { url } of services.slice(0, 1)) {
        const answer = await sendRaw(url, text);
        const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
        assert.ok(statuses.includes(status), `${status}: ${answer.slice(0, 300)}`);
        assert.match(head, /^content-type: application\/problem\+json/im);
        assert.match(head, /^x-request-id: \S{8,}/im);
        const problem = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
        assert.equal(problem.status, status);
        assert.equal(typeof problem.code, 'string');
      }
    });
  }

  test('after all that the service still answers', async () => {
    for (const { url, workspaceId } of services) {
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      assert.equal((await fetch(`${url}/workspaces/${workspaceId}`)).status, 200);
    }
  });
});

async function start(database: { url: string; drop(): Promise<void> } | undefined): Promise<Running> {
  const place = onDisk(database?.url, database?.drop ?? (async () => {}));
  const flags: Record<string, string> = {
    port: '0',
    'data-dir': place.dataDir,
    'log-level': 'silent',
    'body-limit-bytes': `${BODY_LIMIT}`,
    ...(place.url !== undefined && { 'database-url': place.url }),
  };
  const app = await createApp(loadConfig({ env: {}, flags }));
  const { url } = await app.start();
  const operations = operationsOf(await (await fetch(`${url}/openapi.json`)).json());
  const made = await fetch(`${url}/workspaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Bad input"}',
  });
  const { id } = (await made.json()) as { id: string };
  return { app, url, place, workspaceId: id, operations };
}

async function askAll({ url, operations, workspaceId }: Running) {
  const client = new Client(url, { pipelining: 1 });
  const answers: { request: BadRequest; said: Said }[] = [];
  try {
    for (const [at, operation] of operations.entries()) {
      const requests = badRequestsOf(operation, workspaceId, BODY_LIMIT);
      for (const [i, request] of requests.entries())
        if ((at + i) % EVERY === 0) answers.push({ request, said: await ask(client, request) });
    }
  } finally {
    await client.close();
  }
  return answers;
}

async function ask(client: Client, { method, path, headers, body, chunked }: BadRequest): Promise<Said> {
  const bytes = body === null ? null : Buffer.from(body);
  const sent = chunked && bytes ? Readable.from(pieces(bytes)) : bytes;
  const response = await client.request({ method: method as 'GET', path, headers, body: sent });
  const text = await response.body.text();
  const type = String(response.headers['content-type'] ?? '');
  if (!type.startsWith('application/problem+json'))
    return { status: response.statusCode, code: `(${type})`, pointers: [] };
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { pointer: string }[] };
  return { status: response.statusCode, code, pointers: errors.map(({ pointer }) => pointer).sort() };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
}

function unexpected({ expect }: BadRequest, { status, code, pointers }: Said): string[] {
  const fits =
    [expect.status].flat().includes(status) &&
    (expect.code === undefined || [expect.code].flat().includes(code)) &&
    (expect.pointer === undefined || expect.pointer === null || pointers.includes(expect.pointer));
  return fits ? [] : [`${status} ${code} ${JSON.stringify(pointers)}, not ${JSON.stringify(expect)}`];
}

/** Everything that comes back until the other side closes. */
async function sendRaw(url: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(10_000, () =>
    socket.destroy(new Error('nothing more came, and the connection stayed open')),
  );
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}
