import { readFile } from 'node:fs/promises';

const FOLDER = new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json'));

/**
 * Hands pdf.js Adobe's tables of characters (CMaps), which it does not hold itself: a PDF may name one in place of an
 * embedded font's, as Chinese, Japanese and Korean ones do. Fonts and decoders are for drawing and are not handed out.
 */
export class PdfTables {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`${kind} is not read here`);
    return new Uint8Array(await readFile(new URL(filename, FOLDER)));
  }
}
