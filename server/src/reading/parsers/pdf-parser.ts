import { getDocumentProxy } from 'unpdf';
import type { Mark } from '../contract.ts';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText } from '../text/clean-text.ts';
import { collect } from '../text/collect.ts';
import { sniff } from '../text/sniff.ts';
import { type PageItem, pageText } from './page-text.ts';
import type { Parser } from './parser.ts';
import { PdfTables } from './pdf-tables.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

const MAX_PAGES = 10_000;
/** Fewer characters a page than this, on average, is a scan with a stamp or a page number on it. */
const SCANNED_BELOW = 20;
const PAGE_BREAK = '\n\n';

/** The text of every page, in reading order as the file has it; the marks say where pages begin. */
export function pdfParser({ filename }: Extract<ParseTask, { do: 'pdf' }>): Parser {
  return async (bytes, output) => {
    const pdf = await open(await collect(bytes));
    const pages = pdf.numPages;
    if (pages === 0) throw new ReadingFailure('malformed_pdf');
    if (pages > MAX_PAGES) throw new ReadingFailure('too_many_pages', `${pages} pages`);
    const texts: string[] = [];
    let broken = 0;
    for (let number = 1; number <= pages; number++) {
      const text = await textOfPage(pdf, number);
      if (text === null) broken++;
      texts.push(text ?? '');
      output.progress({ unit: 'pages', done: number, total: pages });
    }
    if (broken === pages) throw new ReadingFailure('malformed_pdf', 'no page can be read');
    const shown = texts.reduce((sum, text) => sum + text.replace(/\s/g, '').length, 0);
    if (shown / pages < SCANNED_BELOW) throw new ReadingFailure('scanned_pdf', `${pages} pages`);
    output.document({ kind: 'pages', path: null, ...joined(texts) });
    return { title: await titleOf(pdf), mediaType: 'application/pdf', name: filename };
  };
}

async function open(bytes: Buffer<ArrayBuffer>): Promise<Pdf> {
  if (sniff(bytes) !== 'pdf') throw new ReadingFailure('not_a_pdf');
  try {
    // pdf.js refuses Node's own subclass of Uint8Array.
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

/** Null for a page that is damaged: the others may still be worth reading. */
async function textOfPage(pdf: Pdf, number: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return cleanText(pageText(items.filter((item): item is PageItem & typeof item => 'str' in item)));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

async function titleOf(pdf: Pdf): Promise<string> {
  try {
    const { info } = await pdf.getMetadata();
    const { Title: title } = info as { Title?: unknown };
    return typeof title === 'string' ? cleanText(title).replace(/\s+/g, ' ').trim() : '';
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
