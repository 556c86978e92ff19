import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { UnreadableFile } from '../reading/records.ts';

/** Maximum compression ratio: recorded calls have 5 to 30, so a much higher one is an attack. */
const MOST_RATIO = 200;
/** The ratio is checked only after this many bytes. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * The bytes of a part, decompressed if they are gzip (JSON begins otherwise). Throws `UnreadableFile` for gzip that
 * ends early, is damaged, is followed by other data, or expands too much.
 */
export async function* decompressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  const begin = await beginning(pieces);
  const all = joined(begin, pieces);
  if (begin[0] === 0x1f && begin[1] === 0x8b) yield* gunzipped(all);
  else yield* all;
}

async function beginning(pieces: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < 2) {
    const { done, value } = await pieces.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
  }
  return begin;
}

/** If the consumer stops early, the source is released, so that the rest of a request can be discarded. */
async function* joined(begin: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (begin.length > 0) yield begin;
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return;
      yield value;
    }
  } finally {
    await pieces.return?.();
  }
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [taken, given] = [0, 0];
  async function* counted() {
    for await (const piece of packed) {
      taken += piece.length;
      yield piece;
    }
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // Its failure is thrown when the decompressed bytes are read.
  pipeline(Readable.from(counted(), { objectMode: false }), gunzip).catch(() => {});
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      given += piece.length;
      if (given > RATIO_FROM_BYTES && given > taken * MOST_RATIO)
        throw new UnreadableFile(
          `its gzip expands to more than ${MOST_RATIO} times its size; send it uncompressed`,
        );
      yield piece;
    }
  } catch (error) {
    throw isOfZlib(error)
      ? new UnreadableFile(
          `its gzip is truncated or damaged after ${given} uncompressed bytes; compress it again. If a file is sent in parts, each part must be a separate gzip`,
        )
      : error;
  } finally {
    gunzip.destroy();
  }
}

function isOfZlib(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^Z_/.test(code);
}
