import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { newWorkspace } from '../../../test/support/resource-behaviour.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../../kernel/actor.ts';
import type { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { openSse } from '../http/sse.ts';
import { databaseTime, deleteEventsBefore, eventsSince, recordEvent } from './event-store.ts';
import { createEvents, type WorkspaceEvent } from './events.ts';

interface Told {
  event: string;
  data: Record<string, unknown>;
}

/** A stream as a client sees it. */
async function follow(service: Service, workspaceId: string, headers: Record<string, string> = {}) {
  const ended = new AbortController();
  const response = await fetch(`${service.url}/workspaces/${workspaceId}/events`, {
    headers,
    signal: ended.signal,
  });
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    response,
    /** The next event; undefined at the end of the stream. */
    async next(): Promise<Told | undefined> {
      for (;;) {
        const at = rest.indexOf('\n\n');
        if (at !== -1) {
          const frame = rest.slice(0, at);
          rest = rest.slice(at + 2);
          const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
          if (event !== undefined) return { event, data: JSON.parse(data ?? '') };
          continue;
        }
        const read = await text?.read();
        if (!read || read.done) return undefined;
        rest += read.value;
      }
    },
    close: () => ended.abort(),
  };
}

onEachDatabase('event streams', (place) => {
  let service: Service;
  before(async () => {
    service = await startService(await place());
  });
  after(() => service.stop());

  test('a stream begins with resync and sends the events of its workspace, and none of others', async () => {
    const [here, there] = [await newWorkspace(service), await newWorkspace(service)];
    const stream = await follow(service, here);
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(stream.response.headers.get('x-accel-buffering'), 'no');
    assert.deepEqual(await stream.next(), { event: 'resync', data: {} });
    await service.call('POST', `/workspaces/${there}/messages`, {
      role: 'user',
      content: 'elsewhere',
      respond: false,
    });
    const said = await service.call('POST', `/workspaces/${here}/messages`, {
      role: 'user',
      content: 'here',
      respond: false,
    });
    assert.deepEqual(await stream.next(), {
      event: 'message.completed',
      data: { id: said.body.id, role: 'user', status: 'complete' },
    });
    stream.close();
  });

  test('a stream follows a source until it is ready', async () => {
    const workspaceId = await newWorkspace(service);
    const stream = await follow(service, workspaceId);
    await stream.next();
    const body = { type: 'text', content: 'A few words.' };
    const { id } = (await service.call('POST', `/workspaces/${workspaceId}/sources`, body)).body;
    for (let told = await stream.next(); told?.data.status !== 'ready'; told = await stream.next()) {
      assert.equal(told?.event, 'source.updated');
      assert.equal(told?.data.id, id);
    }
    stream.close();
  });

  test('a stream ends with its workspace', async () => {
    const workspaceId = await newWorkspace(service);
    const stream = await follow(service, workspaceId);
    await stream.next();
    await service.call('DELETE', `/workspaces/${workspaceId}`);
    assert.deepEqual(await stream.next(), { event: 'workspace.deleted', data: { id: workspaceId } });
    assert.equal(await stream.next(), undefined);
  });

  test('each creation, change and deletion is sent as an event named after its resource', async () => {
    const id = await newWorkspace(service);
    const at = `/workspaces/${id}`;
    const stream = await follow(service, id);
    await stream.next();
    const make = async (path: string, body: object) =>
      (await service.call('POST', `${at}/${path}`, body)).body.id as string;
    const before = new Set<string>();
    // An event is a hint: on PostgreSQL a poll that comes between two changes tells the first of them again.
    const told = async (expected: string) => {
      for (;;) {
        const { event, data } = (await stream.next()) ?? {};
        const said = `${event} ${data?.id}`;
        if (said === expected) return before.add(said);
        assert.ok(before.has(said), `${said}, and not ${expected}`);
      }
    };
    await service.call('PATCH', at, { name: 'Other' });
    await told(`workspace.updated ${id}`);
    for (const [noun, body] of [
      ['scenario', { name: 'S', workload_type: 'rag' }],
      ['stack', { name: 'S', model: {} }],
    ] as const) {
      const one = await make(`${noun}s`, body);
      await told(`${noun}.updated ${one}`);
      await service.call('PATCH', `${at}/${noun}s/${one}`, { ...body, name: 'T' });
      await told(`${noun}.updated ${one}`);
      await service.call('DELETE', `${at}/${noun}s/${one}`);
      await told(`${noun}.deleted ${one}`);
    }
    const message = await make('messages', { role: 'user', content: 'here', respond: false });
    await told(`message.completed ${message}`);
    await service.call('DELETE', `${at}/messages/${message}`);
    await told(`message.deleted ${message}`);
    await service.call('DELETE', `${at}/messages`);
    await told(`conversation.deleted ${id}`);
    stream.close();
  });

  test('a refused change sends no event', async () => {
    const id = await newWorkspace(service);
    const at = `/workspaces/${id}/stacks`;
    const stream = await follow(service, id);
    await stream.next();
    const stack = (await service.call('POST', at, { name: 'S', model: {} })).body.id;
    assert.equal((await stream.next())?.event, 'stack.updated');
    const stale = { 'if-match': '"7"' };
    assert.equal((await service.call('DELETE', `${at}/${stack}`, undefined, stale)).status, 412);
    await service.call('DELETE', `${at}/${stack}`);
    assert.equal((await stream.next())?.event, 'stack.deleted');
    stream.close();
  });

  test('a workspace that does not exist has no stream, and HEAD opens none', async () => {
    const path = '/workspaces/01890000-0000-7000-8000-000000000000/events';
    assert.equal((await service.call('GET', path)).status, 404);
    const workspaceId = await newWorkspace(service);
    assert.equal(
      (await fetch(`${service.url}/workspaces/${workspaceId}/events`, { method: 'HEAD' })).status,
      405,
    );
  });
});

onEachDatabase('event streams of a key', (place) => {
  test('the streams of a key are limited, and revoking the key ends them', async (t) => {
    const service = await startService(await place(), { 'streams-per-key': '2' });
    t.after(() => service.stop());
    const workspaceId = await newWorkspace(service);
    const key = async (role: string) => {
      const made = await service.call('POST', '/api-keys', { name: role, role }, admin);
      return {
        id: made.body.id as string,
        headers: { authorization: `Bearer ${made.body.key ?? made.body.secret}` },
      };
    };
    let admin: Record<string, string> = {};
    admin = (await key('admin')).headers;
    const viewer = await key('viewer');
    const first = await follow(service, workspaceId, viewer.headers);
    const second = await follow(service, workspaceId, viewer.headers);
    const third = await follow(service, workspaceId, viewer.headers);
    assert.deepEqual(
      [first, second, third].map(({ response }) => response.status),
      [200, 200, 429],
    );
    assert.equal(third.response.headers.get('retry-after'), '5');
    const other = await follow(service, workspaceId, admin);
    assert.equal(other.response.status, 200);
    await first.next();
    await service.call('DELETE', `/api-keys/${viewer.id}`, undefined, admin);
    assert.equal(await first.next(), undefined);
    other.close();
  });

  test('a stream that was closed makes room for another', async (t) => {
    const service = await startService(await place(), { 'streams-per-key': '1' });
    t.after(() => service.stop());
    const workspaceId = await newWorkspace(service);
    const made = await service.call('POST', '/api-keys', { name: 'a', role: 'admin' });
    const headers = { authorization: `Bearer ${made.body.key ?? made.body.secret}` };
    const first = await follow(service, workspaceId, headers);
    await first.next();
    first.close();
    await until(async () => {
      const next = await follow(service, workspaceId, headers);
      next.close();
      return next.response.status === 200;
    });
  });

  test('stopping the service ends its streams at once', async () => {
    const service = await startService(await place());
    const stream = await follow(service, await newWorkspace(service));
    await stream.next();
    const ended = stream.next();
    await service.stop();
    assert.equal(await ended, undefined);
  });
});

onEachDatabase('events inside', (place) => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    const at = await place();
    db = await openDatabase({ url: at.url, dataDir: at.dataDir, log: silentLog });
    close = async () => {
      await db.close();
      await at.remove();
    };
  });
  after(() => close());

  async function insertWorkspace(): Promise<string> {
    const id = newId();
    await db.write((batch) => {
      const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
      batch.add(batch.query.insertInto('workspaces').values({ id, name: 'w', description: null, ...life }));
    });
    return id;
  }

  const progress = (n: number): WorkspaceEvent => ({ type: 'evaluation.progress', id: 'e', data: { n } });

  test('of many equal events in a short time the first and the last are sent', async () => {
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1 });
    const told: unknown[] = [];
    const w = await insertWorkspace();
    await events.open(systemActor, w, { event: ({ data }) => told.push(data.n), end: () => {} });
    for (let n = 0; n < 100; n++) events.publish(w, progress(n), { everyMs: 20 });
    assert.deepEqual(told, [0]);
    await until(() => told.length === 2);
    assert.deepEqual(told, [0, 99]);
    await events.stop();
  });

  test('an event that supersedes a waiting one is sent at once, and the waiting one is dropped', async () => {
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1 });
    const told: string[] = [];
    const w = await insertWorkspace();
    await events.open(systemActor, w, { event: ({ type }) => told.push(type), end: () => {} });
    events.publish(w, progress(1), { everyMs: 20 });
    events.publish(w, progress(2), { everyMs: 20 });
    events.publish(
      w,
      { type: 'evaluation.completed', id: 'e', data: {} },
      { supersedes: 'evaluation.progress' },
    );
    events.publish(w, { ...progress(3), id: 'later' }, { everyMs: 20 });
    events.publish(w, { ...progress(4), id: 'later' }, { everyMs: 20 });
    await until(() => told.length === 4);
    assert.deepEqual(told, [
      'evaluation.progress',
      'evaluation.completed',
      'evaluation.progress',
      'evaluation.progress',
    ]);
    await events.stop();
  });

  test('changes of another process are found by polling and sent once; changes that were sent here are not sent again', async (t) => {
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1, pollMs: 10 });
    const here: WorkspaceEvent = { type: 'source.updated', id: 'a', data: { status: 'ready' } };
    const elsewhere: WorkspaceEvent = { type: 'source.updated', id: 'b', data: { status: 'ready' } };
    const workspaceId = await insertWorkspace();
    let polls = 0;
    events.poll(async (ids) => {
      polls++;
      assert.deepEqual(ids, [workspaceId]);
      return [here, elsewhere].map((event) => ({ workspaceId, event }));
    });
    const told: string[] = [];
    let ended = 0;
    await events.open(systemActor, workspaceId, { event: ({ id }) => told.push(id), end: () => ended++ });
    // In one turn, so that no look comes before what is published here.
    events.start();
    events.publish(workspaceId, here);
    await until(() => polls >= 4);
    assert.deepEqual(told, ['a', 'b']);
    await db.write((batch) => {
      batch.add(batch.query.updateTable('workspaces').set({ deleted_at: 2 }).where('id', '=', workspaceId));
    });
    await until(() => ended === 1);
    await assert.rejects(
      events.open(systemActor, workspaceId, { event: () => {}, end: () => {} }),
      (error: AppError) => error.code === 'not_found',
    );
    await events.stop();
    assert.equal(ended, 1);
  });

  test('an event of a batch reaches every process once, and the process that wrote it at once', async (t) => {
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const workspaceId = await insertWorkspace();
    const told: string[] = [];
    const open = async (name: string) => {
      const events = createEvents({ db, log: silentLog, streamsPerKey: 2, pollMs: 5 });
      let looks = 0;
      events.poll(async () => {
        looks++;
        return [];
      });
      const event = ({ type, id }: WorkspaceEvent) => told.push(`${name}: ${type} ${id}`);
      await events.open(systemActor, workspaceId, { event, end: () => {} });
      events.start();
      t.after(() => events.stop());
      return {
        events,
        async looksTwice() {
          const before = looks;
          await until(() => looks >= before + 2);
        },
      };
    };
    const [here, there] = [await open('here'), await open('there')];
    const say = (type: WorkspaceEvent['type']) =>
      db.write((batch) => here.events.tell(batch, workspaceId, { type, id: 's', data: {} }));
    await say('stack.updated');
    // A look of the other one may have found it even earlier.
    assert.ok(told.includes('here: stack.updated s'), told.join());
    await until(() => told.length === 2);
    await say('stack.updated');
    await until(() => told.length === 4);
    await say('stack.deleted');
    await until(() => told.length === 6);
    await Promise.all([here.looksTwice(), there.looksTwice()]);
    const of = (name: string) =>
      told.filter((each) => each.startsWith(name)).map((each) => each.slice(name.length + 2));
    const all = ['stack.updated s', 'stack.updated s', 'stack.deleted s'];
    assert.deepEqual([of('here'), of('there')], [all, all]);
  });

  test('a change that a poll finds before its own process could announce it is sent once', async (t) => {
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const workspaceId = await insertWorkspace();
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1, pollMs: 5 });
    t.after(() => events.stop());
    const told: string[] = [];
    await events.open(systemActor, workspaceId, { event: ({ type }) => told.push(type), end: () => {} });
    events.start();
    // The commit is there for a look on another connection before its writer hears of it.
    const afterCommit: (() => void)[] = [];
    await db.write((batch) => {
      const late = { ...batch, afterCommit: (act: () => void) => void afterCommit.push(act) };
      events.tell(late, workspaceId, { type: 'stack.deleted', id: 's', data: {} });
    });
    await until(() => told.length === 1);
    for (const act of afterCommit) act();
    assert.deepEqual(told, ['stack.deleted']);
  });

  test('a change whose notification arrives after a poll found a later change is not sent', async (t) => {
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const workspaceId = await insertWorkspace();
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1, pollMs: 5 });
    t.after(() => events.stop());
    let looks = 0;
    events.poll(async () => {
      looks++;
      return [];
    });
    const told: unknown[] = [];
    await events.open(systemActor, workspaceId, { event: ({ data }) => told.push(data.n), end: () => {} });
    events.start();
    const afterCommit: (() => void)[] = [];
    await db.write((batch) => {
      const late = { ...batch, afterCommit: (act: () => void) => void afterCommit.push(act) };
      for (const n of [1, 2]) {
        events.tell(late, workspaceId, { type: 'stack.updated', id: 's', data: { n } });
      }
    });
    await until(() => told.length === 1);
    for (const act of afterCommit) act();
    const before = looks;
    await until(() => looks >= before + 2);
    assert.deepEqual(told, [2]);
  });

  test('an event of a batch that is undone is not sent', async () => {
    const workspaceId = await insertWorkspace();
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1 });
    const told: string[] = [];
    await events.open(systemActor, workspaceId, { event: ({ type }) => told.push(type), end: () => {} });
    await db.write((batch) => {
      events.tell(batch, workspaceId, { type: 'stack.deleted', id: 's', data: {} });
      const nothing = batch.query.deleteFrom('workspaces').where('id', '=', newId());
      batch.add(nothing, { orElse: 'nothing' });
    });
    assert.deepEqual(told, []);
    assert.deepEqual(await eventsSince(db, [workspaceId], 0), []);
    await events.stop();
  });

  test('recorded events are forgotten after a while', async () => {
    const workspaceId = await insertWorkspace();
    await db.write((batch) => {
      recordEvent(batch, db.time, workspaceId, { type: 'stack.deleted', id: 's', data: {} });
    });
    const now = await databaseTime(db);
    await deleteEventsBefore(db, now - 60_000);
    assert.equal((await eventsSince(db, [workspaceId], 0)).length, 1);
    await deleteEventsBefore(db, now + 60_000);
    assert.equal((await eventsSince(db, [workspaceId], 0)).length, 0);
  });

  for (const { what, states, expected } of [
    {
      what: 'a state that comes back is told again',
      states: [
        { status: 'ready', version: 1 },
        { status: 'processing', version: 2 },
        { status: 'ready', version: 3 },
      ],
      expected: ['ready', 'processing', 'ready'],
    },
    {
      what: 'a change between two looks that left the state as it was is told',
      states: [
        { status: 'ready', version: 1 },
        { status: 'ready', version: 3 },
      ],
      expected: ['ready', 'ready'],
    },
  ]) {
    test(`of what another process did, ${what}`, async (t) => {
      if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
      const events = createEvents({ db, log: silentLog, streamsPerKey: 1, pollMs: 5 });
      const workspaceId = await insertWorkspace();
      let looks = 0;
      events.poll(async () => {
        // Each state is found twice, as the overlap of two looks finds it.
        const { status, version } = states[Math.min(Math.floor(looks++ / 2), states.length - 1)] ?? {};
        const event: WorkspaceEvent = { type: 'source.updated', id: 's', data: { status } };
        return [{ workspaceId, event, ...(version !== undefined && { version }) }];
      });
      const told: unknown[] = [];
      await events.open(systemActor, workspaceId, {
        event: ({ data }) => told.push(data.status),
        end: () => {},
      });
      events.start();
      await until(() => looks >= 2 * states.length + 2);
      await events.stop();
      assert.deepEqual(told, expected);
    });
  }

  test('a change with a time stamp of a clock that is half a minute behind is found', async (t) => {
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1, pollMs: 5 });
    const from: number[] = [];
    events.poll(async (_, since) => {
      from.push(since);
      return [];
    });
    await events.open(systemActor, await insertWorkspace(), { event: () => {}, end: () => {} });
    events.start();
    await until(() => from.length >= 2);
    await events.stop();
    const now = await databaseTime(db);
    assert.ok(from.every((since) => since <= now - 30_000));
  });

  test('a workspace that is deleted while a stream opens leaves no stream', async () => {
    const workspaceId = await insertWorkspace();
    // What was read of the workspace arrives only when the deletion has been told.
    const late: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        events.endWorkspace(workspaceId);
        return result;
      },
    };
    const query = db.query.withPlugin(late);
    const events = createEvents({ db: { ...db, query }, log: silentLog, streamsPerKey: 1 });
    const told: string[] = [];
    await events.open(systemActor, workspaceId, {
      event: ({ type }) => told.push(type),
      end: () => told.push('end'),
    });
    events.publish(workspaceId, progress(1));
    await events.stop();
    assert.deepEqual(told, ['workspace.deleted', 'end']);
  });

  test('a key that was revoked since it was looked at opens no stream', async () => {
    const id = newId();
    await db.write((batch) => {
      const life = { created_at: 1, revoked_at: 2, hash: id };
      const key = { id, name: 'k', role: 'viewer', workspaces_json: null, is_agent: 0, ...life };
      batch.add(batch.query.insertInto('api_keys').values(key));
    });
    const events = createEvents({ db, log: silentLog, streamsPerKey: 1 });
    const workspaceId = await insertWorkspace();
    const told: string[] = [];
    const listener = { event: ({ type }: WorkspaceEvent) => told.push(type), end: () => told.push('end') };
    await assert.rejects(
      events.open({ ...systemActor, id }, workspaceId, listener),
      (error: AppError) => error.code === 'unauthenticated',
    );
    events.publish(workspaceId, progress(1));
    await events.stop();
    assert.deepEqual(told, []);
  });
});

for (const { what, send, expected } of [
  {
    what: 'the last of each event',
    send: (stream: ReturnType<typeof openSse>) => {
      for (let n = 0; n < 200; n++) stream.send(`${n % 3}`, 'source.updated', { n });
    },
    expected: [{}, { n: 197 }, { n: 198 }, { n: 199 }],
  },
  {
    what: 'resync alone, when too many different ones waited',
    send: (stream: ReturnType<typeof openSse>) => {
      for (let n = 0; n < 100; n++) stream.send(`${n}`, 'source.updated', { n });
    },
    expected: [{}],
  },
]) {
  test(`a reader that was away gets ${what}`, async (t) => {
    const stream = openSse({ onClose: () => {} });
    t.after(() => stream.body.destroy());
    send(stream);
    let text = '';
    stream.body.on('data', (piece) => {
      text += piece;
    });
    const last = `data: ${JSON.stringify(expected.at(-1))}\n\n`;
    await until(() => text.endsWith(last));
    const told = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
    assert.deepEqual(told, expected);
    assert.match(text, /^event: resync\n/);
  });
}
