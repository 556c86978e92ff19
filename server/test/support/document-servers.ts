import { Readable } from 'node:stream';
import { bomb } from './bomb.ts';
import { startGithubServer, tarball } from './github-server.ts';
import { type MixedDocument, pageOf, pdfOf, videoId } from './mixed-documents.ts';
import { answers, type Handler, startWebServer } from './web-server.ts';
import { startYoutubeServer } from './youtube-server.ts';

const SHA = 'd'.repeat(40);
const WEB_SERVERS = 4;
const NESTED = `<!doctype html><body>${'<div>'.repeat(3000)}deep`;
const PAGE_BOMB = bomb('gzip', 50, 'a');
const ARCHIVE_BOMB = bomb('gzip', 300, '\0');
const HTML = { 'content-type': 'text/html; charset=utf-8' };

export interface DocumentServers {
  web: string[];
  /** What the service has to be told to reach them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** The web, GitHub and YouTube on loopback, holding these documents. */
export async function startDocumentServers(documents: readonly MixedDocument[]): Promise<DocumentServers> {
  const asked = new Set<string>();
  const handlerOf = (path: string) => pageHandler(documents[Number(path.slice(1))], asked);
  const web = await Promise.all(Array.from({ length: WEB_SERVERS }, () => startWebServer(handlerOf)));
  const github = await startGithubServer(await repositoriesOf(documents));
  const youtube = await startYoutubeServer(talksOf(documents));
  return {
    web: web.map(({ url }) => url),
    env: {
      FETCH_ALLOW_HOSTS: [...web, github.codeload].map(({ pair }) => pair).join(),
      GITHUB_API_URL: github.url,
      YOUTUBE_URL: youtube.url,
    },
    async stop() {
      await Promise.all([...web, github, youtube].map((server) => server.stop()));
    },
  };
}

function pageHandler(document: MixedDocument | undefined, asked: Set<string>): Handler | undefined {
  switch (document?.kind) {
    case 'page':
      return answers(pageOf(document.text), HTML);
    case 'nested page':
      return answers(NESTED, HTML);
    case 'unpacking page':
      return answers(PAGE_BOMB, { ...HTML, 'content-encoding': 'gzip' });
    case 'endless page':
      return endless;
    case 'page that leads in a circle':
      return answers('', { location: `/${document.number}` }, 302);
    case 'page that leads inside':
      return answers('', { location: 'http://192.168.0.1/' }, 302);
    case 'linked pdf':
      return answers(pdfOf(document.text), { 'content-type': 'application/pdf' });
    case 'busy page': {
      const isFirst = !asked.has(document.marker);
      asked.add(document.marker);
      return isFirst ? answers('', {}, 503) : answers(pageOf(document.text), HTML);
    }
    default:
      return undefined;
  }
}

/** Sends as fast as it is read, until nobody does. */
const endless: Handler = (_, response) => {
  response.writeHead(200, HTML);
  const body = Readable.from(wordsForEver()).on('error', () => {});
  response.on('close', () => body.destroy());
  body.pipe(response);
};

function* wordsForEver(): Generator<string> {
  while (true) yield '<p>and so on '.repeat(5000);
}

async function repositoriesOf(documents: readonly MixedDocument[]) {
  const named = documents
    .filter(({ kind }) => kind === 'repository')
    .map(async ({ number, text }) => {
      const files = [
        { name: `o-${number}/README.md`, body: `# Read me\n\n${text}` },
        { name: `o-${number}/../../etc/passwd`, body: 'root' },
      ];
      return [`o/${number}`, { refs: { HEAD: SHA }, archive: await tarball(files) }] as const;
    });
  const bombs = documents
    .filter(({ kind }) => kind === 'unpacking repository')
    .map(({ number }) => [`o/${number}`, { refs: { HEAD: SHA }, archive: ARCHIVE_BOMB }] as const);
  return Object.fromEntries([...(await Promise.all(named)), ...bombs]);
}

function talksOf(documents: readonly MixedDocument[]) {
  const talks = documents.filter(({ kind }) => kind === 'talk' || kind === 'silent talk');
  return Object.fromEntries(
    talks.map(({ number, kind, text }) => {
      const cues = text.split('\n\n').map((line, at) => `<text start="${at * 9}" dur="9">${line}</text>`);
      const tracks = [{ lang: 'en', xml: `<transcript>${cues.join('')}</transcript>` }];
      return [videoId(number), kind === 'talk' ? { title: `Talk ${number}`, tracks } : {}];
    }),
  );
}
