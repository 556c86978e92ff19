import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../kernel/errors.ts';
import {
  type AddressType,
  isAddressType,
  type ReadingService,
  type SourceType,
} from '../../reading/reading.ts';
import type { NewSource } from '../source-schemas.ts';
import type { TableReading } from '../table-reading.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Characters of a content that are processed at once: all of a large one would block the main loop. */
const SLICE = 1024 * 1024;

/** A streamed upload, as described by the parameters of its request. */
export interface Upload {
  type: SourceType;
  filename?: string;
  title?: string;
  mediaType: string;
  /** The declared encoding of a text, if any. */
  charset?: string;
  /** How it is read as a dataset. */
  table?: TableReading;
}

/** The content of a new source: bytes in pieces, or an address. */
export type Material = { bytes: AsyncIterable<Uint8Array> } | { type: AddressType; address: string };

/** The content of a new source. Throws `invalid_request` if the field that its type requires is missing or invalid. */
export function toMaterial(input: NewSource, reading: Pick<ReadingService, 'refusal'>): Material {
  const { type, url, content } = input;
  if (!isAddressType(type)) {
    if (content === undefined || content === null)
      throw invalidSource('/content', `is missing; ${type} needs it`);
    return { bytes: inTurns(type === 'text' ? encoded(content) : decodedBase64(content)) };
  }
  if (url === undefined || url === null) throw invalidSource('/url', `is missing; ${type} needs it`);
  const refusal = reading.refusal(type, url);
  if (refusal) throw invalidSource('/url', `cannot be read (${refusal.code}). ${refusal.message}`);
  return { type, address: url };
}

/** The media type of a source sent as JSON, until it is read. */
export function declaredMediaType(type: SourceType, filename: string | undefined): string {
  if (type === 'pdf') return 'application/pdf';
  if (isAddressType(type)) return 'text/html';
  if (filename !== undefined && /\.vtt$/i.test(filename)) return 'text/vtt';
  if (filename !== undefined && /\.(md|markdown)$/i.test(filename)) return 'text/markdown';
  if (filename !== undefined && /\.csv$/i.test(filename)) return 'text/csv';
  return 'text/plain';
}

/** The identity that sources with the same content share: type, bytes, encoding and sheet, or type and address. */
export function contentIdentity(
  {
    type,
    url: address,
    charset = 'utf-8',
    table: { sheet } = {},
  }: Pick<Upload, 'type' | 'charset' | 'table'> & { url?: string | null },
  hash: string,
): string {
  if (!isAddressType(type) || !address) {
    const how = [
      ...(charset === 'utf-8' ? [] : [charset]),
      ...(sheet === undefined ? [] : [`sheet=${sheet}`]),
    ];
    return [type, hash, ...how].join(':');
  }
  const url = URL.parse(address);
  if (url) url.hash = '';
  return `${type}:${createHash('sha256')
    .update(url?.href ?? address)
    .digest('hex')}`;
}

export function invalidSource(pointer: string, detail: string): AppError {
  return new AppError(
    'invalid_request',
    `The source does not fit: ${pointer} ${detail.replace(/\.$/, '')}.`,
    {
      errors: [{ pointer, detail }],
    },
  );
}

/** Yields the pieces with a turn of the event loop between them. */
async function* inTurns(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield piece;
    await nextTurn();
  }
}

function* encoded(text: string): Generator<Uint8Array> {
  for (let at = 0; at < text.length; ) {
    const end = at + SLICE;
    const splits = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const slice = text.slice(at, splits ? end + 1 : end);
    yield Buffer.from(slice);
    at += slice.length;
  }
}

/** Throws `invalid_request` at the first piece that is not base64. */
function* decodedBase64(text: string): Generator<Uint8Array> {
  const notBase64 = invalidSource('/content', 'is not base64');
  let rest = '';
  let ended = false;
  if (text === '') throw notBase64;
  for (let at = 0; at < text.length; at += SLICE) {
    const bare = rest + text.slice(at, at + SLICE).replace(/[\r\n]+/g, '');
    const isLast = at + SLICE >= text.length;
    const piece = isLast ? bare : bare.slice(0, bare.length - (bare.length % 4));
    rest = bare.slice(piece.length);
    if (piece === '') continue;
    if (ended || !BASE64.test(piece) || piece.length % 4 === 1) throw notBase64;
    ended = piece.endsWith('=');
    yield Buffer.from(piece, 'base64');
  }
}
