import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { newWorkspace, pointers } from '../../../test/support/resource-behaviour.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';

onEachDatabase('messages', (place) => {
  let service: Service;
  before(async () => {
    service = await startService(await place());
  });
  after(() => service.stop());

  const call: Service['call'] = (...request) => service.call(...request);
  const say = (path: string, content: string, more: object = {}) =>
    call('POST', path, { role: 'user', content, respond: false, ...more });
  async function conversation(count = 0) {
    const workspaceId = await newWorkspace(service);
    const path = `/workspaces/${workspaceId}/messages`;
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push((await say(path, `message ${n}`)).body.id);
    return { path, workspace: `/workspaces/${workspaceId}`, ids };
  }
  const contents = (body: { data: { content: string }[] }) => body.data.map(({ content }) => content);

  test('a message that is sent again as a stream is told as JSON once its answer is deleted', async () => {
    const path = `/workspaces/${await newWorkspace(service)}/messages`;
    const key = { 'idempotency-key': 'once' };
    const first = await service.call('POST', path, { content: 'Hello?' }, key);
    await service.call('DELETE', `${path}/${first.body.answer_id}`);
    const stream = { ...key, accept: 'text/event-stream' };
    const again = await service.call('POST', path, { content: 'Hello?' }, stream);
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });

  test('a key without a stream left is answered with the message, and streams nothing', async (t) => {
    const limited = await startService(await place(), { 'streams-per-key': '1' });
    t.after(() => limited.stop());
    const path = `/workspaces/${await newWorkspace(limited)}`;
    const made = await limited.call('POST', '/api-keys', { name: 'a', role: 'admin' });
    const key = { authorization: `Bearer ${made.body.key}` };
    const stream = { ...key, accept: 'text/event-stream' };
    // Kept: undici closes the stream of an answer that nothing refers to any more.
    const open = await fetch(`${limited.url}${path}/events`, { headers: key });
    const said = await limited.call('POST', `${path}/messages`, { content: 'Hello?' }, stream);
    assert.deepEqual([said.status, said.body.content], [201, 'Hello?']);
    const answer = `${path}/messages/${said.body.answer_id}`;
    assert.equal((await limited.call('GET', answer, undefined, stream)).status, 429);
    assert.equal((await limited.call('HEAD', answer, undefined, stream)).status, 200);
    await open.body?.cancel();
    await until(async () => (await limited.call('GET', answer, undefined, stream)).status === 200);
  });

  test('what was said is what is read, with the given fields and ours', async () => {
    const { path } = await conversation();
    const said = await say(path, 'What does p95 mean?', { role: 'assistant', agent_name: 'Guide' });
    assert.equal(said.status, 201);
    assert.equal(said.headers.get('location'), `${path}/${said.body.id}`);
    const { id, created_at, ...rest } = said.body;
    assert.deepEqual(rest, {
      role: 'assistant',
      content: 'What does p95 mean?',
      agent_name: 'Guide',
      status: 'complete',
      pinned: false,
      citations: [],
    });
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual((await call('GET', `${path}/${id}`)).body, said.body);
    assert.deepEqual((await call('GET', path)).body, { data: [said.body], total: 1 });
  });

  test('a page of long messages comes whole, in either order, though it is read in pieces', async () => {
    const { path } = await conversation();
    const said = ['short', ...Array.from({ length: 14 }, (_, n) => `${n}`.padEnd(99_000, 'é')), 'last'];
    for (const content of said) assert.equal((await say(path, content)).status, 201);
    const { body, headers } = await call('GET', path);
    assert.deepEqual(contents(body), said);
    assert.equal(body.total, said.length);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const newest = (await call('GET', `${path}?order=desc&offset=1&limit=2000`)).body;
    assert.deepEqual(contents(newest), said.slice(0, -1).reverse());
    assert.match(newest.warnings[0], /1000/);
  });

  test('a person who speaks has the agent name null, given or not', async () => {
    const { path } = await conversation();
    assert.equal((await say(path, 'a')).body.agent_name, null);
    assert.equal((await say(path, 'b', { agent_name: null })).body.agent_name, null);
  });

  test('a page starts at the offset, oldest first, and order=desc counts from the newest', async () => {
    const { path } = await conversation(7);
    const page = async (query: string) => {
      const { status, body } = await call('GET', `${path}?${query}`);
      assert.equal(status, 200);
      assert.equal(body.total, 7);
      return contents(body).map((content) => Number(content.slice(8)));
    };
    assert.deepEqual(await page('limit=3'), [0, 1, 2]);
    assert.deepEqual(await page('limit=3&offset=5'), [5, 6]);
    assert.deepEqual(await page('limit=2&offset=1&order=desc'), [5, 4]);
    assert.deepEqual(await page('offset=7'), []);
    assert.deepEqual(await page(`offset=${Number.MAX_SAFE_INTEGER}`), []);
  });

  test('a limit above the maximum is clamped and the answer says so', async () => {
    const { path } = await conversation(1);
    const { status, body } = await call('GET', `${path}?limit=1001`);
    assert.equal(status, 200);
    assert.deepEqual(body.warnings, ['limit 1001 is above the maximum; 1000 is used.']);
  });

  test('without a limit a page holds 1000 messages', async () => {
    const { path } = await conversation();
    const all = Array.from({ length: 1003 }, (_, n) => n);
    for (let from = 0; from < all.length; from += 100) {
      await Promise.all(all.slice(from, from + 100).map((n) => say(path, `message ${n}`)));
    }
    const first = (await call('GET', path)).body;
    assert.equal(first.data.length, 1000);
    assert.equal(first.total, 1003);
    const rest = (await call('GET', `${path}?offset=1000`)).body;
    assert.equal(rest.data.length, 3);
    const seen = new Set([...contents(first), ...contents(rest)]);
    assert.equal(seen.size, 1003);
    assert.equal((await call('GET', path.replace('/messages', ''))).body.message_count, 1003);
  });

  test('a deleted message is gone from the list, the total and the count; a second delete is 404', async () => {
    const { path, workspace, ids } = await conversation(3);
    assert.equal((await call('DELETE', `${path}/${ids[1]}`)).status, 204);
    const { body } = await call('GET', path);
    assert.deepEqual(contents(body), ['message 0', 'message 2']);
    assert.equal(body.total, 2);
    assert.equal((await call('GET', workspace)).body.message_count, 2);
    assert.equal((await call('DELETE', `${path}/${ids[1]}`)).status, 404);
    assert.equal((await call('GET', `${path}/${ids[1]}`)).status, 404);
    assert.equal((await call('GET', path)).body.total, 2);
  });

  test('deleting the conversation forgets every message, and a new one begins', async () => {
    const { path, workspace, ids } = await conversation(3);
    assert.equal((await call('DELETE', path)).status, 204);
    assert.deepEqual((await call('GET', path)).body, { data: [], total: 0 });
    assert.equal((await call('GET', `${path}/${ids[0]}`)).status, 404);
    assert.equal((await call('DELETE', `${path}/${ids[0]}`)).status, 404);
    await say(path, 'again');
    assert.deepEqual(contents((await call('GET', path)).body), ['again']);
    assert.equal((await call('GET', workspace)).body.message_count, 1);
  });

  test('an Idempotency-Key says a thing once', async () => {
    const { path } = await conversation();
    const headers = { 'idempotency-key': 'once' };
    const body = { role: 'user', content: 'only once', respond: false };
    const first = await call('POST', path, body, headers);
    const again = await call('POST', path, body, headers);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
    assert.equal((await call('GET', path)).body.total, 1);
  });

  test('a person is answered: with the stream as the answer where that is accepted, and once for a key', async () => {
    const { path } = await conversation();
    const body = { content: 'What does p95 mean?' };
    const headers = { 'idempotency-key': 'ask', accept: 'text/event-stream' };
    const { status, headers: answered, body: first } = await call('POST', path, body, headers);
    assert.equal(status, 201);
    assert.match(answered.get('content-type') ?? '', /^text\/event-stream/);
    const again = await call('POST', path, body, headers);
    const { accept, ...asJson } = headers;
    const said = (await call('POST', path, body, asJson)).body;
    const answer = (await call('GET', `${path}/${said.answer_id}`)).body;
    assert.equal(answer.status, 'complete');
    const done = `event: done\ndata: ${JSON.stringify(answer)}\n\n`;
    for (const stream of [first, again.body]) {
      assert.match(stream, /^event: message\n/);
      assert.ok(stream.endsWith(done), stream);
    }
    const streamed = await call('GET', `${path}/${answer.id}`, undefined, { accept });
    assert.ok(streamed.body.endsWith(done));
    assert.equal((await call('GET', path)).body.total, 2);
  });

  test('a message is pinned and unpinned at the revision that was read', async () => {
    const { path, ids } = await conversation(1);
    const at = `${path}/${ids[0]}`;
    const pin = (pinned: unknown, headers = {}) => call('PATCH', at, { pinned }, headers);
    const { status, body, headers } = await pin(true, { 'if-match': '"1"' });
    assert.deepEqual([status, body.pinned, headers.get('etag')], [200, true, '"2"']);
    assert.equal((await pin(false, { 'if-match': '"1"' })).status, 412);
    assert.equal((await pin('yes')).status, 400);
    const { body: read } = await call('GET', at);
    assert.equal((await call('PATCH', at, { ...read, pinned: false })).body.pinned, false);
    assert.equal((await call('DELETE', at, undefined, { 'if-match': '"2"' })).status, 412);
    assert.equal((await call('DELETE', at, undefined, { 'if-match': '"3"' })).status, 204);
  });

  test('messages of other workspaces do not exist here', async () => {
    const here = await conversation(1);
    const there = await conversation(1);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await call(method, `${there.path}/${here.ids[0]}`)).status, 404);
    }
    assert.equal((await call('GET', here.path)).body.total, 1);
  });

  const refused: [string, object, number, string, string[]][] = [
    [
      'an answer to what no person said',
      { role: 'system', content: 'x', respond: true },
      422,
      'impossible',
      ['/respond'],
    ],
    ['nothing', { role: 'user', content: '' }, 400, 'invalid_request', ['/content']],
    ['too much', { role: 'user', content: 'x'.repeat(100_001) }, 400, 'invalid_request', ['/content']],
    ['an unknown role', { role: 'robot', content: 'x' }, 400, 'invalid_request', ['/role']],
    ['no content', {}, 400, 'invalid_request', ['/content']],
    ['an unknown field', { role: 'user', content: 'x', mood: 1 }, 400, 'invalid_request', ['/mood']],
    ['NUL', { role: 'user', content: 'a\0b' }, 400, 'invalid_string', ['/content']],
  ];
  for (const [what, body, status, code, at] of refused) {
    test(`${what} is ${status} ${code}`, async () => {
      const { path } = await conversation();
      const answer = await call('POST', path, body);
      assert.deepEqual([answer.status, answer.body.code, pointers(answer)], [status, code, at]);
      assert.equal((await call('GET', path)).body.total, 0);
    });
  }

  for (const query of ['limit=0', 'offset=-1', 'order=up', 'limit=x', 'page=2']) {
    test(`a list with ${query} is 400`, async () => {
      const { path } = await conversation();
      assert.equal((await call('GET', `${path}?${query}`)).status, 400);
    });
  }

  test('a conversation of no workspace, or of a deleted one, is 404', async () => {
    const { path, workspace } = await conversation(1);
    await call('DELETE', workspace);
    for (const at of [path, `/workspaces/01890000-0000-7000-8000-000000000000/messages`]) {
      assert.equal((await call('GET', at)).status, 404);
      assert.equal((await say(at, 'x')).status, 404);
      assert.equal((await call('DELETE', at)).status, 404);
    }
  });
});
