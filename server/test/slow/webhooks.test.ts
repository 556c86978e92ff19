import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type ServeProcess, startServe } from '../support/cli-process.ts';
import { httpRequest } from '../support/http-request.ts';
import { freshPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { isSignedBy, startWebhookReceiver } from '../support/webhook-receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

async function ask({ url }: ServeProcess, method: string, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await httpRequest(method, url + path, { json });
  assert.ok(status < 300, `${method} ${path} is ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function newWebhook(by: ServeProcess, url: string): Promise<{ path: string; secret: string }> {
  const { id: workspace } = await ask(by, 'POST', '/workspaces', { name: 'Hooks' });
  const path = `/workspaces/${workspace}/webhooks`;
  const { id, secret } = await ask(by, 'POST', path, { name: 'CI', url, events: ['series.alarm'] });
  return { path: `${path}/${id}`, secret };
}

const delivered = (by: ServeProcess, path: string, count: number) =>
  until(async () => {
    const { data } = await ask(by, 'GET', `${path}/deliveries?limit=1000`);
    return data.length === count && data.every(({ state }: Body) => state === 'delivered') && data;
  }, 100);

test('what was acknowledged before a kill is delivered after it, under its id, however often the service is killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-webhooks-'));
  // Holds each message until the service is killed, and answers from the fourth life on.
  let life = 1;
  const receiver = await startWebhookReceiver((_, response) => {
    if (life > 3) response.writeHead(204).end();
  });
  const start = () =>
    startServe(['--data-dir', dataDir, '--fetch-allow-hosts', receiver.pair, '--log-level', 'silent']);
  let service = await start();
  try {
    const { path, secret } = await newWebhook(service, receiver.url);
    const sent: string[] = [];
    for (; life <= 3; life++) {
      // Killed between the commit and the delivery, or while messages are on their way.
      for (let i = 0; i < 5; i++) sent.push((await ask(service, 'POST', `${path}/test`)).id);
      await service.kill();
      if (life === 3) life++;
      service = await start();
    }
    const data = await delivered(service, path, sent.length);
    assert.deepEqual(data.map(({ id }: Body) => id).toSorted(), sent.toSorted());
    assert.ok(receiver.received.every((message) => isSignedBy(secret, message)));
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const id = String(headers['webhook-id']);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    assert.deepEqual([...bodies.keys()].toSorted(), sent.toSorted());
    assert.ok([...bodies.values()].every(({ size }) => size === 1));
  } finally {
    await service.kill();
    await receiver.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

describe('three processes on one PostgreSQL', { skip: postgresSkipReason() ?? false }, () => {
  test('deliver each message once, four of a webhook at once, while other receivers hang', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-webhooks-'));
    const database = await freshPostgresDatabase();
    const open = { now: 0, most: 0 };
    const receiver = await startWebhookReceiver(({ path }, response) => {
      if (path === '/hangs') return;
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      setTimeout(() => {
        open.now -= 1;
        response.writeHead(204).end();
      }, 20);
    });
    const processes: ServeProcess[] = [];
    try {
      for (const name of ['a', 'b', 'c']) {
        const dataDir = join(folder, name);
        mkdirSync(dataDir);
        const flags = ['--data-dir', dataDir, '--database-url', database.url];
        processes.push(
          await startServe([...flags, '--fetch-allow-hosts', receiver.pair, '--log-level', 'silent']),
        );
      }
      const [first] = processes as [ServeProcess];
      const hanging = await Promise.all([1, 2, 3, 4].map(() => newWebhook(first, `${receiver.url}/hangs`)));
      for (const { path } of hanging)
        for (const _ of [1, 2, 3, 4, 5]) await ask(first, 'POST', `${path}/test`);
      await until(async () => receiver.received.length >= hanging.length * 4, 50);
      const { path } = await newWebhook(first, `${receiver.url}/answers`);
      const sent: string[] = [];
      for (let i = 0; i < 60; i++) {
        const by = processes[i % processes.length] as ServeProcess;
        sent.push((await ask(by, 'POST', `${path}/test`)).id);
      }
      const data = await delivered(first, path, sent.length);
      const got = Map.groupBy(
        receiver.received.filter((message) => message.path === '/answers'),
        ({ headers }) => String(headers['webhook-id']),
      );
      assert.deepEqual([...got.keys()].toSorted(), sent.toSorted());
      // One, but where a machine that stood still let an attempt run out.
      for (const { id, attempts } of data) assert.ok((got.get(id)?.length ?? 0) <= attempts, id);
      assert.ok(open.most <= 4, `${open.most} at once`);
      for (const one of hanging) {
        const { data: waiting } = await ask(first, 'GET', `${one.path}/deliveries`);
        assert.ok(waiting.every(({ state }: Body) => state === 'pending'));
      }
    } finally {
      await Promise.all(processes.map((one) => one.kill()));
      await receiver.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
