import { deflateSync } from 'node:zlib';

export interface PdfOptions {
  title?: string;
  /** A password dictionary that the empty password does not open. */
  encrypted?: boolean;
  /** Each page only draws a rectangle, as a scan without text would show a picture. */
  scanned?: boolean;
  /** The content of the first page, compressed, instead of its text. */
  content?: Uint8Array;
  /** Pages are content streams (ISO 32000-1, 7.8.2) with the fonts F1, Helvetica, and F2, whose codes from A are the Hebrew letters. */
  drawn?: boolean;
  /** Pages are hexadecimal codes of this predefined CMap (ISO 32000-1, 9.7.5.2), for a font that is not embedded. */
  predefined?: { encoding: string; ordering: string };
}

/** A small PDF 1.4 file: one page per text, one line of the page per line of the text, in Helvetica. */
export function pdfFile(pages: readonly string[], options: PdfOptions = {}): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) =>
    objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'));
  const kids = pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(options.predefined ? compositeFont(options.predefined) : HELVETICA);
  add(HEBREW);
  for (const [index, text] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + index * 2} 0 R ` +
        '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
    );
    const own = index === 0 ? options.content : undefined;
    add(streamOf(own ?? Buffer.from(drawing(text, options), 'latin1'), own !== undefined));
  }
  add(`<< /Title (${escaped(options.title ?? '')}) >>`);
  const info = objects.length;
  if (options.encrypted)
    add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}> >>`);
  const encrypt = options.encrypted
    ? ` /Encrypt ${objects.length} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`
    : '';
  return assembled(objects, `/Root 1 0 R /Info ${info} 0 R${encrypt}`);
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const HEBREW =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 32 /LastChar 91 ' +
  `/Widths [${Array(60).fill(500).join(' ')}] /Encoding << /Differences [65 ` +
  `${Array.from({ length: 27 }, (_, letter) => `/afii${57_664 + letter}`).join(' ')}] >> >>`;

function compositeFont({ encoding, ordering }: NonNullable<PdfOptions['predefined']>): string {
  const descriptor =
    '<< /Type /FontDescriptor /FontName /Ming /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 ' +
    '/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>';
  const descendant =
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ming ' +
    `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor ${descriptor} >>`;
  return `<< /Type /Font /Subtype /Type0 /BaseFont /Ming /Encoding /${encoding} /DescendantFonts [${descendant}] >>`;
}

function drawing(text: string, { drawn, scanned, predefined }: PdfOptions): string {
  if (drawn) return text;
  if (scanned) return '0 0 612 792 re f';
  const shown = (line: string) => (predefined ? `<${line}>` : `(${escaped(line)})`);
  const lines = text.split('\n').map((line) => `${shown(line)} Tj T*`);
  return `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' ')} ET`;
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

function streamOf(bytes: Uint8Array, isCompressed: boolean): Buffer {
  const body = isCompressed ? bytes : deflateSync(bytes);
  const head = `<< /Length ${body.length} /Filter /FlateDecode >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\nendstream')]);
}

function assembled(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, body] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += object.length;
    parts.push(object);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  parts.push(
    Buffer.from(
      `${table}trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
