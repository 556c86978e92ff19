/** The kind of a document by its first bytes; `binary` is everything that cannot be read. */
export type SniffedKind = 'pdf' | 'html' | 'text' | 'binary';

/** The number of bytes that `sniff` reads. */
export const SNIFFED_BYTES = 1024;

/** The tags by which browsers recognize HTML (WHATWG MIME Sniffing, section 7.1), after white space. */
const HTML_START =
  /^(?:<!doctype html|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)(?=[\s>/]|$)|<!--)/i;

const PDF_MAGIC = '%PDF-';

/** First bytes in hexadecimal of archives, pictures, sound, fonts and programs that could look like text. */
const BINARY = [
  '504b0304', // zip and formats based on it: docx, epub, jar
  '504b0506',
  '1f8b', // gzip
  '89504e47', // PNG
  'ffd8ff', // JPEG
  '474946383761', // GIF
  '474946383961',
  '7f454c46', // ELF
  '425a68', // bzip2
  '377abcaf', // 7z
  'fd377a585a', // xz
  'd0cf11e0', // older Office files
  '4f676753', // Ogg
  '774f4646', // WOFF
  '774f4632',
  '0061736d', // WebAssembly
  '28b52ffd', // zstd
];

const UTF16_BOM = ['fffe', 'feff'];

/** Detects the kind by content alone, because headers are often wrong. */
export function sniffKind(bytes: Uint8Array): SniffedKind {
  const start = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  if (start.includes(PDF_MAGIC) && !HTML_START.test(start.trimStart())) return 'pdf';
  const magic = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (BINARY.some((first) => magic.startsWith(first))) return 'binary';
  if (UTF16_BOM.some((mark) => magic.startsWith(mark)))
    return HTML_START.test(lettersOf(start)) ? 'html' : 'text';
  if (start.includes('\0') && !looksUtf16(start)) return 'binary';
  return HTML_START.test(lettersOf(start)) ? 'html' : 'text';
}

/** Removes byte order mark, NULs between letters, XML declaration and white space at the beginning. */
function lettersOf(start: string): string {
  const letters = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  return letters.replace(/^\s*<\?xml[^>]*\?>/, '').trimStart();
}

/** Whether nearly every other byte is NUL: a Latin text in UTF-16 without a byte order mark. */
export function looksUtf16(start: string): 'utf-16le' | 'utf-16be' | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < start.length; at++) {
    if (start.charCodeAt(at) !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  const most = start.length / 2;
  if (odd > most * 0.7 && even === 0) return 'utf-16le';
  return even > most * 0.7 && odd === 0 ? 'utf-16be' : null;
}
