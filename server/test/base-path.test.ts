import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AccessService, startAccessService } from './support/access-service.ts';
import { temporaryFolder } from './support/cli-process.ts';
import { httpRequest } from './support/http-request.ts';

describe('A service under BASE_PATH', () => {
  const { path: dataDir, remove } = temporaryFolder();
  let service: AccessService;
  before(async () => {
    const place = { dataDir, url: undefined, remove: async () => remove() };
    service = await startAccessService(place, { 'base-path': '/team/touchstone/' });
  });
  after(() => service.stop());

  for (const path of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/errors',
    '/session',
    '/workspaces',
    '',
  ]) {
    it(`answers ${path || 'the root of the mount'} there and nowhere else`, async () => {
      assert.ok(service.url.endsWith('/team/touchstone'));
      assert.equal((await service.ask('GET', path)).status, 200);
      assert.equal((await httpRequest('GET', new URL(path || '/', service.url).href)).status, 404);
    });
  }

  it('writes the path into what it refers to', async () => {
    const made = await service.ask('POST', '/workspaces', { json: { name: 'one' } });
    assert.equal(made.headers.location, `/team/touchstone/workspaces/${made.body.id}`);
    const missing = await service.ask('GET', '/nowhere');
    assert.equal(missing.body.type, '/team/touchstone/errors#not_found');
    assert.match(missing.body.detail, /\/team\/touchstone\/docs/);
    const document = (await service.ask('GET', '/openapi.json')).body;
    assert.deepEqual(document.servers, [{ url: '/team/touchstone' }]);
    assert.ok('/workspaces' in document.paths);
    const start = await service.ask('GET', '/');
    assert.equal(start.body.docs, '/team/touchstone/docs');
  });

  it('serves the documentation with its own files', async () => {
    const page = await service.ask('GET', '/docs');
    // Nothing is asked of others, and nothing over an https that may not be there.
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /upgrade-insecure-requests|https:|\*|\w\.\w/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file);
    assert.ok(files.length > 0);
    for (const file of files) {
      const at = new URL(file, `${service.url}/docs`);
      assert.equal((await httpRequest('GET', at.href)).status, 200, at.pathname);
    }
  });

  it('keeps the session cookie to the path, and key addresses under it', async () => {
    const made = await service.ask('POST', '/api-keys', { json: { name: 'me', role: 'admin' } });
    assert.equal(made.headers.location, `/team/touchstone/api-keys/${made.body.id}`);
    const { headers } = await service.ask('POST', '/session', { json: { key: made.body.key } });
    assert.match(headers['set-cookie']?.[0] ?? '', /; Path=\/team\/touchstone;/);
  });
});
