import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import type { Mark } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText } from '../text/clean-text.ts';
import { sniffKind } from '../text/sniff.ts';
import { createLeftOut } from './left-out.ts';
import type { Parser } from './parser.ts';
import { createPdfText, type ReadPage } from './pdf/pdf-text.ts';
import { countDrawn } from './pdf/pictures.ts';
import { type PageItem, segmentsByDirection } from './pdf/segments.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const MAX_PAGES = 10_000;
/** A PDF with fewer characters per page on average is a scan with a stamp or a page number. */
const SCANNED_BELOW = 20;
/** A page with more characters counts as text, whatever pictures it has. */
const MAY_BE_PICTURE = 200;
const PAGE_BREAK = '\n\n';

const FOLDER = new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json'));

/**
 * Provides pdf.js with Adobe's character maps (CMaps), which it does not contain. Chinese, Japanese and Korean PDFs may
 * name one of them instead of embedding it. Fonts and image decoders are only needed for drawing and are not provided.
 */
class PdfTables {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`${kind} is not read here`);
    return new Uint8Array(await readFile(new URL(filename, FOLDER)));
  }
}

/** The text of every page in the order of the file. Marks are the starts of pages. */
export function pdfParser({ filename }: Extract<ParseTask, { do: 'pdf' }>): Parser {
  return async (bytes, output) => {
    const pdf = await open(Buffer.concat(await Array.fromAsync(bytes)));
    const pages = pdf.numPages;
    if (pages === 0) throw new ReadingFailure('malformed_pdf');
    if (pages > MAX_PAGES) throw new ReadingFailure('too_many_pages', `${pages} pages`);
    const document = createPdfText();
    for (let number = 1; number <= pages; number++) {
      document.add(await readPage(pdf, number));
      output.progress({ unit: 'pages', done: number, total: pages });
    }
    const { texts, broken, withoutText } = document.end();
    if (broken === pages) throw new ReadingFailure('malformed_pdf', 'no page can be read');
    const shown = texts.reduce((sum, text) => sum + text.replace(/\s/g, '').length, 0);
    if (shown / pages < SCANNED_BELOW) throw new ReadingFailure('scanned_pdf', `${pages} pages`);
    output.document({ kind: 'pages', path: null, ...joined(texts.map(cleanText)) });
    const leftOut = createLeftOut();
    for (const { pages, name } of pageRanges(withoutText)) leftOut.add('page_without_text', name, pages);
    for (const [at, text] of texts.entries()) leftOut.addInvisible(text, at + 1);
    return {
      title: await titleOf(pdf),
      mediaType: 'application/pdf',
      name: filename,
      leftOut: leftOut.list(),
    };
  };
}

async function open(bytes: Buffer<ArrayBuffer>): Promise<Pdf> {
  if (sniffKind(bytes) !== 'pdf') throw new ReadingFailure('not_a_pdf');
  try {
    // pdf.js refuses a Buffer, Node's subclass of Uint8Array.
    return await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
      stopAtErrors: false,
      maxImageSize: 1,
      BinaryDataFactory: PdfTables,
      cMapPacked: true,
      useWorkerFetch: false,
    });
  } catch (error) {
    const { name } = error as Error;
    throw new ReadingFailure(name === 'PasswordException' ? 'encrypted_pdf' : 'malformed_pdf', '', error);
  }
}

/** The text of a page; null if it is damaged, because the others can still be read. */
async function readPage(pdf: Pdf, number: number): Promise<ReadPage | null> {
  try {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    const runs = items.filter((item): item is PageItem & typeof item => 'str' in item);
    const length = runs.reduce((sum, { str }) => sum + str.trim().length, 0);
    const drawn = length < MAY_BE_PICTURE ? await countDrawn(page).catch(() => null) : null;
    page.cleanup();
    return { directions: segmentsByDirection(runs, (font) => styles[font]?.vertical ?? false), drawn };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/** Consecutive pages are named together: 2, 5–7. */
function pageRanges(numbers: readonly number[]): { pages: number; name: string }[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => ({
    pages: last - first + 1,
    name: first === last ? `${first}` : `${first}–${last}`,
  }));
}

/** Titles that programs write if the document has none. */
const NO_TITLE = /^(about:blank|untitled|(file|blob|data):.*)$/i;

async function titleOf(pdf: Pdf): Promise<string> {
  try {
    const { info } = await pdf.getMetadata();
    const { Title: title } = info as { Title?: unknown };
    const said = typeof title === 'string' ? cleanText(title).replace(/\s+/g, ' ').trim() : '';
    return NO_TITLE.test(said) ? '' : said;
  } catch {
    return '';
  }
}

function joined(texts: readonly string[]): { content: string; marks: Mark[] } {
  const marks: Mark[] = [];
  const parts: string[] = [];
  let start = 0;
  for (const [index, text] of texts.entries()) {
    if (text.trim() === '') continue;
    marks.push({ start, at: index + 1 });
    parts.push(text, PAGE_BREAK);
    start += text.length + PAGE_BREAK.length;
  }
  return { content: parts.join(''), marks };
}
