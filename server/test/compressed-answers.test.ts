import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type BareHttp, startBareHttp } from './support/bare-http.ts';
import { temporaryFolder } from './support/cli-process.ts';

const LARGE = { data: Array.from({ length: 200 }, (_, i) => `Item ${i}`) };
const SMALL = { data: [] };
const OPEN = { config: { role: 'open' }, schema: { hide: true } } as const;

const TEXTS: Record<string, RegExp> = { '/small': /"data":\[\]/, '/broken': /"status":500/ };

const failing = () =>
  new Readable({
    read() {
      this.destroy(new Error('The first piece could not be read.'));
    },
  });

const DECODERS = { zstd: zstdDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

describe('Compressed answers', () => {
  const folder = temporaryFolder();
  let bare: BareHttp;
  before(async () => {
    bare = await startBareHttp(folder.path, '', (app) => {
      app.get('/large', OPEN, () => LARGE as never);
      app.get('/small', OPEN, () => SMALL as never);
      app.get('/stream', OPEN, (_, reply) =>
        reply.type('application/json').send(Readable.from([JSON.stringify(LARGE)]) as never),
      );
      app.get('/broken', OPEN, (_, reply) => reply.type('application/json').send(failing() as never));
      app.get('/events', OPEN, (_, reply) =>
        reply.type('text/event-stream').send(Readable.from([`data: ${JSON.stringify(LARGE)}\n\n`]) as never),
      );
    });
  });
  after(async () => {
    await bare.stop();
    folder.remove();
  });

  const get = async (path: string, accepted: string | null) => {
    const headers = accepted === null ? {} : { 'accept-encoding': accepted };
    const sent = request(bare.origin + path, { agent: false, headers });
    sent.end();
    const [response] = await once(sent, 'response');
    const bytes = Buffer.concat(await response.toArray());
    const { 'content-encoding': coding = 'identity', vary = null } = response.headers;
    return { coding, vary, size: bytes.length, text: DECODERS[coding as 'gzip'](bytes).toString() };
  };

  const rows: [path: string, accepted: string | null, coding: string][] = [
    ['/large', 'gzip, deflate, br, zstd', 'zstd'],
    ['/large', 'gzip, deflate', 'gzip'],
    ['/large', 'zstd;q=0, GZIP;q=0.5', 'gzip'],
    ['/large', 'br', 'identity'],
    ['/large', null, 'identity'],
    ['/stream', 'gzip', 'gzip'],
    ['/stream', 'zstd', 'zstd'],
    ['/stream', null, 'identity'],
    ['/small', 'gzip', 'identity'],
    ['/events', 'gzip', 'identity'],
    ['/broken', 'gzip', 'identity'],
    ['/broken', 'zstd', 'identity'],
  ];
  for (const [path, accepted, coding] of rows)
    it(`${path} with Accept-Encoding ${accepted ?? 'omitted'} is sent as ${coding}`, async () => {
      const found = await get(path, accepted);
      assert.equal(found.coding, coding);
      assert.match(found.text, TEXTS[path] ?? /"Item 199"/);
      if (path !== '/broken')
        assert.equal(found.vary, path === '/large' || path === '/stream' ? 'accept-encoding' : null);
      if (coding !== 'identity') assert.ok(found.size < found.text.length / 2, `${found.size} bytes`);
    });
});
