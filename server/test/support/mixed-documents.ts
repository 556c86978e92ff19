import { deflateSync } from 'node:zlib';
import { pdfFile } from './pdf-file.ts';
import { markedText, uniqueWord } from './word-text.ts';

/** One document of a mixed collection: how it is added, and how it must end. */
export interface MixedDocument {
  number: number;
  kind: string;
  /** Stands in every part of its text, and in no other document. */
  marker: string;
  text: string;
  /** `ready`, or the code of its failure. */
  end: string;
}

/** How often each kind comes in a hundred and five documents; the text of what breaks is what is broken about it. */
const KINDS: readonly [kind: string, times: number, end: string][] = [
  ['text', 20, 'ready'],
  ['markdown', 14, 'ready'],
  ['code', 8, 'ready'],
  ['pdf', 14, 'ready'],
  ['page', 14, 'ready'],
  ['linked pdf', 3, 'ready'],
  ['repository', 6, 'ready'],
  ['talk', 6, 'ready'],
  ['busy page', 1, 'ready'],
  ['empty text', 2, 'empty_content'],
  ['no pdf', 2, 'not_a_pdf'],
  ['encrypted pdf', 2, 'encrypted_pdf'],
  ['scanned pdf', 2, 'scanned_pdf'],
  ['missing page', 2, 'page_not_found'],
  ['nested page', 1, 'too_complex'],
  ['unpacking page', 1, 'too_large'],
  ['endless page', 1, 'too_large'],
  ['page that leads in a circle', 1, 'too_many_redirects'],
  ['page that leads inside', 1, 'address_not_allowed'],
  ['unpacking repository', 1, 'too_large'],
  ['missing repository', 1, 'repository_not_found'],
  ['silent talk', 2, 'captions_disabled'],
];

const CYCLE = KINDS.flatMap(([kind, times, end]) => Array.from({ length: times }, () => ({ kind, end })));

/** Documents of every kind, in an order by chance; the same ones for the same `random`. */
export function mixedDocuments(count: number, random: () => number): MixedDocument[] {
  const kinds = Array.from({ length: count }, (_, at) => CYCLE[(at * 37) % CYCLE.length] ?? CYCLE[0]);
  return kinds.map((of, number) => {
    const marker = uniqueWord(number);
    const paragraphs = random() < 0.95 ? 1 + Math.floor(random() * 12) : 100 + Math.floor(random() * 100);
    return { number, kind: '', end: '', ...of, marker, text: markedText(marker, paragraphs, random) };
  });
}

/** Where the servers of a collection listen; pages are spread over several, as a host is asked twice at a time. */
export interface Hosts {
  web: readonly string[];
}

/** The body that adds a document. */
export function newSourceOf({ number, kind, text, marker }: MixedDocument, { web }: Hosts): object {
  const url = `${web[number % web.length]}/${number}`;
  switch (kind) {
    case 'text':
      return { type: 'text', content: text };
    case 'markdown':
      return { type: 'text', content: `# About ${marker}\n\n${text}`, filename: `${number}.md` };
    case 'code':
      return { type: 'text', content: codeOf(text), filename: `${number}.ts` };
    case 'pdf':
      return { type: 'pdf', content: pdfOf(text).toString('base64') };
    case 'empty text':
      return { type: 'text', content: ' \n'.repeat(number + 1) };
    case 'no pdf':
      return { type: 'pdf', content: Buffer.from(text).toString('base64') };
    case 'encrypted pdf':
      return { type: 'pdf', content: pdfFile([marker], { encrypted: true }).toString('base64') };
    case 'scanned pdf':
      return { type: 'pdf', content: scan(number).toString('base64') };
    case 'repository':
    case 'missing repository':
    case 'unpacking repository':
      return { type: 'github', url: `https://github.com/o/${number}` };
    case 'talk':
    case 'silent talk':
      return { type: 'youtube', url: `https://www.youtube.com/watch?v=${videoId(number)}` };
    default:
      return { type: 'url', url };
  }
}

export function videoId(number: number): string {
  return String(number).padStart(11, 'v');
}

/** Lines of the page are short, as in print. */
export function pdfOf(text: string): Buffer {
  const lines = text.match(/.{1,90}(?:\s|$)/g) ?? [];
  const pages: string[] = [];
  for (let at = 0; at < lines.length; at += 50) pages.push(lines.slice(at, at + 50).join('\n'));
  return pdfFile(pages);
}

export function pageOf(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => `<p>${paragraph}</p>`);
  return `<!doctype html><html lang="en"><title>A page</title><body><article><h1>A page</h1>${paragraphs.join('')}</article></body></html>`;
}

function codeOf(text: string): string {
  const lines = text.split('\n\n').map((line, at) => `export const line${at} = '${line}';`);
  return `${lines.join('\n\n')}\n`;
}

/** A picture of its own: two equal uploads would be one. */
function scan(number: number): Buffer {
  const content = deflateSync(Buffer.from(`0 0 ${number + 1} 10 re f`));
  return pdfFile([''], { content });
}
