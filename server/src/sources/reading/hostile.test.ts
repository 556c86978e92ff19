import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bomb } from '../../../test/support/bomb.ts';
import { startGithubServer, tarball } from '../../../test/support/github-server.ts';
import { pdfFile } from '../../../test/support/pdf-file.ts';
import { answers, startWebServer, type WebServer } from '../../../test/support/web-server.ts';
import { silentLog } from '../../kernel/log.ts';
import { createIsolated, ISOLATION_LIMITS, type Isolated } from './isolated.ts';
import type { ParseTask } from './parse-messages.ts';
import { createReading, type ReadingService, type ReadRequest } from './reading.ts';

// Less memory than it really is, so that what runs into that does so soon. Time is what it really is and processes
// run like everything else: nothing here is to fail because the machine is busy.
const LIMITS = { ...ISOLATION_LIMITS, residentBytes: 450 * 1024 ** 2, nice: 0 };
const SHA = 'c'.repeat(40);

const html = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;
const words = (count: number) => 'word '.repeat(count);

const many = Array.from({ length: 20_000 }, (_, index) => ({
  name: `r/src/dir${index % 100}/file${index}.ts`,
  body: `export const value${index} = ${index};\n`,
}));

describe('hostile input', () => {
  let web: WebServer;
  let github: Awaited<ReturnType<typeof startGithubServer>>;
  let reading: ReadingService;

  before(async () => {
    const member = gzipSync(Buffer.alloc(10_000_000));
    web = await startWebServer({
      '/nested': answers(html(`${'<div>'.repeat(2_000)}${words(60)}`)),
      '/deep': answers(html(`${'<div>'.repeat(20_000)}${words(60)}`)),
      '/lists': answers(html(`${'<ul><li>'.repeat(3_000)}${words(60)}`)),
      '/unclosed': answers(html(`<p>${words(60)}${'<b><i><a href="/x">'.repeat(20_000)}`)),
      '/slow': answers(html(`<p>${words(60)}</p>${'<p><a href="/x">'.repeat(4_000)}`)),
      '/attributes': answers(
        html(`<p ${Array.from({ length: 10_000 }, (_, n) => `a${n}="1"`).join(' ')}>${words(60)}</p>`),
      ),
      '/entities': answers(html(`<p>${words(60)}${'&lt;script&gt;'.repeat(4_000)}</p>`)),
      '/one-line': answers(html(`<p>${words(60)}${'a'.repeat(5_000_000)}</p>`)),
      '/not-html': answers('\u0001\u0002 no page at all'),
      '/gzip-bomb': answers(bomb('gzip', 300, 'a'), { 'content-encoding': 'gzip' }),
      '/good': answers(html(`<article><h1>Good</h1><p>${words(80)}</p></article>`)),
    });
    const refs = { HEAD: SHA };
    github = await startGithubServer({
      'o/bomb': { refs, archive: bomb('gzip', 300, '\0') },
      'o/cut': { refs, archive: (await tarball([{ name: 'r/a.md', body: words(5_000) }])).subarray(0, 60) },
      'o/nonsense': { refs, archive: Buffer.from('this is no archive') },
      'o/escapes': {
        refs,
        archive: await tarball([
          { name: 'r/../../etc/passwd', body: 'root' },
          { name: '/etc/shadow', body: 'root' },
          { name: 'r/..\\..\\windows', body: 'root' },
          { name: 'C:/windows/system.ini', body: 'root' },
          { name: 'r/link', type: 'symlink', linkname: '/etc/passwd' },
          { name: 'r/hard', type: 'link', linkname: '/etc/passwd' },
          { name: 'r/fine.md', body: '# Fine' },
        ]),
      },
      'o/endless': {
        refs,
        archive: (response) => {
          response.writeHead(200, { 'content-type': 'application/x-gzip' });
          const timer = setInterval(() => response.write(member), 5);
          response.on('close', () => clearInterval(timer));
        },
      },
      'o/many': { refs, archive: await tarball(many) },
    });
    reading = createReading({
      settings: {
        allowPrivateNetworks: false,
        fetchAllowHosts: [web.pair, github.codeload.pair],
        githubUrl: new URL('https://github.com'),
        githubApiUrl: new URL(github.url),
        githubToken: undefined,
        youtubeUrl: new URL('https://www.youtube.com'),
        userAgent: 'Touchstone/test',
      },
      log: silentLog,
      limits: LIMITS,
      times: { connectMs: 30_000, headersMs: 60_000, totalMs: 120_000 },
    });
  });

  after(async () => {
    await reading.stop();
    await Promise.all([web.stop(), github.stop()]);
  });

  /** The code of the failure, or the text; and then an ordinary page, which must still be read. */
  async function outcome(request: ReadRequest): Promise<string> {
    const result = await reading.read(request, {});
    const good = await reading.read({ type: 'url', url: `${web.url}/good` }, {});
    assert.ok(good.ok && good.title === 'x', `nothing is read any more: ${JSON.stringify(good)}`);
    return result.ok ? result.documents.map(({ content }) => content).join('\n') : result.error.code;
  }

  const pages: [string, RegExp][] = [
    ['/nested', /^too_complex$/],
    ['/deep', /^too_complex$/],
    ['/lists', /^too_complex$/],
    ['/unclosed', /^too_complex$/],
    ['/slow', /^(?:too_complex|parsing_timed_out|parsing_out_of_memory|word word)/],
    ['/attributes', /^word word/],
    ['/entities', /^word word/],
    ['/one-line', /word a{5000000}/],
    ['/not-html', /no page at all/],
    ['/gzip-bomb', /^too_large$/],
  ];
  for (const [path, expected] of pages) {
    it(`survives the page ${path}`, async () => {
      const text = await outcome({ type: 'url', url: web.url + path });
      assert.match(text, expected, text.slice(0, 100));
      assert.doesNotMatch(text, /(?<!\\)<script/);
    });
  }

  const text = 'This page has enough text to be taken for one that people read. ';
  const pdfs: [string, () => Uint8Array, string][] = [
    ['encrypted', () => pdfFile([text], { encrypted: true }), 'encrypted_pdf'],
    ['scanned', () => pdfFile(['', '', ''], { scanned: true }), 'scanned_pdf'],
    ['truncated', () => pdfFile([text, text]).subarray(0, 300), 'malformed_pdf'],
    ['empty after its first line', () => Buffer.from('%PDF-1.7\n'), 'malformed_pdf'],
    ['really HTML', () => Buffer.from(html(`<p>${text}</p>`)), 'not_a_pdf'],
    ['really a picture', () => Buffer.from('89504e470d0a1a0a0000', 'hex'), 'not_a_pdf'],
    [
      'a stream of 700 MB in a file of 1 MB',
      () => pdfFile([text], { content: bomb('zlib', 700, '\n') }),
      'parsing_out_of_memory',
    ],
  ];
  for (const [name, make, code] of pdfs) {
    it(`survives a PDF that is ${name}`, async () => {
      assert.equal(await outcome({ type: 'pdf', bytes: make() }), code);
    });
  }

  it('survives 5 MB of text on one line', async () => {
    const line = 'ab '.repeat(1_700_000);
    assert.equal(await outcome({ type: 'text', bytes: Buffer.from(line) }), line);
  });

  it('survives a text of NUL bytes', async () => {
    assert.equal(await outcome({ type: 'text', bytes: Buffer.alloc(1_000_000) }), 'binary_content');
  });

  it('survives JSON nested 100,000 deep', async () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(await outcome({ type: 'text', bytes: Buffer.from(nested) }), nested);
  });

  const repositories: [string, RegExp][] = [
    ['bomb', /^too_large$/],
    ['cut', /^malformed_archive$/],
    ['nonsense', /^malformed_archive$/],
    ['escapes', /^# Fine$/],
    ['endless', /^too_large$/],
    ['many', /^export const value0 = 0;\n\nexport const value1 = 1;\n/],
  ];
  for (const [name, expected] of repositories) {
    it(`survives the archive of the repository ${name}`, async () => {
      const text = await outcome({ type: 'github', url: `https://github.com/o/${name}` });
      assert.match(text, expected, text.slice(0, 100));
    });
  }
});

describe('a parsing process', () => {
  const limits = { ...ISOLATION_LIMITS, nice: 0 };
  let isolated: Isolated;
  before(() => {
    isolated = createIsolated({ log: silentLog, limits });
  });
  after(() => isolated.stop());

  const task: ParseTask = { do: 'text', mediaType: '', charset: '', name: 'a.txt' };
  const { signal } = new AbortController();
  async function* bytes(text: string) {
    yield Buffer.from(text);
  }

  it('reads many documents at once, in the order in which they were asked for', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `Document ${n} says its number, which is ${n}.`);
    const parsed = await Promise.all(texts.map((one) => isolated.parse(task, bytes(one), { signal })));
    assert.deepEqual(
      parsed.map(({ documents }) => documents[0]?.content),
      texts,
    );
  });

  it('is replaced when its document takes too long, and the others are still read', async () => {
    const never: ParseTask = { do: 'html', url: 'https://example.org/', charset: '' };
    const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`);
    const slowPage = html(`<p ${attributes.join(' ')}>${words(60)}</p>`);
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    async function* slowBytes() {
      begun();
      yield Buffer.from(slowPage);
    }
    limits.wallMs = 2_000;
    const slow = isolated.parse(never, slowBytes(), { signal });
    await hasBegun;
    limits.wallMs = ISOLATION_LIMITS.wallMs;
    const quick = isolated.parse(task, bytes('A quick one.'), { signal });
    await assert.rejects(slow, { code: 'parsing_timed_out' });
    assert.equal((await quick).documents[0]?.content, 'A quick one.');
    assert.equal((await isolated.parse(task, bytes('After.'), { signal })).documents[0]?.content, 'After.');
  });

  it('is ended when its source breaks off, and the failure is the source’s', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new TypeError('the source broke');
    }
    await assert.rejects(isolated.parse(task, broken(), { signal }), { code: 'parsing_crashed' });
    assert.equal((await isolated.parse(task, bytes('After.'), { signal })).documents[0]?.content, 'After.');
  });

  it('is ended when nobody wants its document any more', async () => {
    const abort = new AbortController();
    async function* waiting() {
      yield Buffer.from('half');
      await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
    }
    const parsing = isolated.parse(task, waiting(), { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    await assert.rejects(parsing, { code: 'stopped' });
  });

  it('that is not started any more says so', async () => {
    const own = createIsolated({ log: silentLog });
    await own.stop();
    await assert.rejects(own.parse(task, bytes('x'), { signal }), { code: 'stopped' });
  });
});
