import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { onDisk } from '../support/each-database.ts';
import { longestGetMs, measureGets } from '../support/get-latency.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWebServer, type WebServer } from '../support/web-server.ts';

const ENDS_WITHIN_MS = 60_000;

function every(ms: number, response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.write(piece), ms);
  response.on('close', () => clearInterval(timer));
}

describe('a page without an end', { concurrency: true }, () => {
  let service: Service;
  let web: WebServer;
  let flood: WebServer;
  let slowRobots: WebServer;
  const headers = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (said) => {
      if (String(said).includes('robots.txt'))
        return socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-more: 1\r\n'), 500);
      socket.on('close', () => clearInterval(timer));
    });
  });
  let headersAt: string;

  before(async () => {
    web = await startWebServer({
      '/words': (_, response) => every(200, response, '<p>more and more</p>'),
      '/bytes': (_, response) => every(1000, response, 'x'),
    });
    // A host of its own: at one host few pages are read at a time.
    flood = await startWebServer({
      '/': (_, response) => every(1, response, 'words '.repeat(20_000)),
    });
    slowRobots = await startWebServer({ '/robots.txt': (_, response) => every(500, response, '# more\n') });
    await new Promise<void>((resolve) => headers.listen(0, '127.0.0.1', resolve));
    headersAt = `127.0.0.1:${(headers.address() as { port: number }).port}`;
    service = await startService(
      onDisk(undefined, async () => {}),
      {
        'fetch-allow-hosts': [web.pair, flood.pair, slowRobots.pair, headersAt].join(),
      },
    );
  });
  after(async () => {
    await service.stop();
    await Promise.all([web.stop(), flood.stop(), slowRobots.stop()]);
    headers.close();
  });

  const PAGES: [what: string, url: () => string, codes: string[]][] = [
    ['of words', () => `${web.url}/words`, ['too_slow']],
    ['of a byte a second', () => `${web.url}/bytes`, ['too_slow']],
    ['of megabytes', () => `${flood.url}/`, ['too_large']],
    ['of headers', () => `http://${headersAt}/`, ['timed_out']],
    ['behind a robots.txt without one', () => `${slowRobots.url}/page`, ['too_slow']],
  ];
  for (const [what, url, codes] of PAGES) {
    test(`${what} fails within a minute, and the service answers meanwhile`, async () => {
      const { body: workspace } = await service.call('POST', '/workspaces', { name: 'W' });
      const path = `/workspaces/${workspace.id}/sources`;
      const health = measureGets([`${service.url}/healthz`]);
      const started = performance.now();
      const { body: made } = await service.call('POST', path, { type: 'url', url: url() });
      const source = await until(async () => {
        const { body } = await service.call('GET', `${path}/${made.id}`);
        return body.status === 'failed' && body;
      }, 250);
      assert.ok(performance.now() - started < ENDS_WITHIN_MS);
      assert.ok(codes.includes(source.error.code), JSON.stringify(source.error));
      const { most, stoodStill } = await health.stop();
      assert.ok(most < longestGetMs() + stoodStill, `/healthz took ${most} ms`);
    });
  }
});
