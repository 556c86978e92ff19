import { createHash } from 'node:crypto';
import { AppError } from '../../kernel/errors.ts';
import {
  type AddressType,
  isAddressType,
  type ReadingService,
  type SourceType,
} from '../../reading/reading.ts';
import type { NewSource } from '../source-schemas.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A streamed upload, as the parameters of its request describe it. */
export interface Upload {
  type: SourceType;
  filename?: string;
  title?: string;
  mediaType: string;
  /** The encoding of a text, where it is declared. */
  charset?: string;
}

/** What a new source is made of: bytes, or an address. */
export type Material = { bytes: Uint8Array } | { type: AddressType; address: string };

/** What a new source is made of. Throws `invalid_request` where the field that its type needs is missing or invalid. */
export function materialOf(input: NewSource, reading: Pick<ReadingService, 'refusal'>): Material {
  const { type, url, content } = input;
  if (!isAddressType(type)) {
    if (content === undefined || content === null)
      throw invalidSource('/content', `is missing; ${type} needs it`);
    return { bytes: type === 'text' ? Buffer.from(content) : decodeBase64(content) };
  }
  if (url === undefined || url === null) throw invalidSource('/url', `is missing; ${type} needs it`);
  const refusal = reading.refusal(type, url);
  if (refusal) throw invalidSource('/url', `cannot be read (${refusal.code}). ${refusal.message}`);
  return { type, address: url };
}

/** The media type of a source that is sent as JSON, until it is read. */
export function mediaTypeOf(type: SourceType, filename: string | undefined): string {
  if (type === 'pdf') return 'application/pdf';
  if (isAddressType(type)) return 'text/html';
  if (filename !== undefined && /\.vtt$/i.test(filename)) return 'text/vtt';
  if (filename !== undefined && /\.(md|markdown)$/i.test(filename)) return 'text/markdown';
  if (filename !== undefined && /\.csv$/i.test(filename)) return 'text/csv';
  return 'text/plain';
}

/** What sources with the same content have in common: type, bytes and encoding, or type and address. */
export function identityOf(
  { type, url: address, charset = 'utf-8' }: { type: SourceType; url?: string | null; charset?: string },
  hash: string,
): string {
  if (!isAddressType(type) || !address) {
    return charset === 'utf-8' ? `${type}:${hash}` : `${type}:${hash}:${charset}`;
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

function decodeBase64(text: string): Uint8Array {
  const bare = text.replace(/[\r\n]+/g, '');
  if (!BASE64.test(bare) || bare.length % 4 === 1) throw invalidSource('/content', 'is not base64');
  return Buffer.from(bare, 'base64');
}
