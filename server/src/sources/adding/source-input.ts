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

/** A streamed upload: what its address says of it. */
export interface Upload {
  type: SourceType;
  filename?: string;
  title?: string;
  mediaType: string;
  /** The encoding of a text, where it was declared. */
  charset?: string;
}

/** What a new source is made of: bytes, or an address. */
export type Material = { bytes: Uint8Array } | { type: AddressType; address: string };

/** Throws `invalid_request` where the field that the type needs is missing or cannot be read. */
export function materialOf(input: NewSource, reading: Pick<ReadingService, 'refusal'>): Material {
  const { type, url, content } = input;
  if (!isAddressType(type)) {
    if (content === undefined || content === null) throw unfit('/content', `is missing; ${type} needs it`);
    return { bytes: type === 'text' ? Buffer.from(content) : decodeBase64(content) };
  }
  if (url === undefined || url === null) throw unfit('/url', `is missing; ${type} needs it`);
  const refusal = reading.refusal(type, url);
  if (refusal) throw unfit('/url', `cannot be read (${refusal.code}). ${refusal.message}`);
  return { type, address: url };
}

/** The media type of what is sent as JSON, until reading finds a better one. */
export function mediaTypeOf(type: SourceType, filename: string | undefined): string {
  if (type === 'pdf') return 'application/pdf';
  if (isAddressType(type)) return 'text/html';
  if (filename !== undefined && /\.vtt$/i.test(filename)) return 'text/vtt';
  if (filename !== undefined && /\.(md|markdown)$/i.test(filename)) return 'text/markdown';
  if (filename !== undefined && /\.csv$/i.test(filename)) return 'text/csv';
  return 'text/plain';
}

/** What two sources of one content have in common: type, bytes and their encoding, or type and address. */
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

export function unfit(pointer: string, detail: string): AppError {
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
  if (!BASE64.test(bare) || bare.length % 4 === 1) throw unfit('/content', 'is not base64');
  return Buffer.from(bare, 'base64');
}
