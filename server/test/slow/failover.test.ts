import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';
import { startPrivatePostgres } from '../support/postgres.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { keepWriting } from '../support/write-load.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const KEY = 'the-first-key-of-a-failover';
const ITEMS = 1200;
const AT_ONCE = 8;
const SLOW = {
  defaults: {
    answers: { kind: 'list' as const, values: ['1'] },
    latency: { distribution: 'constant' as const, ms: 100 },
  },
};

test('PostgreSQL is cut off, killed and replaced by its standby under load: no acknowledged write is lost, and all goes on', async (t) => {
  const primary = await startPrivatePostgres('replicated');
  if ('skipped' in primary) return t.skip(primary.skipped);
  const stops: (() => unknown)[] = [() => primary.stop()];
  t.after(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const standby = await primary.standby();
  stops.push(() => standby.stop());
  const proxy = await startTcpProxy(primary.socket);
  stops.push(() => proxy.stop());
  const mock = await startMockModel({ script: SLOW });
  stops.push(() => mock.stop());
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-failover-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const serve = async (role: string) => {
    const dataDir = join(folder, role);
    mkdirSync(dataDir);
    const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
    const config = writeProviders(dataDir, mock, { max_concurrency: AT_ONCE });
    const flags = ['--role', role, '--data-dir', dataDir, '--database-url', url, '--log-level', 'warn'];
    const env = { TOUCHSTONE_BOOTSTRAP_KEY: KEY };
    const service = await startServe([...flags, '--touchstone-config', config], env);
    stops.push(() => service.kill());
    return service;
  };
  const node = await serve('api');
  const worker = await serve('worker');
  const writer = keepWriting(node.url, headers);
  const { id } = await ask(node, 'POST', '/workspaces', { name: 'W' });
  const evaluation = await ask(node, 'POST', `/workspaces/${id}/evaluations`, {
    name: 'E',
    targets: [mockTarget('model')],
    benchmarks: [arithmetic(ITEMS)],
    methodology: { cache: false, concurrency: AT_ONCE },
  });
  const path = `/workspaces/${id}/evaluations/${evaluation.id}`;

  const moments: [what: string, act: () => unknown][] = [
    ['the proxy is started again', () => proxy.cut()],
    [
      'PostgreSQL is killed and started again',
      async () => {
        const again = await primary.kill();
        await sleep(2000);
        await again();
      },
    ],
    [
      'PostgreSQL is killed and its standby promoted',
      async () => {
        await primary.kill();
        // What moves the address is not always what promotes: the new server only reads for a while.
        proxy.leadTo(standby.socket);
        await sleep(2000);
        await standby.promote();
      },
    ],
  ];
  for (const [what, act] of moments) {
    const asked = mock.stats().requests;
    await until(() => mock.stats().requests > asked + 100);
    const began = performance.now();
    await act();
    const acted = performance.now();
    const took = await writer.writesAgain();
    t.diagnostic(`${what}: written again ${took} ms after it (${Math.round(acted - began)} ms)`);
    assert.ok(took < 15_000, `${what}: ${took} ms`);
  }
  t.diagnostic(await writer.endsWithAll());
  const ended = await until(async () => {
    const body = await ask(node, 'GET', path);
    return !['queued', 'running'].includes(body.status) && body;
  }, 100);
  const { coverage, cost } = ended.results;
  const { cut_off_calls = 0 } = cost;
  assert.deepEqual([ended.status, coverage[0].scored], ['completed', ITEMS]);
  const again = mock.stats().requests - ITEMS;
  t.diagnostic(`${again} requests were sent again, ${cut_off_calls} calls are said to be cut off`);
  assert.ok(again <= cut_off_calls, `${again} requests`);
  for (const service of [node, worker])
    assert.equal(service.child.exitCode, null, 'no process was started again');
});

const headers = { authorization: `Bearer ${KEY}` };

async function ask({ url }: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, url + path, { json, headers });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}
