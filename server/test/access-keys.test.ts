import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type AccessService, startAccessService } from './support/access-service.ts';
import { onEachDatabase } from './support/each-database.ts';

onEachDatabase('API keys and roles', (place) => {
  let service: AccessService;
  let admin: string;
  let viewer: { id: string; key: string };
  let editor: { id: string; key: string };
  let here: string;
  let elsewhere: string;

  before(async () => {
    service = await startAccessService(await place());
    here = (await service.ask('POST', '/workspaces', { json: { name: 'here' } })).body.id;
    elsewhere = (await service.ask('POST', '/workspaces', { json: { name: 'elsewhere' } })).body.id;
    admin = (await service.makeKey('admin')).key;
    viewer = await service.makeKey('viewer', admin);
    editor = await service.makeKey('editor', admin);
  });
  after(() => service.stop());

  it('asks everyone for a key once there is one, and says how to send it', async () => {
    const { status, body, headers } = await service.ask('GET', '/workspaces');
    assert.deepEqual([status, body.code], [401, 'unauthenticated']);
    assert.match(headers['www-authenticate'] ?? '', /^Bearer/);
  });

  it('refuses an unknown key and an Authorization header of another kind', async () => {
    assert.equal((await service.ask('GET', '/workspaces', { key: 'ts_unknown' })).status, 401);
    const basic = { authorization: 'Basic dHM6dHM=' };
    assert.equal((await service.ask('GET', '/workspaces', { headers: basic })).status, 401);
  });

  const may: [string, string, string, unknown, number][] = [
    ['viewer', 'GET', '/workspaces', undefined, 200],
    ['viewer', 'GET', '/workspaces/{here}', undefined, 200],
    ['viewer', 'PATCH', '/workspaces/{here}', { name: 'mine' }, 403],
    ['viewer', 'POST', '/workspaces', { name: 'mine' }, 403],
    ['viewer', 'DELETE', '/workspaces/{here}', undefined, 403],
    ['viewer', 'GET', '/api-keys', undefined, 403],
    ['editor', 'PATCH', '/workspaces/{here}', { name: 'ours' }, 200],
    ['editor', 'POST', '/workspaces', { name: 'ours' }, 403],
    ['editor', 'DELETE', '/workspaces/{here}', undefined, 403],
    ['editor', 'POST', '/api-keys', { name: 'more', role: 'admin' }, 403],
    ['editor', 'DELETE', '/api-keys/{viewer}', undefined, 403],
    ['admin', 'GET', '/api-keys', undefined, 200],
    ['admin', 'GET', '/api-keys/{viewer}', undefined, 200],
  ];
  for (const [role, method, path, json, expected] of may) {
    it(`answers ${expected} to ${method} ${path} of a key with the role ${role}`, async () => {
      const key = role === 'viewer' ? viewer.key : role === 'editor' ? editor.key : admin;
      const at = path.replace('{here}', here).replace('{viewer}', viewer.id);
      const { status, body } = await service.ask(method, at, { key, json });
      assert.equal(status, expected);
      if (expected === 403) assert.match(body.detail, /role admin|role editor/);
    });
  }

  it('shows the secret on creation and never again', async () => {
    const made = await service.ask('POST', '/api-keys', {
      key: admin,
      json: { name: 'once', role: 'viewer' },
    });
    assert.match(made.body.key, /^ts_[\w-]{43}$/);
    assert.equal(made.headers.location, `/api-keys/${made.body.id}`);
    assert.equal(made.headers['cache-control'], 'no-store');
    const read = await service.ask('GET', `/api-keys/${made.body.id}`, { key: admin });
    const list = await service.ask('GET', '/api-keys', { key: admin });
    assert.deepEqual(Object.keys(read.body), ['id', 'name', 'role', 'workspaces', 'agent', 'created_at']);
    assert.ok(!JSON.stringify(list.body).includes(made.body.key));
  });

  it('lists keys newest first, page by page', async () => {
    const seen: string[] = [];
    for (let cursor = ''; cursor !== null; ) {
      const { body } = await service.ask('GET', `/api-keys?limit=2${cursor}`, { key: admin });
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(seen, [...seen].sort().reverse());
    assert.ok(seen.includes(viewer.id) && seen.includes(editor.id));
    assert.equal(new Set(seen).size, seen.length);
  });

  it('takes no Idempotency-Key', async () => {
    const before = await service.ask('GET', '/api-keys?limit=1000', { key: admin });
    const headers = { 'idempotency-key': 'again' };
    const json = { name: 'twice', role: 'viewer' };
    const { status, body } = await service.ask('POST', '/api-keys', { key: admin, headers, json });
    assert.deepEqual(
      [status, body.code, body.errors[0].pointer],
      [400, 'invalid_header', '/idempotency-key'],
    );
    const now = await service.ask('GET', '/api-keys?limit=1000', { key: admin });
    assert.equal(now.body.data.length, before.body.data.length);
  });

  it('refuses a key for a workspace that does not exist, naming it', async () => {
    const json = { name: 'x', role: 'viewer', workspaces: [here, '01900000-0000-7000-8000-000000000000'] };
    const { status, body } = await service.ask('POST', '/api-keys', { key: admin, json });
    assert.deepEqual([status, body.errors[0].pointer], [422, '/workspaces/1']);
  });

  it('shows a limited key its workspaces and answers 404 to all others', async () => {
    const { key } = await service.makeKey('editor', admin, [here.toUpperCase()]);
    const list = await service.ask('GET', '/workspaces', { key });
    assert.deepEqual(
      list.body.data.map(({ id }: { id: string }) => id),
      [here],
    );
    const nowhere = await service.ask('GET', '/workspaces/01900000-0000-7000-8000-000000000000', { key });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { name: 'x' } : undefined;
      const { status, body } = await service.ask(method, `/workspaces/${elsewhere}`, { key, json });
      assert.deepEqual([status, body.code, body.title], [404, nowhere.body.code, nowhere.body.title]);
    }
  });

  it('lets an admin of certain workspaces neither manage keys nor make workspaces', async () => {
    const { key } = await service.makeKey('admin', admin, [here]);
    const json = { name: 'wider', role: 'admin' };
    assert.equal((await service.ask('POST', '/api-keys', { key, json })).status, 403);
    assert.equal((await service.ask('GET', '/api-keys', { key })).status, 403);
    assert.equal((await service.ask('DELETE', `/api-keys/${viewer.id}`, { key })).status, 403);
    assert.equal((await service.ask('POST', '/workspaces', { key, json: { name: 'more' } })).status, 403);
  });

  it('answers a revoked key 401 from the next request on, and a second revocation 404', async () => {
    const { id, key } = await service.makeKey('viewer', admin);
    assert.equal((await service.ask('GET', '/workspaces', { key })).status, 200);
    assert.equal((await service.ask('DELETE', `/api-keys/${id}`, { key: admin })).status, 204);
    assert.equal((await service.ask('GET', '/workspaces', { key })).status, 401);
    assert.equal((await service.ask('DELETE', `/api-keys/${id}`, { key: admin })).status, 404);
    assert.equal((await service.ask('GET', `/api-keys/${id}`, { key: admin })).status, 404);
  });

  it('calls back with the id of a key that was revoked, so that its streams can end', async () => {
    const revoked: string[] = [];
    const stop = service.app.access.onRevoked((id) => revoked.push(id));
    const { id } = await service.makeKey('viewer', admin);
    await service.ask('DELETE', `/api-keys/${id.toUpperCase()}`, { key: admin });
    stop();
    assert.deepEqual(revoked, [id]);
  });
});
