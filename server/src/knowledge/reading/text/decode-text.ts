import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';
import { ReadingFailure } from '../failures.ts';
import { looksUtf16, SNIFFED_BYTES } from './sniff.ts';

/** Number of bytes used to detect the encoding; the detector's time grows with it. */
const DETECTED_BYTES = 64 * 1024;

/** A text and the encoding in which it was decoded (a name of the WHATWG Encoding Standard). */
export interface DecodedText {
  text: string;
  charset: string;
}

/** In per cent. A less certain guess is not better than the most common encoding. */
const MIN_CONFIDENCE = 20;

/**
 * Decodes text in a known encoding.
 *
 * @throws ReadingFailure `invalid_encoding` if it is not valid in it
 */
export function decodeAs(bytes: Uint8Array, label: string): DecodedText {
  const text = tryDecode(bytes, label);
  if (text === null) throw new ReadingFailure('invalid_encoding', label);
  return { text, charset: label };
}

/**
 * Decodes text of unknown encoding, as detected by `detectEncoding`.
 *
 * @throws ReadingFailure `invalid_encoding` if it declares an encoding in which it is not valid
 */
export function decodeText(bytes: Uint8Array, declared: string): DecodedText {
  return decodeAs(bytes, detectEncoding(bytes, declared));
}

/**
 * Detects the encoding of a text: that of its byte order mark, then UTF-8 if valid, then the declared one, then the one
 * that its bytes suggest (Shift_JIS, GB18030, Big5, EUC, KOI8-R, windows-125x …). All uploaded files use this function.
 */
export function detectEncoding(bytes: Uint8Array, declared: string): string {
  const label = bomOf(bytes) ?? utf16Of(bytes);
  if (label) return label;
  if (isUtf8(bytes)) return 'utf-8';
  const named = encodingByLabel(declared);
  return named && named !== 'utf-8' ? named : guess(bytes);
}

function guess(bytes: Uint8Array): string {
  for (const { name, confidence } of analyse(bytes.subarray(0, DETECTED_BYTES))) {
    const label = confidence >= MIN_CONFIDENCE ? encodingByLabel(name) : null;
    if (label !== null && tryDecode(bytes, label) !== null) return label;
  }
  return 'windows-1252';
}

/** Decodes HTML, which can declare its encoding in a `meta` tag. */
export function decodeHtml(bytes: Uint8Array, declared: string): DecodedText {
  const sniffed = sniffEncoding(bytes, declared === '' ? {} : { transportLayerEncodingLabel: declared });
  // Without a declaration the sniffer returns windows-1252, which would decode Shift_JIS as accented letters.
  if (sniffed === 'windows-1252' || sniffed === 'UTF-8') return decodeText(bytes, declared);
  return { text: new TextDecoder(sniffed).decode(bytes), charset: sniffed.toLowerCase() };
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function utf16Of(bytes: Uint8Array): string | null {
  return looksUtf16(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1'));
}

/** The name of an encoding by any of its labels; null if unknown. */
export function encodingByLabel(label: string): string | null {
  try {
    return label === '' ? null : new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function tryDecode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
