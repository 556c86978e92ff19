import { isAscii } from 'node:buffer';
import { detectEncoding } from '../../../knowledge/reading/text/decode-text.ts';
import { UnreadableFile } from './records.ts';

/** A block of a file in UTF-8, and the number of file bytes that a prefix of it corresponds to. */
export interface Utf8Block {
  utf8: Buffer;
  bytesOf(length: number): number;
}

/** Encodings in which every UTF-16 unit has the same number of bytes, so that positions can be converted. */
const WIDTHS: readonly [encodings: RegExp, bytes: number][] = [
  [/^utf-16/, 2],
  [/^(?:windows-|iso-8859-|koi8-|ibm866|macintosh|x-mac)/, 1],
];

/** Bytes needed to recognise a byte order mark and a character. */
const LEAST_BYTES = 4;

/**
 * The encoding of a file from a block of it; null while it has only ASCII, in which most encodings agree. A file that
 * is mostly UTF-8 counts as UTF-8, so that the error names its broken line.
 */
export function fileEncoding(bytes: Buffer, isLast: boolean): string | null {
  if (bytes.length < LEAST_BYTES && !isLast) return null;
  // Only whole characters: an ASCII byte ends one in each encoding without a byte order mark.
  const whole = isLast ? bytes : bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1);
  if (isAscii(whole) && !whole.includes(0)) return null;
  const encoding = detectEncoding(whole, '');
  return encoding.startsWith('utf-16') || !isMostlyUtf8(whole) ? encoding : 'utf-8';
}

function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const broken = text.split('\ufffd').length - 1;
  const whole = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return whole > broken;
}

/** Throws `UnreadableFile` if the block is not valid in the encoding, or the encoding is not supported. */
export function toUtf8(bytes: Buffer, encoding: string, isLast: boolean): Utf8Block {
  if (encoding === 'utf-8') return { utf8: bytes, bytesOf: (length) => length };
  const width = WIDTHS.find(([encodings]) => encodings.test(encoding))?.[1];
  if (width === undefined)
    throw new UnreadableFile(`the file: it seems to be in ${encoding}; save it as UTF-8`);
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new UnreadableFile(`the file: it is not valid ${encoding}; save it as UTF-8`);
  }
  const utf8 = Buffer.from(text);
  return { utf8, bytesOf: (length) => utf8.toString('utf8', 0, length).length * width };
}
