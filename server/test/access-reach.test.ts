import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { createApp } from '../src/app/app.ts';
import { ConfigError, loadConfig } from '../src/platform/config.ts';
import { type AccessService, startAccessService } from './support/access-service.ts';
import { temporaryFolder } from './support/cli-process.ts';

const place = () => {
  const { path, remove } = temporaryFolder();
  return { dataDir: path, url: undefined, remove: async () => remove() };
};
const BOOTSTRAP = { 'touchstone-bootstrap-key': 'a-secret-of-twenty-or-more' };

describe('The open service of this machine', () => {
  let service: AccessService;
  before(async () => {
    service = await startAccessService(place());
  });
  after(() => service.stop());
  const port = () => new URL(service.url).port;

  const answered: [string, Record<string, string>][] = [
    ['a program', {}],
    ['localhost', { host: 'localhost:{port}' }],
    ['localhost with the dot of the root', { host: 'localhost.:{port}' }],
    ['another address of 127.0.0.0/8', { host: '127.0.0.2' }],
    ['IPv6', { host: '[::1]:{port}' }],
    ['a forwarded port', { host: 'localhost:9999' }],
    [
      'its own page',
      { host: 'localhost:{port}', origin: 'http://localhost:{port}', 'sec-fetch-site': 'same-origin' },
    ],
    ['an address typed into a browser', { 'sec-fetch-site': 'none' }],
  ];
  for (const [what, headers] of answered) {
    it(`answers ${what}`, async () => assert.equal((await read(headers)).status, 200));
  }

  const refused: [string, Record<string, string>, number, string][] = [
    ['a name that was pointed at this machine', { host: 'evil.example:{port}' }, 403, 'host_not_allowed'],
    ['a name that ends like an address', { host: '127.0.0.1.evil.example' }, 403, 'host_not_allowed'],
    ['a name that begins like one', { host: 'localhost.evil.example' }, 403, 'host_not_allowed'],
    ['a Host with a user in it', { host: 'evil.example@localhost' }, 403, 'host_not_allowed'],
    ['an address of the network', { host: '192.168.1.1:{port}' }, 403, 'host_not_allowed'],
    ['a page of another site', { origin: 'http://evil.example' }, 403, 'origin_not_allowed'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403, 'origin_not_allowed'],
    ['a page of another scheme', { origin: 'https://127.0.0.1:{port}' }, 403, 'origin_not_allowed'],
    ['a sandboxed page or a local file', { origin: 'null' }, 403, 'origin_not_allowed'],
    ['an image of another site', { 'sec-fetch-site': 'cross-site' }, 403, 'origin_not_allowed'],
    ['an image of another port', { 'sec-fetch-site': 'same-site' }, 403, 'origin_not_allowed'],
    ['someone behind a proxy', { 'x-forwarded-for': '203.0.113.9' }, 401, 'unauthenticated'],
    ['someone behind a modern proxy', { forwarded: 'for=203.0.113.9' }, 401, 'unauthenticated'],
  ];
  for (const [what, headers, status, code] of refused) {
    it(`refuses ${what}`, async () => {
      const answer = await read(headers);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
    });
  }

  it('checks the Host of open addresses too', async () => {
    for (const path of ['/healthz', '/docs', '/openapi.json', '/console/', '/nowhere']) {
      assert.equal((await service.ask('GET', path, { headers: { host: 'evil.example' } })).status, 403, path);
    }
  });

  it('says that it is open, and ends it with the first key, saying so', async () => {
    assert.deepEqual((await service.ask('GET', '/session')).body, {
      open: true,
      agent: false,
      role: 'admin',
      workspaces: null,
    });
    const made = await service.ask('POST', '/api-keys', { json: { name: 'first', role: 'admin' } });
    assert.match(made.body.warnings.join(' '), /open mode has ended/);
    assert.equal((await service.ask('GET', '/session')).status, 401);
    const second = { name: 'second', role: 'admin' };
    const later = await service.ask('POST', '/api-keys', { key: made.body.key, json: second });
    assert.equal(later.body.warnings, undefined);
    await service.ask('DELETE', `/api-keys/${later.body.id}`, { key: made.body.key });
    await service.ask('DELETE', `/api-keys/${made.body.id}`, { key: made.body.key });
    assert.equal(
      (await service.ask('GET', '/session')).status,
      401,
      'revoking all keys does not open it again',
    );
  });

  function read(headers: Record<string, string>) {
    const filled = Object.entries(headers).map(([name, value]) => [name, value.replace('{port}', port())]);
    return service.ask('GET', '/workspaces', { headers: Object.fromEntries(filled) });
  }
});

describe('A service with names', () => {
  let service: AccessService;
  afterEach(() => service.stop());
  const statusFor = async (host: string, headers: Record<string, string> = {}) =>
    (await service.ask('GET', '/healthz', { headers: { host, ...headers } })).status;

  it('answers to ALLOWED_HOSTS, with or without a port as they are given, but not without a key', async () => {
    service = await startAccessService(place(), { 'allowed-hosts': 'lab.example, desk.example:8443' });
    assert.equal(await statusFor('lab.example'), 200);
    assert.equal(await statusFor('LAB.example:1234'), 200);
    assert.equal(await statusFor('desk.example:8443'), 200);
    assert.equal(await statusFor('desk.example:1'), 403);
    assert.equal(await statusFor('localhost'), 200);
    const open = await service.ask('GET', '/workspaces', { headers: { host: 'lab.example' } });
    assert.equal(open.status, 401);
  });

  it('behind TLS takes cookies over https only and requests from exactly PUBLIC_URL', async () => {
    service = await startAccessService(place(), { 'public-url': 'https://ts.example', ...BOOTSTRAP });
    const host = 'ts.example';
    const key = BOOTSTRAP['touchstone-bootstrap-key'];
    const signIn = (origin: string) =>
      service.ask('POST', '/session', { json: { key }, headers: { host, origin } });
    const { headers } = await signIn('https://ts.example');
    assert.match(headers['set-cookie']?.[0] ?? '', /; Secure/);
    assert.equal((await signIn('https://other.example')).status, 403);
    assert.equal(await statusFor('other.example'), 403);
  });

  it('on the network without names takes any Host, and a key', async () => {
    service = await startAccessService(place(), { host: '0.0.0.0', ...BOOTSTRAP });
    assert.equal(await statusFor('anything.example'), 200);
    assert.equal((await service.ask('GET', '/workspaces')).status, 401);
    const key = BOOTSTRAP['touchstone-bootstrap-key'];
    assert.equal((await service.ask('GET', '/workspaces', { key })).status, 200);
  });
});

describe('A service that others can reach', () => {
  for (const flags of [{ host: '0.0.0.0' }, { host: '::' }, { 'public-url': 'https://ts.example' }]) {
    it(`does not start without a key: ${JSON.stringify(flags)}`, async () => {
      const { path, remove } = temporaryFolder();
      const config = loadConfig({
        env: {},
        flags: { port: '0', 'data-dir': path, 'log-level': 'silent', ...flags },
      });
      await assert.rejects(createApp(config), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /keys create.*TOUCHSTONE_BOOTSTRAP_KEY.*HOST=127\.0\.0\.1/s);
        return true;
      });
      remove();
    });
  }

  it('makes the bootstrap key once: after its revocation a new start does not bring it back', async () => {
    const here = place();
    const flags = { host: '0.0.0.0', ...BOOTSTRAP };
    const key = BOOTSTRAP['touchstone-bootstrap-key'];
    const first = await startAccessService({ ...here, remove: async () => {} }, flags);
    const { body } = await first.ask('GET', '/api-keys', { key });
    assert.deepEqual(
      body.data.map(({ name, role }: Record<string, string>) => [name, role]),
      [['bootstrap', 'admin']],
    );
    assert.equal((await first.ask('DELETE', `/api-keys/${body.data[0].id}`, { key })).status, 204);
    await first.stop();

    const second = await startAccessService(here, flags);
    assert.equal((await second.ask('GET', '/api-keys', { key })).status, 401);
    await second.stop();
  });
});

describe('The owner of the data directory', () => {
  it('has a token, readable by nobody else, that is an admin without limit and ends with the server', async () => {
    const here = place();
    const service = await startAccessService(
      { ...here, remove: async () => {} },
      { 'requests-per-minute': '1' },
    );
    await service.makeKey('viewer');
    const file = join(here.dataDir, 'owner.json');
    const { url, token } = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(url, service.url);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    for (let i = 0; i < 3; i++)
      assert.equal((await service.ask('GET', '/api-keys', { key: token })).status, 200);
    await service.stop();
    assert.throws(() => statSync(file), { code: 'ENOENT' });

    const next = await startAccessService(here);
    assert.equal((await next.ask('GET', '/api-keys', { key: token })).status, 401);
    await next.stop();
  });
});

describe('The limit of requests per key', () => {
  it('answers 429 with Retry-After, counts each key alone, and tells what is left', async () => {
    const service = await startAccessService(place(), { 'requests-per-minute': '3' });
    const { key } = await service.makeKey('viewer');
    const left: (string | string[] | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await service.ask('GET', '/workspaces', { key });
      assert.equal(status, 200);
      assert.equal(headers['ratelimit-policy'], '"key";q=3;w=60');
      left.push(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    }
    assert.deepEqual(left, ['2', '1', '0']);
    const { status, headers, body } = await service.ask('GET', '/workspaces', { key });
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60);
    assert.match(String(headers.ratelimit), /^"key";r=0;t=\d+$/);
    assert.equal(
      (await service.ask('GET', '/healthz', { key })).status,
      200,
      'open addresses are not counted',
    );
    await service.stop();
  });
});
