import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { consoleRoutes } from '../src/platform/http/console-routes.ts';
import { type BareHttp, startBareHttp } from './support/bare-http.ts';
import { temporaryFolder } from './support/cli-process.ts';
import { type HttpAnswer, httpRequest } from './support/http-request.ts';

/** The console as Vite builds it, in small, under a base path. */
function build(directory: string): void {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'index.html'), '<!doctype html><html><head><title>T</title></head></html>');
  writeFileSync(join(directory, 'assets', 'index-3fa9c1.js'), 'export {};');
  writeFileSync(join(directory, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(directory, '.source-hash'), 'abc');
}

describe('The console', () => {
  const folder = temporaryFolder();
  const directory = join(folder.path, 'dist');
  const basePath = '/touchstone';
  let bare: BareHttp;

  before(async () => {
    bare = await startBareHttp(join(folder.path, 'data'), basePath, (app) =>
      consoleRoutes(app, { directory, basePath, version: '1.2.3' }),
    );
  });
  after(async () => {
    await bare.stop();
    folder.remove();
  });

  const get = (path: string, accept = '*/*'): Promise<HttpAnswer> =>
    httpRequest('GET', bare.origin + path, { headers: { accept } });

  it('says how to build it while it is not built', async () => {
    const { status, body, headers } = await get('/touchstone/console/');
    assert.deepEqual([status, body.code], [404, 'not_found']);
    assert.match(body.detail, /not built.*npm start/);
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/);
    build(directory);
  });

  it('leads browsers from the root to it, and tells programs the addresses', async () => {
    for (const root of ['/touchstone', '/touchstone/']) {
      const browser = await get(root, 'text/html,application/xhtml+xml');
      assert.deepEqual([browser.status, browser.headers.location], [302, '/touchstone/console/']);
      const program = await get(root);
      assert.deepEqual(program.body, {
        name: 'Touchstone',
        version: '1.2.3',
        console: '/touchstone/console/',
        docs: '/touchstone/docs',
        openapi: '/touchstone/openapi.json',
        workspaces: '/touchstone/workspaces',
      });
    }
    const bare = await get('/touchstone/console?tab=1');
    assert.deepEqual([bare.status, bare.headers.location], [302, '/touchstone/console/']);
  });

  for (const path of ['', 'index.html', 'workspaces', 'workspaces/1/evaluations/2?x=y']) {
    it(`answers /console/${path} with the page, told where it is mounted, to be asked for anew each time`, async () => {
      const { status, headers, body } = await get(`/touchstone/console/${path}`);
      assert.equal(status, 200);
      assert.match(headers['content-type'] ?? '', /^text\/html/);
      assert.equal(headers['cache-control'], 'no-cache');
      assert.match(body, /<head><base href="\/touchstone\/console\/">/);
    });
  }

  it('lets browsers keep files whose names carry a hash, and asks them to check others', async () => {
    const asset = await get('/touchstone/console/assets/index-3fa9c1.js');
    assert.equal(asset.status, 200);
    assert.match(asset.headers['content-type'] ?? '', /javascript/);
    assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
    const icon = await get('/touchstone/console/icon.svg');
    assert.equal(icon.headers['cache-control'], 'public, max-age=0');
    const same = await httpRequest('GET', `${bare.origin}/touchstone/console/icon.svg`, {
      headers: { 'if-none-match': icon.headers.etag ?? '' },
    });
    assert.equal(same.status, 304);
  });

  const hidden: [string, number][] = [
    ['assets/gone-1.js', 404],
    ['.source-hash', 404],
    ['%2e%2e/data/lock.db', 404],
    ['..%2fdata%2flock.db', 400],
  ];
  for (const [path, expected] of hidden) {
    it(`answers ${expected} to ${path}, and names no file of this machine`, async () => {
      const { status, headers, body } = await get(`/touchstone/console/${path}`);
      assert.equal(status, expected);
      assert.match(headers['content-type'] ?? '', /^application\/problem\+json/);
      assert.ok(!JSON.stringify(body).includes(folder.path));
    });
  }

  it('leads a browser with an address that cannot be read to the page that says there is none', async () => {
    for (const path of ['workspaces/%E0%A4%A', 'workspaces/%FF', 'workspaces/%']) {
      const browser = await get(`/touchstone/console/${path}`, 'text/html,*/*;q=0.8');
      assert.deepEqual([browser.status, browser.headers.location], [302, '/touchstone/console/no-such-page']);
      assert.equal((await get(`/touchstone/console/${path}`)).status, 400);
    }
  });

  it('sends a compressed copy that was built beside a file to those who take it', async () => {
    writeFileSync(join(directory, 'assets', 'index-3fa9c1.js.br'), brotliCompressSync('export {};'));
    const url = `${bare.origin}/touchstone/console/assets/index-3fa9c1.js`;
    const answer = await httpRequest('GET', url, { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(answer.headers['content-encoding'], 'br');
    assert.equal(answer.headers.vary, 'accept-encoding');
    assert.equal(
      (await get('/touchstone/console/assets/index-3fa9c1.js')).headers['content-encoding'],
      undefined,
    );
  });

  it('forbids frames, scripts of elsewhere and guessed media types', async () => {
    for (const path of ['', 'assets/index-3fa9c1.js']) {
      const { headers } = await get(`/touchstone/console/${path}`);
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
        assert.ok(policy.includes(part), part);
      }
      assert.ok(!policy.includes('unsafe'));
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-frame-options'], 'DENY');
    }
  });
});
