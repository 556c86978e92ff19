import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type AccessService, startAccessService } from './support/access-service.ts';
import { onEachDatabase } from './support/each-database.ts';

onEachDatabase('Browser sessions', (place) => {
  let service: AccessService;
  let admin: string;
  before(async () => {
    service = await startAccessService(await place());
    admin = (await service.makeKey('admin')).key;
  });
  after(() => service.stop());

  /** The cookie of a new session, as a browser sends it back. */
  async function signIn(key: string): Promise<string> {
    const { headers } = await service.ask('POST', '/session', { json: { key } });
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }

  it('trades a key for a cookie that scripts and other sites cannot use', async () => {
    const { status, headers, body } = await service.ask('POST', '/session', { json: { key: admin } });
    assert.deepEqual([status, body], [204, undefined]);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^touchstone_session=tss_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
  });

  it('answers 401 to an unknown key, and sets no cookie', async () => {
    const { status, headers } = await service.ask('POST', '/session', { json: { key: 'ts_unknown' } });
    assert.deepEqual([status, headers['set-cookie']], [401, undefined]);
  });

  it('takes no key for a session and no session for a key, however shortly after it was used as what it is', async () => {
    const cookie = await signIn(admin);
    const secret = cookie.split('=')[1] ?? '';
    const asked = { cookie: { cookie }, key: { authorization: `Bearer ${admin}` } };
    const crossed = {
      'a session as a key': { authorization: `Bearer ${secret}` },
      'a key as a session': { cookie: `touchstone_session=${admin}` },
    };
    for (const headers of Object.values(asked))
      assert.equal((await service.ask('GET', '/session', { headers })).status, 200);
    for (const [what, headers] of Object.entries(crossed))
      assert.equal((await service.ask('GET', '/session', { headers })).status, 401, what);
  });

  it('says who asks', async () => {
    const { id } = (await service.ask('POST', '/workspaces', { key: admin, json: { name: 'one' } })).body;
    const { key } = await service.makeKey('editor', admin, [id]);
    const { body } = await service.ask('GET', '/session', { headers: { cookie: await signIn(key) } });
    assert.deepEqual(body, { open: false, role: 'editor', workspaces: [id] });
    assert.equal((await service.ask('GET', '/session')).status, 401);
  });

  it('reads with the cookie alone, and changes only with the Origin of the service', async () => {
    const cookie = await signIn(admin);
    const own = new URL(service.url).origin;
    const post = (headers: Record<string, string>) =>
      service.ask('POST', '/workspaces', { json: { name: 'x' }, headers: { cookie, ...headers } });
    assert.equal((await service.ask('GET', '/workspaces', { headers: { cookie } })).status, 200);
    assert.equal((await post({ origin: own })).status, 201);
    for (const origin of ['http://evil.example', 'null', own.replace('http:', 'https:'), `${own}1`]) {
      assert.equal((await post({ origin })).body.code, 'origin_not_allowed', origin);
    }
    assert.equal((await post({})).body.code, 'origin_not_allowed');
  });

  it('does not read with the cookie for a page of another port of this machine', async () => {
    const headers = { cookie: await signIn(admin), 'sec-fetch-site': 'same-site' };
    assert.equal((await service.ask('GET', '/workspaces', { headers })).status, 403);
  });

  it('signs nobody in or out for a page of another origin', async () => {
    const headers = { origin: 'http://evil.example', cookie: await signIn(admin) };
    assert.equal((await service.ask('POST', '/session', { json: { key: admin }, headers })).status, 403);
    assert.equal((await service.ask('DELETE', '/session', { headers })).status, 403);
    const still = await service.ask('GET', '/session', { headers: { cookie: headers.cookie } });
    assert.equal(still.status, 200);
  });

  it('ends at once when signed out', async () => {
    const headers = { cookie: await signIn(admin) };
    assert.equal((await service.ask('GET', '/session', { headers })).status, 200);
    const out = await service.ask('DELETE', '/session', { headers });
    assert.equal(out.status, 204);
    assert.match(
      out.headers['set-cookie']?.[0] ?? '',
      /^touchstone_session=; .*Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    assert.equal((await service.ask('GET', '/session', { headers })).status, 401);
  });

  it('ends at once when its key is revoked', async () => {
    const { id, key } = await service.makeKey('viewer', admin);
    const headers = { cookie: await signIn(key) };
    assert.equal((await service.ask('GET', '/session', { headers })).status, 200);
    await service.ask('DELETE', `/api-keys/${id}`, { key: admin });
    assert.equal((await service.ask('GET', '/session', { headers })).status, 401);
  });

  it('slows who tries one wrong key after another, and nobody who uses a session', async () => {
    const cookie = await signIn(admin);
    const tried: number[] = [];
    for (let i = 0; i < 15 && tried.at(-1) !== 429; i++)
      tried.push((await service.ask('POST', '/session', { json: { key: `ts_guess${i}` } })).status);
    assert.equal(tried.at(-1), 429, tried.join());
    const { status, headers, body } = await service.ask('POST', '/session', { json: { key: admin } });
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal((await service.ask('GET', '/session', { headers: { cookie } })).status, 200);
  });
});
