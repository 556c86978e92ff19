import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  ApprovalNeeded,
  allPages,
  answer,
  begun,
  createClient,
  readEvents,
  TouchstoneError,
} from '@touchstone/client';
import { createApp, type Touchstone } from '../src/app/app.ts';
import { loadConfig } from '../src/platform/config.ts';
import { until } from './support/until.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-client-'));
let app: Touchstone;
let url: string;

before(async () => {
  const flags = { port: '0', 'data-dir': dataDir, 'log-level': 'silent', 'base-path': '/mounted' };
  app = await createApp(loadConfig({ env: {}, flags }));
  ({ url } = await app.start());
});

after(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const newWorkspace = (name: string) =>
  answer(createClient({ baseUrl: url }).POST('/workspaces', { body: { name } }));

test('an answer is the typed body', async () => {
  const client = createClient({ baseUrl: url });
  const made = await newWorkspace('One');
  const params = { path: { workspace_id: made.id } };
  const read = await answer(client.GET('/workspaces/{workspace_id}', { params }));
  assert.deepEqual(read, made);
  assert.equal(await answer(client.DELETE('/workspaces/{workspace_id}', { params })), undefined);
});

test('a problem is thrown as a TouchstoneError with everything it says', async () => {
  const client = createClient({ baseUrl: url });
  const refused = client.POST('/workspaces', { body: { name: '' } });
  await assert.rejects(refused, (error: unknown) => {
    assert.ok(error instanceof TouchstoneError);
    assert.equal(error.code, 'invalid_request');
    assert.equal(error.status, 400);
    assert.equal(error.errors[0]?.pointer, '/name');
    assert.ok(error.detail.length > 0);
    assert.ok(error.requestId);
    return true;
  });
});

test('a key that is not known is refused', async () => {
  const client = createClient({ baseUrl: url, key: 'ts_not_a_key' });
  await assert.rejects(
    client.GET('/workspaces'),
    (error: unknown) => error instanceof TouchstoneError && error.status === 401,
  );
});

test('allPages walks a list to its end, newest first', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await newWorkspace(name);
  const client = createClient({ baseUrl: url });
  let pages = 0;
  const found: string[] = [];
  const list = (page: { cursor?: string }) => {
    pages++;
    return answer(client.GET('/workspaces', { params: { query: { ...page, limit: 2 } } }));
  };
  for await (const { name } of allPages(list)) found.push(name);
  assert.deepEqual(found, names.reverse());
  assert.equal(pages, 3);
});

test('events of a workspace: resync first; gone with the workspace', async () => {
  const { id } = await newWorkspace('Listened to');
  const stop = new AbortController();
  for await (const event of readEvents(`${url}/workspaces/${id}/events`, { signal: stop.signal })) {
    assert.equal(event.type, 'resync');
    stop.abort();
  }
  const nowhere = `${url}/workspaces/00000000-0000-7000-8000-000000000000/events`;
  await assert.rejects(
    readEvents(nowhere).next(),
    (error: unknown) => error instanceof TouchstoneError && error.code === 'not_found',
  );
});

/** A server that answers each connection by the next of these scripts. */
async function scripted(answers: ((write: (text: string) => void, end: () => void) => void)[]) {
  let connections = 0;
  const server: Server = createServer((_request, response) => {
    const script = answers[connections++];
    if (!script) {
      response.writeHead(503, { 'retry-after': '0' }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    script(
      (text) => response.write(text),
      () => response.end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a stream that ends or breaks off is made again, and goes on', async () => {
  const server = await scripted([
    (write, end) => {
      write(': hello\n\nevent: resync\ndata: {}\n\n');
      end();
    },
    (write) => {
      write('event: resync\n');
      write('data: {}\n\nevent: something.new\ndata: {}\n\n');
      write('event: source.updated\ndata: {"id":"x","status":"ready"}\n\n');
    },
  ]);
  try {
    const seen: unknown[] = [];
    for await (const event of readEvents(server.url, { firstPauseMs: 1 })) {
      seen.push(event);
      if (event.type === 'source.updated') break;
    }
    assert.deepEqual(seen, [
      { type: 'resync', data: {} },
      { type: 'resync', data: {} },
      { type: 'source.updated', data: { id: 'x', status: 'ready' } },
    ]);
    assert.equal(server.connections(), 2);
  } finally {
    await server.close();
  }
});

test('a service that is away is asked again until the reader gives up', async () => {
  const server = await scripted([]);
  try {
    const stop = new AbortController();
    const reading = readEvents(server.url, { signal: stop.signal, firstPauseMs: 1 }).next();
    await until(() => server.connections() >= 3);
    stop.abort();
    assert.deepEqual(await reading, { value: undefined, done: true });
  } finally {
    await server.close();
  }
});

// The last one: the first key ends the time in which this machine needs none.
test('begun answers the evaluation, and throws what a person has to approve for an agent’s key', async () => {
  const { id: workspace_id } = await newWorkspace('Begun');
  const params = { path: { workspace_id } };
  const body = {
    name: 'Once',
    targets: [{ target_type: 'model' as const, model_provider: 'baseline', model_id: 'arithmetic' }],
    benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 1 }],
  };
  const open = createClient({ baseUrl: url });
  const made = await answer(open.POST('/api-keys', { body: { name: 'me', role: 'admin' } }));
  const person = createClient({ baseUrl: url, key: made.key });
  const key = { name: 'agent', role: 'editor' as const, agent: true };
  const agent = createClient({
    baseUrl: url,
    key: (await answer(person.POST('/api-keys', { body: key }))).key,
  });
  const path = '/workspaces/{workspace_id}/evaluations';
  assert.equal((await begun(person.POST(path, { params, body }))).name, 'Once');
  await assert.rejects(begun(agent.POST(path, { params, body })), (error) => {
    assert.ok(error instanceof ApprovalNeeded);
    assert.deepEqual([error.approval.status, error.approval.evaluation_name], ['pending', 'Once']);
    assert.match(error.message, new RegExp(`approval ${error.approval.id}`));
    return true;
  });
  const { response, data } = await agent.POST(path, { params, body });
  assert.equal(response.headers.get('location'), `/mounted/workspaces/${workspace_id}/approvals/${data?.id}`);
});
