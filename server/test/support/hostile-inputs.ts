import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { bomb } from './bomb.ts';
import { startGithubServer, tarball } from './github-server.ts';
import { pdfFile } from './pdf-file.ts';
import { answers, type Handler, startWebServer } from './web-server.ts';

/** Something that is meant to break a reader. */
export interface HostileInput {
  name: string;
  /** What is added: an address, or the bytes of an upload. */
  source: { type: 'url' | 'github'; url: string } | { type: 'pdf' | 'text'; bytes: Uint8Array };
  /** What its text (of a repository with or without the names of files), or the code of its failure, must be or match. */
  end: string | RegExp;
}

export function endsAs({ end }: HostileInput, text: string): boolean {
  return typeof end === 'string' ? text === end : end.test(text);
}

/** The servers that hold the hostile addresses, on loopback. */
export interface HostileServers {
  /** Where an ordinary page stands. */
  goodUrl: string;
  githubApiUrl: string;
  /** `host:port` of what must be allowed. */
  allowed: string[];
  inputs: HostileInput[];
  stop(): Promise<void>;
}

const SHA = 'c'.repeat(40);
const PROSE = 'This page has enough text to be taken for one that people read. ';

const html = (body: string) =>
  `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`;
const words = (count: number) => 'word '.repeat(count);

export async function startHostileServers(): Promise<HostileServers> {
  const web = await startWebServer({
    ...Object.fromEntries(PAGES.map(({ path, page }) => [path, page])),
    '/good': answers(html(`<article><h1>Good</h1><p>${words(80)}</p></article>`)),
  });
  const github = await startGithubServer(await repositories());
  return {
    goodUrl: `${web.url}/good`,
    githubApiUrl: github.url,
    allowed: [web.pair, github.codeload.pair],
    inputs: [
      ...PAGES.map(({ path, end }) => inputOf(`the page ${path}`, { type: 'url', url: web.url + path }, end)),
      ...pdfs(),
      ...texts(),
      ...REPOSITORIES.map(([name, end]) => {
        const url = `https://github.com/o/${name}`;
        return inputOf(`the archive of the repository ${name}`, { type: 'github', url }, end);
      }),
    ],
    async stop() {
      await Promise.all([web.stop(), github.stop()]);
    },
  };
}

function inputOf(name: string, source: HostileInput['source'], end: HostileInput['end']): HostileInput {
  return { name, source, end };
}

const PAGES: { path: string; page: Handler; end: HostileInput['end'] }[] = [
  page('/nested', `${'<div>'.repeat(2_000)}${words(60)}`, 'too_complex'),
  page('/deep', `${'<div>'.repeat(20_000)}${words(60)}`, 'too_complex'),
  page('/lists', `${'<ul><li>'.repeat(3_000)}${words(60)}`, 'too_complex'),
  page('/unclosed', `<p>${words(60)}${'<b><i><a href="/x">'.repeat(20_000)}`, 'too_complex'),
  page(
    '/slow',
    `<p>${words(60)}</p>${'<p><a href="/x">'.repeat(4_000)}`,
    /^(?:too_complex|parsing_timed_out|parsing_out_of_memory|word word)/,
  ),
  page(
    '/attributes',
    `<p ${Array.from({ length: 10_000 }, (_, n) => `a${n}="1"`).join(' ')}>${words(60)}</p>`,
    /^word word/,
  ),
  page('/entities', `<p>${words(60)}${'&lt;script&gt;'.repeat(4_000)}</p>`, /^word word/),
  page('/one-line', `<p>${words(60)}${'a'.repeat(5_000_000)}</p>`, /word a{5000000}/),
  { path: '/not-html', page: answers('\u0001\u0002 no page at all'), end: /no page at all/ },
  {
    path: '/gzip-bomb',
    page: answers(bomb('gzip', 300, 'a'), { 'content-encoding': 'gzip' }),
    end: 'too_large',
  },
];

function page(path: string, body: string, end: HostileInput['end']) {
  return { path, page: answers(html(body)), end };
}

function pdfs(): HostileInput[] {
  const made: [string, Uint8Array, HostileInput['end']][] = [
    ['encrypted', pdfFile([PROSE], { encrypted: true }), 'encrypted_pdf'],
    ['scanned', pdfFile(['', '', ''], { scanned: true }), 'scanned_pdf'],
    ['truncated', pdfFile([PROSE, PROSE]).subarray(0, 300), 'malformed_pdf'],
    ['empty after its first line', Buffer.from('%PDF-1.7\n'), 'malformed_pdf'],
    ['really HTML', Buffer.from(html(PROSE)), 'not_a_pdf'],
    ['really a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'not_a_pdf'],
    [
      'a stream of 700 MB in a file of 1 MB',
      pdfFile([PROSE], { content: bomb('zlib', 700, '\n') }),
      /^parsing_(?:out_of_memory|timed_out)$/,
    ],
  ];
  return made.map(([name, bytes, end]) => inputOf(`a PDF that is ${name}`, { type: 'pdf', bytes }, end));
}

function texts(): HostileInput[] {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000);
  const line = 'ab '.repeat(1_700_000);
  const made: [string, Uint8Array, string][] = [
    ['5 MB of text on one line', Buffer.from(line), line],
    ['a text of NUL bytes', Buffer.alloc(1_000_000), 'binary_content'],
    ['JSON nested 100,000 deep', Buffer.from(nested), nested],
  ];
  return made.map(([name, bytes, end]) => inputOf(name, { type: 'text', bytes }, end));
}

const REPOSITORIES: readonly [string, HostileInput['end']][] = [
  ['bomb', 'too_large'],
  ['cut', 'malformed_archive'],
  ['nonsense', 'malformed_archive'],
  ['escapes', /^(?:# fine\.md\s+)?# Fine\s*$/],
  ['endless', 'too_large'],
  ['many', /^(?:# src\/dir0\/file0\.ts\s+)?export const value0 = 0;\s/],
];

async function repositories() {
  const refs = { HEAD: SHA };
  const members = Buffer.concat(Array(200).fill(gzipSync(Buffer.alloc(10_000_000))));
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    name: `r/src/dir${index % 100}/file${index}.ts`,
    body: `export const value${index} = ${index};\n`,
  }));
  const endless = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-gzip' });
    const more = () => void (response.write(members) && setImmediate(more));
    response.on('drain', more);
    more();
  };
  return {
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
    'o/endless': { refs, archive: endless },
    'o/many': { refs, archive: await tarball(many) },
  };
}
