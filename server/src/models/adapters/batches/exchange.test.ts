import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { readLines } from '../http/read-lines.ts';
import { createRedaction } from '../http/redaction.ts';
import { openTransport } from '../http/transport.ts';
import { openAI } from '../openai.ts';
import { createBatchExchange } from './exchange.ts';

const SIGNAL = new AbortController().signal;

async function listen(t: TestContext, answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function reading(t: TestContext, origin: string, idleMs: number) {
  const transport = await openTransport();
  t.after(() => transport.stop());
  return readLines(transport, { method: 'GET', origin, path: '/', headers: {}, body: null }, SIGNAL, idleMs);
}

test('lines that stand still are given up, also before the first one', async (t) => {
  const middle = await listen(t, (_, res) => void res.write('1\n2\n'));
  const seen: string[] = [];
  const { lines } = await reading(t, middle, 1000);
  await assert.rejects(async () => {
    for await (const line of lines) seen.push(line);
  }, /nothing came for 1 s/);
  assert.deepEqual(seen, ['1', '2']);
  const nothing = await listen(t, () => {});
  await assert.rejects(reading(t, nothing, 1000), /nothing came for 1 s/);
});

test('lines that nobody reads for a while are not given up', async (t) => {
  const many = Array.from({ length: 200_000 }, (_, i) => `${i} ${'x'.repeat(50)}\n`).join('');
  const { lines } = await reading(t, await listen(t, (_, res) => void res.end(many)), 1000);
  let count = 0;
  for await (const _ of lines) if (count++ === 0) await new Promise((resolve) => setTimeout(resolve, 2000));
  assert.equal(count, 200_000);
});

test('an answer without an end is given up at the length of a call', { timeout: 60_000 }, async (t) => {
  const origin = await listen(t, (_, res) => {
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(1024 * 1024)));
    };
    res.write('{"pad":"');
    more();
    res.on('drain', more);
  });
  const exchange = createBatchExchange({ baseUrl: origin, headers: {}, redact: createRedaction([]) });
  t.after(() => exchange.stop());
  const asked = await exchange.ask('GET', '/batches/1', { signal: SIGNAL });
  assert.equal(asked.ok, false);
});

test('the query of the configured address is kept, and an account without a key sends none', async (t) => {
  const seen: [path: string | undefined, key: string | undefined][] = [];
  const origin = await listen(t, (req, res) => {
    seen.push([req.url, req.headers.authorization]);
    res.end('{}');
  });
  const headers = openAI.batches?.headers({ baseUrl: origin }) ?? {};
  const exchange = createBatchExchange({
    baseUrl: `${origin}/v1/?api-version=2`,
    headers,
    redact: createRedaction([]),
  });
  t.after(() => exchange.stop());
  for (const path of ['/batches/1', '/batches?limit=3'])
    assert.equal((await exchange.ask('GET', path, { signal: SIGNAL })).ok, true);
  assert.deepEqual(seen, [
    ['/v1/batches/1?api-version=2', undefined],
    ['/v1/batches?limit=3&api-version=2', undefined],
  ]);
});
