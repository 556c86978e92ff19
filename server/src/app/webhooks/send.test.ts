import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { startWebServer, type WebServer } from '../../../test/support/web-server.ts';
import type { AddressRules } from '../../kernel/address-guard.ts';
import type { Lookup } from '../../kernel/guarded-connect.ts';
import { createSender, type Sender } from './send.ts';
import { signedHeaders } from './signature.ts';

test('the signature is that of the vector published with Standard Webhooks', () => {
  const signed = signedHeaders([{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  assert.deepEqual(signed, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe('a message that is sent', () => {
  const ends: (() => Promise<unknown>)[] = [];
  after(() => Promise.all(ends.map((end) => end())));

  function sender(rules: Partial<AddressRules>, timeoutMs = 60_000, lookup?: Lookup): Sender {
    const made = createSender({
      rules: { allowPrivateNetworks: false, allowHosts: [], ...rules },
      userAgent: 'Touchstone/test',
      timeoutMs,
      ...(lookup && { lookup }),
    });
    ends.push(made.stop);
    return made;
  }
  const { signal } = new AbortController();
  const sendTo = (one: Sender, url: string) => one.send(url, {}, '{}', signal);

  async function web(handlers: Parameters<typeof startWebServer>[0]): Promise<WebServer> {
    const server = await startWebServer(handlers);
    ends.push(server.stop);
    return server;
  }

  /** A server without HTTP: does with each connection what it likes. */
  async function raw(connected: (socket: Socket) => void): Promise<{ url: string; pair: string }> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      connected(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/`, pair: `127.0.0.1:${port}` };
  }

  const whole = (head: string) => (socket: Socket) => socket.once('data', () => socket.write(head));
  /** Writes as fast as it is read, until the connection is gone; counts what was taken. */
  const taken = { bytes: 0 };
  const endless = (head: string) => (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536))) taken.bytes += 65_536;
    };
    socket.once('data', () => {
      socket.write(head);
      more();
      socket.on('drain', more);
    });
  };

  const HOSTILE: [
    what: string,
    connected: (socket: Socket) => void,
    timeoutMs: number,
    says: RegExp | null,
  ][] = [
    ['never answers', () => {}, 500, /did not respond within 0\.5 s/],
    [
      'answers byte by byte',
      (socket) => void setInterval(() => socket.write('H'), 50).unref(),
      500,
      /HTTP|within 0\.5 s/,
    ],
    [
      'resets the connection',
      (socket) => void socket.once('data', () => socket.resetAndDestroy()),
      60_000,
      /closed the connection|ECONNRESET/,
    ],
    ['closes it', (socket) => void socket.once('data', () => socket.end()), 60_000, /closed the connection/],
    ['speaks no HTTP', whole('SSH-2.0-OpenSSH_9.6\r\n\r\n'), 60_000, /not HTTP/],
    ['sends gigantic headers', endless('HTTP/1.1 200 OK\r\nx-large: '), 60_000, /exceed 16 kB/],
    ['sends an endless body', endless('HTTP/1.1 200 OK\r\n\r\n'), 60_000, null],
    [
      'says it has a huge body and sends none',
      whole('HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n'),
      60_000,
      null,
    ],
    [
      'answers with 100 again and again',
      (socket) => {
        socket.once('data', () => {
          const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
          socket.on('close', () => clearInterval(timer));
        });
      },
      500,
      /within 0\.5 s/,
    ],
  ];
  for (const [what, connected, timeoutMs, says] of HOSTILE) {
    test(`to a receiver that ${what} ends`, { timeout: 30_000 }, async () => {
      taken.bytes = 0;
      const server = await raw(connected);
      const sent = await sendTo(sender({ allowHosts: [server.pair] }, timeoutMs), server.url);
      if (says === null) assert.deepEqual([sent.status, sent.error], [200, null]);
      else assert.match(`${sent.status} ${sent.error}`, new RegExp(`^null .*(${says.source})`));
      // Buffers of both ends of the connection hold some megabytes before anything is read.
      assert.ok(taken.bytes < 50e6, `${taken.bytes} bytes`);
    });
  }

  const PRIVATE = [
    '127.0.0.1',
    '10.0.0.7',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '::1',
    'fd00:ec2::254',
    '::ffff:10.0.0.1',
  ];
  for (const address of PRIVATE) {
    test(`does not reach a name that resolves to ${address}`, async () => {
      const lookup: Lookup = (_, __, done) =>
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      const sent = await sendTo(sender({}, 60_000, lookup), 'https://hooks.example.com/');
      assert.match(sent.error ?? '', /address is not allowed/);
    });
  }

  test('does not reach an address that became private after it was given', async () => {
    const server = await web({ '/': (_, response) => response.writeHead(204).end() });
    const name = `hooks.example.com:${server.port}`;
    let asked = 0;
    const lookup: Lookup = (_, __, done) =>
      done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]);
    const one = sender({ allowHosts: [name] }, 60_000, lookup);
    assert.equal((await sendTo(one, `http://${name}/`)).status, 204);
    assert.match((await sendTo(one, `http://${name}/`)).error ?? '', /address is not allowed/);
    assert.equal(server.requests.length, 1);
  });

  const REDIRECTS = [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://10.0.0.1/',
    '/elsewhere',
    'file:///etc/passwd',
  ];
  for (const location of REDIRECTS) {
    test(`does not follow a redirect to ${location}`, async () => {
      const server = await web(() => (_, response) => void response.writeHead(301, { location }).end());
      const sent = await sendTo(sender({ allowHosts: [server.pair] }), server.url);
      assert.deepEqual([sent.status, server.requests], [301, ['POST /']]);
      assert.match(sent.error ?? '', /redirect \(301\)\. Redirects are not followed/);
    });
  }

  const PAUSES: [header: string, least: number, most: number][] = [
    ['120', 120_000, 120_000],
    ['0', 0, 0],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_000_000, 3_600_000],
    [new Date(0).toUTCString(), 0, 0],
  ];
  for (const [header, least, most] of PAUSES) {
    test(`reads Retry-After: ${/^\d+$/.test(header) ? header : 'a date'}`, async () => {
      const server = await web(
        () => (_, response) => void response.writeHead(503, { 'retry-after': header }).end(),
      );
      const { retryAfterMs } = await sendTo(sender({ allowHosts: [server.pair] }), server.url);
      assert.ok(retryAfterMs !== null && retryAfterMs >= least && retryAfterMs <= most, String(retryAfterMs));
    });
  }

  test('waits for no other one, though many at the same server have no answer yet', async () => {
    const server = await web(() => ({ url = '' }, response) => {
      if (url.endsWith('/ok')) response.writeHead(204).end();
    });
    const one = sender({ allowHosts: [server.pair] });
    const stopping = new AbortController();
    const hanging = Array.from({ length: 40 }, () =>
      assert.rejects(one.send(`${server.url}/hangs`, {}, '{}', stopping.signal), /stopping/),
    );
    assert.equal((await sendTo(one, `${server.url}/ok`)).error, null);
    stopping.abort(new Error('stopping'));
    await Promise.all(hanging);
  });

  test('is cut off by a stop, which is no attempt', async () => {
    const server = await raw(() => {});
    const stopping = new AbortController();
    const sending = sender({ allowHosts: [server.pair] }).send(server.url, {}, '{}', stopping.signal);
    setTimeout(() => stopping.abort(new Error('stopping')), 50);
    await assert.rejects(sending, /stopping/);
  });
});
