import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answers, startWebServer, type WebServer } from '../../../../test/support/web-server.ts';
import { AddressRefused, type AddressRules } from '../../../kernel/address-guard.ts';
import { createGuardedConnect, type Lookup } from '../../../kernel/guarded-connect.ts';
import { createKeyedSlots } from '../../../kernel/slots.ts';
import { ReadingFailure } from '../failures.ts';
import {
  createGuardedFetch,
  type FetchOptions,
  type FetchTimes,
  type GuardedFetch,
} from './guarded-fetch.ts';
import { createRobots } from './robots.ts';

const NOBODY: AddressRules = { allowPrivateNetworks: false, allowHosts: [] };
/** No answer of these servers takes so long, however busy the machine is. */
const PATIENT: FetchTimes = { connectMs: 30_000, headersMs: 60_000, totalMs: 120_000 };

const userAgent = 'Touchstone/test (+https://example.org)';
const fetches: GuardedFetch[] = [];

function guarded(rules: Partial<AddressRules> = {}, lookup?: Lookup, times = PATIENT): GuardedFetch {
  const fetch = createGuardedFetch({
    rules: { ...NOBODY, ...rules },
    userAgent,
    slots: createKeyedSlots(2),
    times,
    ...(lookup ? { lookup } : {}),
  });
  fetches.push(fetch);
  return fetch;
}

const { signal } = new AbortController();

/** The text of an answer, or the code of the failure. */
async function textOf(
  { fetch }: GuardedFetch,
  url: string,
  options: Partial<FetchOptions> = {},
  limit = 1e6,
): Promise<string> {
  try {
    return await fetch(url, { signal, ...options }, async (answer) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of answer.body(limit)) pieces.push(piece);
      return `${answer.status} ${Buffer.concat(pieces).toString()}`;
    });
  } catch (error) {
    assert.ok(error instanceof ReadingFailure, String(error));
    return error.code;
  }
}

const answering =
  (...addresses: string[]): Lookup =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('the guarded fetch', () => {
  let server: WebServer;
  let other: WebServer;
  let robots: WebServer;
  let failing: WebServer;

  before(async () => {
    other = await startWebServer({ '/landing': answers('landed') });
    server = await startWebServer({
      '/': answers('hello'),
      '/gzip': answers(gzipSync('packed'), { 'content-encoding': 'gzip' }),
      '/brotli': answers(brotliCompressSync('packed'), { 'content-encoding': 'br' }),
      '/broken-gzip': answers('not gzip', { 'content-encoding': 'gzip' }),
      '/unknown-coding': answers('x', { 'content-encoding': 'rot13' }),
      '/gzip-bomb': answers(gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
      '/loop': answers('', { location: '/loop' }, 302),
      '/to-private': answers('', { location: 'http://192.168.0.1/' }, 302),
      '/to-metadata': answers('', { location: 'http://169.254.169.254/latest/meta-data/' }, 307),
      '/to-file': answers('', { location: 'file:///etc/passwd' }, 301),
      '/to-port': answers('', { location: 'http://127.0.0.1:1/' }, 302),
      '/to-other': (_, response) => response.writeHead(302, { location: `${other.url}/landing` }).end(),
      '/to-self': answers('', { location: '/' }, 301),
      '/slow-headers': () => {},
      '/endless': (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(1000)), 100);
        response.on('close', () => clearInterval(timer));
      },
      '/cut': (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
        setTimeout(() => response.destroy(), 50);
      },
      '/robots.txt': (_, response) => response.writeHead(404).end(),
    });
    robots = await startWebServer({
      '/robots.txt': answers(
        'User-agent: *\nDisallow: /\n\nUser-agent: touchstone\nDisallow: /private\nAllow: /private/ok\n',
        { 'content-type': 'text/plain' },
      ),
      '/private/page': answers('secret'),
      '/private/ok': answers('fine'),
      '/page': answers('fine'),
    });
    failing = await startWebServer({ '/robots.txt': answers('', {}, 503), '/page': answers('fine') });
  });

  after(async () => {
    await Promise.all(fetches.map((fetch) => fetch.stop()));
    await Promise.all([server, other, robots, failing].map((one) => one.stop()));
  });

  const spellings = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://localhost/',
    'http://localhost./',
    'http://①②⑦.⓪.⓪.①/',
  ];
  for (const url of spellings) {
    it(`refuses ${url}, a spelling of loopback`, async () => {
      assert.equal(await textOf(guarded(), url), 'address_not_allowed');
    });
  }

  const ranges = [
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://[::169.254.169.254]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2001:db8::5efe:127.0.0.1]/',
    'http://[2600:1::200:5efe:10.0.0.1]/',
    'http://[4000::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
  ];
  for (const url of ranges) {
    it(`refuses ${url}`, async () => assert.equal(await textOf(guarded(), url), 'address_not_allowed'));
  }

  const forms: [string, string][] = [
    ['ftp://example.org/', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['not an address', 'invalid_url'],
    ['', 'invalid_url'],
    [`http://example.org/${'a'.repeat(5000)}`, 'invalid_url'],
    ['http://user@example.org/', 'credentials_in_url'],
    ['http://user:secret@example.org/', 'credentials_in_url'],
    ['http://example.org:22/', 'port_not_allowed'],
    ['https://example.org:8443/', 'port_not_allowed'],
  ];
  for (const [url, code] of forms) {
    it(`refuses ${url.slice(0, 40)} as ${code}`, async () =>
      assert.equal(await textOf(guarded(), url), code));
  }

  it('refuses a name when any one of its addresses is private', async () => {
    const lookup = answering('93.184.216.34', '10.0.0.7');
    assert.equal(await textOf(guarded({}, lookup), 'http://mixed.example/'), 'address_not_allowed');
  });

  it('asks again for every connection, so that a name cannot become private later', async () => {
    let asked = 0;
    const lookup: Lookup = (host, options, done) =>
      answering(asked++ === 0 ? '127.0.0.1' : '169.254.169.254')(host, options, done);
    const fetch = guarded({ allowHosts: [`rebind.example:${server.port}`] }, lookup);
    const url = `http://rebind.example:${server.port}`;
    assert.equal(await textOf(fetch, `${url}/cut`), 'connection_failed');
    assert.equal(await textOf(fetch, `${url}/`), 'address_not_allowed');
    assert.equal(asked, 2);
  });

  it('refuses the socket that is connected to another address than was checked', async () => {
    let read = 0;
    const fickle = {
      family: 4,
      get address() {
        return read++ === 0 ? '93.184.216.34' : '127.0.0.1';
      },
    };
    const connect = createGuardedConnect(NOBODY, 1_000, (_, __, done) => done(null, [fickle]));
    const to = { hostname: 'fickle.example', port: String(server.port), protocol: 'http:' };
    const [error, socket] = await new Promise<unknown[]>((resolve) => {
      connect(to, (...outcome) => resolve(outcome));
    });
    assert.ok(read > 1, 'the address was asked for once only');
    assert.ok(error instanceof AddressRefused && error.code === 'address_not_allowed', String(error));
    assert.equal(socket, null);
  });

  it('says that a name has no address', async () => {
    const lookup: Lookup = (_, __, done) => done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    assert.equal(await textOf(guarded({}, lookup), 'http://nowhere.example/'), 'host_not_found');
  });

  it('reads a pair on the allow-list, and no other port of the same host', async () => {
    const fetch = guarded({ allowHosts: [server.pair] });
    assert.equal(await textOf(fetch, `${server.url}/`), '200 hello');
    assert.equal(await textOf(fetch, `${other.url}/landing`), 'port_not_allowed');
    assert.equal(await textOf(fetch, 'http://127.0.0.1/'), 'address_not_allowed');
  });

  it('reads private ranges but not link-local ones when private networks are allowed', async () => {
    const fetch = guarded({ allowPrivateNetworks: true });
    // Nobody listens on port 80 of loopback's far end: allowed, and then not reached.
    assert.equal(await textOf(fetch, 'http://127.255.255.254/'), 'connection_failed');
    assert.equal(await textOf(fetch, `${server.url}/`), 'port_not_allowed');
    for (const url of [
      'http://169.254.1.1/',
      'http://[fe80::1]/',
      'http://0.0.0.0/',
      'http://100.100.100.200/',
    ]) {
      assert.equal(await textOf(fetch, url), 'address_not_allowed', url);
    }
  });

  it('never reads link-local addresses, whatever the allow-list says', async () => {
    const fetch = guarded(
      { allowHosts: ['169.254.169.254:80', '[fe80::1]:80', 'meta.example:80'] },
      answering('169.254.169.254'),
    );
    for (const url of ['http://169.254.169.254/', 'http://[fe80::1]/', 'http://meta.example/']) {
      assert.equal(await textOf(fetch, url), 'address_not_allowed', url);
    }
  });

  const redirects: [string, string][] = [
    ['/to-self', '200 hello'],
    ['/to-private', 'address_not_allowed'],
    ['/to-metadata', 'address_not_allowed'],
    ['/to-file', 'invalid_url'],
    ['/to-port', 'port_not_allowed'],
    ['/to-other', 'port_not_allowed'],
    ['/loop', 'too_many_redirects'],
  ];
  for (const [path, outcome] of redirects) {
    it(`follows ${path} to ${outcome}`, async () => {
      assert.equal(await textOf(guarded({ allowHosts: [server.pair] }), `${server.url}${path}`), outcome);
    });
  }

  it('follows at most five redirects', async () => {
    const before = server.requests.length;
    await textOf(guarded({ allowHosts: [server.pair] }), `${server.url}/loop`);
    assert.equal(server.requests.length - before, 6);
  });

  it('drops Authorization when a redirect leads to another origin, and says who it is', async () => {
    const fetch = guarded({ allowHosts: [server.pair, other.pair] });
    const headers = { authorization: 'Bearer secret', accept: 'text/html' };
    assert.equal(await textOf(fetch, `${server.url}/to-other`, { headers }), '200 landed');
    assert.equal(server.headersOf('/to-other')?.authorization, 'Bearer secret');
    assert.equal(other.headersOf('/landing')?.authorization, undefined);
    assert.equal(other.headersOf('/landing')?.accept, 'text/html');
    assert.match(other.headersOf('/landing')?.['user-agent'] ?? '', /^Touchstone/);
  });

  it('keeps to the only pairs it may ask, redirects included', async () => {
    const fetch = guarded({ allowHosts: [server.pair, other.pair], only: [server.pair] });
    assert.equal(await textOf(fetch, `${server.url}/`), '200 hello');
    assert.equal(await textOf(fetch, `${server.url}/to-other`), 'address_not_allowed');
  });

  const bodies: [string, string][] = [
    ['/gzip', '200 packed'],
    ['/brotli', '200 packed'],
    ['/broken-gzip', 'bad_response'],
    ['/unknown-coding', 'bad_response'],
    ['/gzip-bomb', 'too_large'],
    ['/cut', 'connection_failed'],
  ];
  for (const [path, outcome] of bodies) {
    it(`answers ${path} with ${outcome}`, async () => {
      assert.equal(await textOf(guarded({ allowHosts: [server.pair] }), `${server.url}${path}`), outcome);
    });
  }

  const waits: [string, Partial<FetchTimes>, string][] = [
    ['/slow-headers', { headersMs: 300 }, 'timed_out'],
    ['/slow-headers', { totalMs: 600 }, 'too_slow'],
    ['/endless', { totalMs: 600 }, 'too_slow'],
  ];
  for (const [path, times, outcome] of waits) {
    it(`does not wait for ${path} longer than it may: ${outcome}`, async () => {
      const fetch = guarded({ allowHosts: [server.pair] }, undefined, { ...PATIENT, ...times });
      assert.equal(await textOf(fetch, `${server.url}${path}`), outcome);
    });
  }

  it('says that a server without TLS is no https server', async () => {
    const url = server.url.replace('http:', 'https:');
    assert.equal(await textOf(guarded({ allowHosts: [server.pair] }), url), 'tls_failed');
  });

  it('is called off by its signal', async () => {
    const abort = new AbortController();
    const reading = textOf(guarded({ allowHosts: [server.pair] }), `${server.url}/slow-headers`, {
      signal: abort.signal,
    });
    setTimeout(() => abort.abort(), 100);
    assert.equal(await reading, 'stopped');
  });

  it('gives its slot back after failures', async () => {
    const fetch = guarded({ allowHosts: [server.pair] });
    for (let n = 0; n < 6; n++) assert.equal(await textOf(fetch, `${server.url}/cut`), 'connection_failed');
    assert.equal(await textOf(fetch, `${server.url}/`), '200 hello');
  });

  it('has at most two requests open at one host', async () => {
    let open = 0;
    let most = 0;
    let answerFirst = () => {};
    const busy = await startWebServer({
      '/': (_, response) => {
        most = Math.max(most, ++open);
        const answer = () => {
          open--;
          response.end('done');
        };
        if (open === 1) answerFirst = answer;
        // Both wait for each other, and long enough for a third one to come if it may.
        else {
          setTimeout(() => {
            answerFirst();
            answer();
          }, 40);
        }
      },
    });
    const fetch = guarded({ allowHosts: [busy.pair] });
    const texts = await Promise.all(Array.from({ length: 8 }, () => textOf(fetch, `${busy.url}/`)));
    await busy.stop();
    assert.deepEqual(new Set(texts), new Set(['200 done']));
    assert.equal(most, 2);
  });

  it('obeys robots.txt: the most exact group, the longest rule, asked once', async () => {
    const fetch = guarded({ allowHosts: [robots.pair] });
    const allow = createRobots({ fetch: fetch.fetch, userAgent }).requireAllowed;
    assert.equal(await textOf(fetch, `${robots.url}/page`, { allow }), '200 fine');
    assert.equal(await textOf(fetch, `${robots.url}/private/page`, { allow }), 'blocked_by_robots');
    assert.equal(await textOf(fetch, `${robots.url}/private/ok`, { allow }), '200 fine');
    assert.equal(robots.requests.filter((request) => request === 'GET /robots.txt').length, 1);
    assert.ok(!robots.requests.includes('GET /private/page'));
  });

  it('takes a missing robots.txt for consent and a failing one for none', async () => {
    const fetch = guarded({ allowHosts: [server.pair, failing.pair] });
    const allow = createRobots({ fetch: fetch.fetch, userAgent }).requireAllowed;
    assert.equal(await textOf(fetch, `${server.url}/`, { allow }), '200 hello');
    assert.equal(await textOf(fetch, `${failing.url}/page`, { allow }), 'robots_unavailable');
  });
});
