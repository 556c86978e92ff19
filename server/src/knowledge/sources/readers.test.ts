import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { startGithubServer, tarball } from '../../../test/support/github-server.ts';
import { pdfFile } from '../../../test/support/pdf-file.ts';
import { newWorkspace, pointers } from '../../../test/support/resource-behaviour.ts';
import { type Answer, type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';
import { answers, startWebServer, type WebServer } from '../../../test/support/web-server.ts';
import { startYoutubeServer } from '../../../test/support/youtube-server.ts';

const PROSE =
  'The boundary layer is the thin region of a flow near a surface, where the speed of the fluid rises from zero ' +
  'to that of the free stream. Its thickness grows with the distance from the leading edge of the plate. ';
const SHA = 'a'.repeat(40);
const article = `<!doctype html><html lang="en"><head><title>Boundary layers</title></head><body><article>
  <h1>Boundary layers</h1><p>${PROSE}</p><h2>Turbulence</h2><p>Eddies mix momentum. ${PROSE}</p></article></body></html>`;
const pdf = pdfFile([`Laminar page. ${PROSE.slice(0, 80)}`, `Turbulent page. ${PROSE.slice(0, 80)}`], {
  title: 'Two pages',
});
const archive = await tarball([
  { name: 'o-r-abc/README.md', body: `# The repository\n\n${PROSE}` },
  { name: 'o-r-abc/src/main.ts', body: '\n\nexport function zygote() {\n  return 1;\n}\n' },
]);
const withGaps = await tarball([
  { name: 'r/README.md', body: `# The repository\n\n${PROSE}` },
  {
    name: 'r/study.ipynb',
    body: JSON.stringify({ cells: [{ cell_type: 'markdown', source: 'A zygote.' }] }),
  },
  { name: 'r/.env', body: 'API_KEY=not-a-real-key' },
  ...Array.from({ length: 7 }, (_, n) => ({ name: `r/picture${n}.png`, body: 'x' })),
]);
const refused = (status: number, headers = {}) => ({
  refs: { HEAD: SHA },
  archive,
  refuses: { status, headers },
});
const captions =
  '<transcript><text start="1.5" dur="2">people wrote captions</text><text start="10" dur="2">and more</text></transcript>';
const WATCH = 'https://www.youtube.com/watch?v=';
const NESTED = `<html><body>${'<div>'.repeat(3000)}${PROSE}`;

onEachDatabaseInFull('readers', (place) => {
  let service: Service;
  let web: WebServer;
  let github: Awaited<ReturnType<typeof startGithubServer>>;
  let youtube: WebServer;
  const held: ServerResponse[] = [];
  let changing = article;
  let growing: string[] = [];
  let busy = 0;
  let rests = 6;

  before(async () => {
    web = await startWebServer({
      '/article': answers(article),
      '/paper': answers(pdf, { 'content-type': 'application/pdf' }),
      '/growing': (request, response) =>
        answers(growing.join('\n\n'), { 'content-type': 'text/markdown' })(request, response),
      '/changing': (request, response) => answers(changing)(request, response),
      '/busy': (request, response) =>
        (busy++ === 0 ? answers('', {}, 503) : answers(article))(request, response),
      '/broken': answers('', {}, 500),
      '/nested': answers(NESTED),
      '/login': answers('', {}, 401),
      '/held': (_, response) => void held.push(response),
      '/held-later': (_, response) => void held.push(response),
      '/hidden': answers(article),
      '/robots.txt': answers('User-agent: *\nDisallow: /hidden', { 'content-type': 'text/plain' }),
    });
    github = await startGithubServer({
      'o/r': { refs: { HEAD: SHA, main: SHA }, archive },
      'o/gaps': { refs: { HEAD: SHA }, archive: withGaps },
      'o/secret': { refs: { HEAD: SHA }, archive, token: 'open-sesame' },
      'o/sso': refused(403),
      'o/limited': refused(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1900000000' }),
      'o/empty': refused(409),
      'o/resting': {
        refs: { HEAD: SHA },
        archive,
        // More often than there are attempts.
        get refuses() {
          return rests-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
        },
      },
    });
    youtube = await startYoutubeServer({
      aaaaaaaaaaa: { title: 'A talk', tracks: [{ lang: 'en', xml: captions }] },
      ccccccccccc: { title: 'Silent' },
    });
    service = await startService(await place(), settings());
  });
  after(async () => {
    for (const response of held) response.destroy();
    await service.stop();
    await Promise.all([web.stop(), github.stop(), youtube.stop()]);
  });

  const settings = () => ({
    'fetch-allow-hosts': `${web.pair},${github.codeload.pair}`,
    'github-api-url': github.url,
    'youtube-url': youtube.url,
  });
  const call: Service['call'] = (...request) => service.call(...request);
  const collection = async () => `/workspaces/${await newWorkspace(service)}/sources`;
  async function settled(path: string, id: string, by: Service = service): Promise<Answer['body']> {
    for (let tries = 0; tries < 3000; tries++) {
      const { body } = await by.call('GET', `${path}/${id}`);
      if (body.status === 'ready' || body.status === 'failed') return body;
      await sleep(20);
    }
    return assert.fail('it was never settled');
  }
  async function add(path: string, input: object): Promise<Answer['body']> {
    const made = await call('POST', path, input);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return settled(path, made.body.id);
  }
  async function ready(path: string, input: object): Promise<Answer['body']> {
    const source = await add(path, input);
    assert.deepEqual([source.status, source.error], ['ready', undefined]);
    return source;
  }
  async function search(path: string, query: string): Promise<Answer['body'][]> {
    const { body } = await call('POST', path.replace(/sources$/, 'search'), { query, mode: 'keyword' });
    return body.results;
  }
  async function content(path: string, id: string): Promise<string> {
    return (await fetch(`${service.url}${path}/${id}/content`)).text();
  }
  async function requireExactChunks(path: string, id: string): Promise<void> {
    const text = await content(path, id);
    const { body } = await call('GET', `${path}/${id}/chunks`);
    assert.ok(body.data.length > 0);
    for (const chunk of body.data)
      assert.equal(text.slice(chunk.location.start, chunk.location.end), chunk.text);
  }

  test('a page is found with its heading and a link to its words', async () => {
    const path = await collection();
    const source = await ready(path, { type: 'url', url: `${web.url}/article` });
    assert.equal(source.title, 'Boundary layers');
    assert.equal(source.language, 'en');
    assert.equal(source.media_type, 'text/html');
    assert.match(source.content_hash, /^[\da-f]{64}$/);
    assert.equal(source.byte_size, Buffer.byteLength(await content(path, source.id)));
    const [hit] = await search(path, 'eddies');
    assert.equal(hit.source_title, 'Boundary layers');
    assert.ok(hit.url.startsWith(`${web.url}/article#:~:text=`), hit.url);
    await requireExactChunks(path, source.id);
    assert.equal((await call('GET', `${path}/${source.id}/original`)).status, 404);
  });

  test('a repository is found by file, lines and path, with a permanent link', async () => {
    const path = await collection();
    const source = await ready(path, { type: 'github', url: 'https://github.com/o/r' });
    assert.equal(source.title, 'o/r');
    const [hit] = await search(path, 'zygote');
    const { start, end, heading, ...location } = hit.location;
    assert.deepEqual(location, { path: 'src/main.ts', start_line: 3, end_line: 5 });
    assert.equal(hit.url, `https://github.com/o/r/blob/${SHA}/src/main.ts#L3-L5`);
    const readme = (await search(path, 'thickness edge'))[0];
    assert.equal(readme.location.path, 'README.md');
    assert.match(readme.url, /README\.md\?plain=1#L1-L3$/);
    await requireExactChunks(path, source.id);
  });

  test('a source and the sources that share its content list what was left out', async () => {
    const path = await collection();
    const input = { type: 'github', url: 'https://github.com/o/gaps' };
    const source = await ready(path, input);
    const leftOut = [
      { reason: 'binary', count: 7, examples: [0, 1, 2, 3, 4].map((n) => `picture${n}.png`) },
      { reason: 'secret', count: 1, examples: ['.env'] },
    ];
    assert.deepEqual(source.left_out, leftOut);
    assert.deepEqual((await ready(path, input)).left_out, leftOut);
    const [hit] = await search(path, 'zygote');
    const { start, end, heading, ...location } = hit.location;
    assert.deepEqual(
      [location, hit.url],
      [{ path: 'study.ipynb' }, `https://github.com/o/gaps/blob/${SHA}/study.ipynb`],
    );
    const whole = await ready(path, { type: 'github', url: 'https://github.com/o/r' });
    assert.equal('left_out' in whole, false);
  });

  test('a source says which pages of a PDF are pictures, and how many invisible characters were removed', async () => {
    const path = await collection();
    const text = (y: number) => `BT /F1 8 Tf 60 ${y} Td (${PROSE.slice(0, 100)}) Tj ET`;
    const picture = 'q 500 0 0 600 60 60 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q';
    const scanned = pdfFile([text(700), picture, text(600), picture], { drawn: true });
    const source = await ready(path, { type: 'pdf', content: scanned.toString('base64'), title: 'Manual' });
    assert.deepEqual(source.left_out, [{ reason: 'page_without_text', count: 2, examples: ['2', '4'] }]);
    const hidden = `Soft\u00adly said\u200b, and tagged\u{e0041}\u{e0042}. ${PROSE}`;
    const { left_out } = await ready(path, { type: 'text', content: hidden });
    assert.deepEqual(left_out, [{ reason: 'invisible_text', count: 3, examples: [] }]);
  });

  test('a video is found with its second', async () => {
    const path = await collection();
    const source = await ready(path, { type: 'youtube', url: `${WATCH}aaaaaaaaaaa` });
    assert.deepEqual([source.title, source.classification, source.language], ['A talk', 'transcript', 'en']);
    const [hit] = await search(path, 'captions');
    assert.equal(hit.location.start_seconds, 1.5);
    assert.equal(hit.url, `${WATCH}aaaaaaaaaaa&t=1s`);
    await requireExactChunks(path, source.id);
  });

  test('a PDF is found with its page, as JSON, as a stream and behind an address', async () => {
    const path = await collection();
    const input = { type: 'pdf', content: pdf.toString('base64'), filename: 'paper.pdf' };
    const source = await ready(path, input);
    assert.deepEqual([source.title, source.media_type], ['Two pages', 'application/pdf']);
    assert.equal(source.byte_size, pdf.length);
    const [hit] = await search(path, 'turbulent');
    assert.deepEqual([hit.location.page, hit.url], [2, undefined]);
    await requireExactChunks(path, source.id);
    const original = await fetch(`${service.url}${path}/${source.id}/original`);
    assert.equal(original.headers.get('content-type'), 'application/pdf');
    assert.match(original.headers.get('content-disposition') ?? '', /^attachment; filename="paper.pdf"/);
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), pdf);
    const shown = await fetch(`${service.url}${path}/${source.id}/original?inline=true`);
    assert.match(shown.headers.get('content-disposition') ?? '', /^inline; filename="paper.pdf"/);
    assert.match(shown.headers.get('content-security-policy') ?? '', /^sandbox;/);
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), pdf);

    const streamed = await fetch(`${service.url}${path}?type=pdf&filename=other.pdf`, {
      method: 'POST',
      body: new Uint8Array(pdf),
      headers: { 'content-type': 'application/pdf' },
    });
    const copy = (await streamed.json()) as Answer['body'];
    assert.deepEqual([streamed.status, copy.duplicate_of], [201, source.id]);

    const elsewhere = await collection();
    const linked = await ready(elsewhere, { type: 'url', url: `${web.url}/paper` });
    assert.equal(linked.media_type, 'application/pdf');
    assert.equal((await search(elsewhere, 'turbulent'))[0].url, `${web.url}/paper#page=2`);
    const again = await call('POST', `${path}/${source.id}/reindex`);
    assert.equal(again.status, 200);
    assert.equal((await settled(path, source.id)).status, 'ready');
    assert.equal((await search(path, 'turbulent')).length, 1);
  });

  test('a transcript that is uploaded has times', async () => {
    const path = await collection();
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello vestibule\n';
    await ready(path, { type: 'text', content: vtt, filename: 'talk.vtt' });
    assert.equal((await search(path, 'vestibule'))[0].location.start_seconds, 1);
  });

  const scanned = pdfFile(['x', 'y'], { scanned: true }).toString('base64');
  const encrypted = pdfFile(['x'], { encrypted: true }).toString('base64');
  const failures: [string, string, () => object][] = [
    ['a page that is not there', 'page_not_found', () => ({ type: 'url', url: `${web.url}/nothing` })],
    ['a page behind a login', 'access_denied', () => ({ type: 'url', url: `${web.url}/login` })],
    [
      'a page that robots.txt forbids',
      'blocked_by_robots',
      () => ({ type: 'url', url: `${web.url}/hidden` }),
    ],
    ['a loopback address', 'address_not_allowed', () => ({ type: 'url', url: 'http://127.1/' })],
    ['loopback in IPv6', 'address_not_allowed', () => ({ type: 'url', url: 'http://[::127.0.0.1]/' })],
    [
      'the metadata of a cloud in IPv6',
      'address_not_allowed',
      () => ({ type: 'url', url: 'http://[fd20:ce::254]/' }),
    ],
    ['another port', 'port_not_allowed', () => ({ type: 'url', url: 'http://192.0.2.1:81/' })],
    ['nested elements', 'too_complex', () => ({ type: 'url', url: `${web.url}/nested` })],
    ['a missing repository', 'repository_not_found', () => github_('o/none')],
    ['a private repository', 'repository_not_found', () => github_('o/secret')],
    ['a repository behind SSO', 'repository_private', () => github_('o/sso')],
    ['an empty repository', 'repository_empty', () => github_('o/empty')],
    ['a missing branch', 'ref_not_found', () => github_('o/r/tree/none')],
    [
      'a video without captions',
      'captions_disabled',
      () => ({ type: 'youtube', url: `${WATCH}ccccccccccc` }),
    ],
    ['a video that is gone', 'video_unavailable', () => ({ type: 'youtube', url: `${WATCH}zzzzzzzzzzz` })],
    ['a scan', 'scanned_pdf', () => ({ type: 'pdf', content: scanned })],
    ['an encrypted PDF', 'encrypted_pdf', () => ({ type: 'pdf', content: encrypted })],
    ['what is no PDF', 'not_a_pdf', () => ({ type: 'pdf', content: 'aGVsbG8=' })],
  ];
  const github_ = (name: string) => ({ type: 'github', url: `https://github.com/${name}` });
  for (const [what, code, input] of failures) {
    test(`${what} fails with ${code}`, async () => {
      const source = await add(await collection(), input());
      assert.deepEqual([source.status, source.error?.code, source.error?.retryable], ['failed', code, false]);
      assert.ok(source.error.message.length > 10);
    });
  }

  test('base64 that is none is 400 at /content', async () => {
    const answer = await call('POST', await collection(), { type: 'pdf', content: 'abc$' });
    assert.deepEqual([answer.status, pointers(answer)], [400, ['/content']]);
  });

  test('a temporary failure is tried again, and fails with its own code if it persists', async () => {
    const path = await collection();
    const [passing, broken, limited] = await Promise.all([
      add(path, { type: 'url', url: `${web.url}/busy` }),
      add(path, { type: 'url', url: `${web.url}/broken` }),
      add(path, github_('o/limited')),
    ]);
    assert.equal(passing.status, 'ready');
    assert.deepEqual([broken.error.code, broken.error.retryable], ['server_error', true]);
    assert.equal(web.requests.filter((request) => request === 'GET /broken').length, 5);
    assert.deepEqual([limited.error.code, limited.error.retryable], ['rate_limited', true]);
  });

  test('the time that GitHub names is waited for when it is near, and no attempt is spent', async () => {
    const path = await collection();
    const source = await add(path, github_('o/resting'));
    assert.equal(source.status, 'ready', JSON.stringify(source.error));
    assert.ok(rests < 0);
  });

  test('the same address twice shares what was read, and another title stays', async () => {
    const path = await collection();
    const first = await ready(path, { type: 'url', url: `${web.url}/article` });
    const second = await ready(path, { type: 'url', url: `${web.url}/article#turbulence`, title: 'Mine' });
    assert.deepEqual([second.duplicate_of, second.title], [first.id, 'Mine']);
    assert.deepEqual([second.content_hash, second.byte_size], [first.content_hash, first.byte_size]);
    assert.equal((await search(path, 'eddies')).length, 1);
  });

  test('reading an address again stores its present content', async () => {
    const path = await collection();
    const source = await ready(path, { type: 'url', url: `${web.url}/changing` });
    changing = article.replaceAll('Eddies', 'Whirlwinds').replaceAll('Boundary layers', 'Shear layers');
    await call('POST', `${path}/${source.id}/reindex`);
    const now = await settled(path, source.id);
    assert.equal(now.title, 'Shear layers');
    assert.notEqual(now.content_hash, source.content_hash);
    assert.equal((await search(path, 'whirlwinds')).length, 1);
    assert.equal((await search(path, 'eddies')).length, 0);
  });

  test('reading an address again keeps the chunks that are still there, and says where they are now', async () => {
    const path = await collection();
    const section = (name: string) => `## ${name}\n\n${`${name} is told here. `.repeat(60)}`;
    const listed = async (id: string) => {
      const { data } = (await call('GET', `${path}/${id}/chunks?limit=1000`)).body;
      return data as { id: string; text: string; location: { start: number } }[];
    };
    growing = ['Alpha', 'Beta', 'Gamma'].map(section);
    const { id } = await ready(path, { type: 'url', url: `${web.url}/growing` });
    const before = await listed(id);
    const page = (await call('GET', `${path}/${id}/chunks?limit=2`)).body;
    growing = ['Zeta', 'Alpha', 'Betelgeuse', 'Gamma'].map(section);
    await call('POST', `${path}/${id}/reindex`);
    await settled(path, id);
    const now = await listed(id);
    const named = (chunks: typeof now, name: string) =>
      chunks.filter(({ text }) => text.includes(`${name} is`));
    for (const name of ['Alpha', 'Gamma']) {
      const [was, is] = [named(before, name), named(now, name)];
      assert.deepEqual(
        is.map((chunk) => [chunk.id, chunk.text]),
        was.map((chunk) => [chunk.id, chunk.text]),
      );
      assert.notEqual(is[0]?.location.start, was[0]?.location.start);
      const [hit] = await search(path, `${name} told`);
      assert.deepEqual([hit.chunk_id, hit.location.start], [is[0]?.id, is[0]?.location.start]);
    }
    const old = new Set(before.map((chunk) => chunk.id));
    for (const name of ['Zeta', 'Betelgeuse'])
      assert.ok(named(now, name).every((chunk) => !old.has(chunk.id)));
    // The page ended at a chunk that is gone.
    const stale = await call('GET', `${path}/${id}/chunks?cursor=${page.next_cursor}`);
    assert.deepEqual([stale.status, stale.body.code], [400, 'invalid_cursor']);
  });

  test('while a server keeps a reading waiting, texts become ready; a source deleted meanwhile is gone', async () => {
    const path = await collection();
    const before = held.length;
    const { body: slow } = await call('POST', path, { type: 'url', url: `${web.url}/held` });
    const hostile = call('POST', path, { type: 'url', url: `${web.url}/nested` });
    await until(() => held.length > before);
    await ready(path, { type: 'text', content: 'A plain gazebo.' });
    assert.equal((await settled(path, (await hostile).body.id)).error.code, 'too_complex');
    assert.equal((await call('GET', `${path}/${slow.id}`)).body.status, 'processing');
    assert.equal((await call('DELETE', `${path}/${slow.id}`)).status, 204);
    held.at(-1)?.writeHead(200, { 'content-type': 'text/html' }).end(article);
    await sleep(300);
    assert.equal((await call('GET', `${path}/${slow.id}`)).status, 404);
    assert.deepEqual(await search(path, 'eddies'), []);
    assert.equal((await search(path, 'gazebo')).length, 1);
  });

  test('its stage reports the received bytes while a page is downloaded', async () => {
    const path = await collection();
    const before = held.length;
    const { body } = await call('POST', path, { type: 'url', url: `${web.url}/held` });
    await until(() => held.length > before);
    const response = held.at(-1);
    response?.writeHead(200, { 'content-type': 'text/html' });
    const stage = await until(async () => {
      response?.write(' '.repeat(100));
      const { stage } = (await call('GET', `${path}/${body.id}`)).body;
      return stage?.name === 'fetch' && stage;
    }, 20);
    assert.deepEqual([stage.name, stage.unit, stage.total, stage.done % 100], ['fetch', 'bytes', 0, 0]);
    assert.ok(stage.done > 0);
    response?.end(article);
    assert.equal((await settled(path, body.id)).status, 'ready');
  });

  test('a token opens a private repository', async () => {
    const own = await startService(await place(), { ...settings(), 'github-token': 'open-sesame' });
    try {
      const path = `/workspaces/${await newWorkspace(own)}/sources`;
      const { body } = await own.call('POST', path, github_('o/secret'));
      assert.equal((await settled(path, body.id, own)).status, 'ready');
    } finally {
      await own.stop();
    }
  });

  test('a reading that was interrupted by a stop continues after the next start', async () => {
    const own = await place();
    const kept = { ...own, remove: async () => {} };
    const first = await startService(kept, settings());
    const path = `/workspaces/${await newWorkspace(first)}/sources`;
    const before = held.length;
    const { body } = await first.call('POST', path, { type: 'url', url: `${web.url}/held-later` });
    await until(() => held.length > before);
    await first.stop();
    const second = await startService(own, settings());
    try {
      await until(() => held.length > before + 1);
      held.at(-1)?.writeHead(200, { 'content-type': 'text/html' }).end(article);
      const source = await settled(path, body.id, second);
      assert.deepEqual([source.status, source.title], ['ready', 'Boundary layers']);
    } finally {
      await second.stop();
    }
  });
});
