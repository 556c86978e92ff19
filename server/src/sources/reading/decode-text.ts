import { detect } from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';
import { ReadingFailure } from './failures.ts';
import { looksUtf16, SNIFFED_BYTES } from './sniff.ts';

/** Enough of a text for its character set to show; the detector's time grows with what it is given. */
const DETECTED_BYTES = 64 * 1024;

/**
 * Text of unknown encoding: a byte order mark, then valid UTF-8, then what it was declared to be, then what its
 * bytes look like (Shift_JIS, GB18030, Big5, EUC, KOI8-R, windows-125x …).
 *
 * @throws ReadingFailure `invalid_encoding` when it declares an encoding that it is not valid in
 */
export function decodeText(bytes: Uint8Array, declared: string): string {
  const label = bomOf(bytes) ?? utf16Of(bytes);
  if (label) return decode(bytes, label);
  const utf8 = tryDecode(bytes, 'utf-8');
  if (utf8 !== null) return utf8;
  const named = knownLabel(declared);
  if (named && named !== 'utf-8') return decode(bytes, named);
  const found = knownLabel(detect(bytes.subarray(0, DETECTED_BYTES)) ?? '');
  return decode(bytes, found && found !== 'utf-8' ? found : 'windows-1252');
}

/** The same for HTML, which may say its encoding in a `meta` tag. */
export function decodeHtml(bytes: Uint8Array, declared: string): string {
  const sniffed = sniffEncoding(bytes, declared === '' ? {} : { transportLayerEncodingLabel: declared });
  // Without any declaration the sniffer falls back to windows-1252, where Shift_JIS would be letters with accents.
  if (sniffed === 'windows-1252' || sniffed === 'UTF-8') return decodeText(bytes, declared);
  return new TextDecoder(sniffed).decode(bytes);
}

function bomOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function utf16Of(bytes: Uint8Array): string | null {
  return looksUtf16(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1'));
}

function knownLabel(label: string): string | null {
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

function decode(bytes: Uint8Array, label: string): string {
  const text = tryDecode(bytes, label);
  if (text === null) throw new ReadingFailure('invalid_encoding', label);
  return text;
}
