import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ReadingFailure } from '../failures.ts';
import { networkFailure } from './fetch-failures.ts';

const DECOMPRESSORS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The maximum size of a piece, however far a compressed piece expands. */
const PIECE = 64 * 1024;

/**
 * Decompresses and counts a body. The limit applies to the decompressed bytes: 0.2 MB of gzip can contain 200 MB, which
 * a limit on the compressed bytes would allow.
 *
 * @throws ReadingFailure `too_large`, or `bad_response` for an invalid or unknown coding
 */
export async function* decompressAndCount(
  body: Readable,
  encoding: string,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  try {
    for await (const piece of decoded(body, encoding.trim().toLowerCase())) {
      count += piece.length;
      if (count > limit) throw new ReadingFailure('too_large', `more than ${limit / 1e6} MB`);
      for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
    }
  } catch (error) {
    throw networkFailure(error, '');
  }
}

function decoded(body: Readable, encoding: string): AsyncIterable<Uint8Array> {
  if (encoding === '' || encoding === 'identity') return body;
  const create = Object.hasOwn(DECOMPRESSORS, encoding) ? DECOMPRESSORS[encoding] : undefined;
  if (!create) throw new ReadingFailure('bad_response', `content-encoding ${encoding.slice(0, 40)}`);
  return decompressed(body, create());
}

async function* decompressed(
  body: Readable,
  decompressor: NodeJS.ReadWriteStream & Readable,
): AsyncGenerator<Uint8Array> {
  let broken: Error | null = null;
  body.on('error', (error) => decompressor.destroy(error));
  decompressor.on('error', (error: Error) => {
    broken = error;
  });
  body.pipe(decompressor);
  try {
    yield* decompressor as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (broken && 'errno' in broken) throw new ReadingFailure('bad_response', 'compression is broken', error);
    throw error;
  } finally {
    decompressor.destroy();
  }
}
