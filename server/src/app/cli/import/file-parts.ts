import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { UsageError } from '../terminal/arguments.ts';
import { unreadableFile } from '../terminal/read-file.ts';

/** A part of a file to be sent. */
export interface Part {
  body: Uint8Array<ArrayBuffer>;
  /** Number of uncompressed bytes of the file in this part. */
  length: number;
  complete: boolean;
}

/** A file that is sent in parts from any offset; for gzip, offsets count uncompressed bytes. */
export interface FileParts {
  /** In bytes; null if it is known only at the end. */
  size: number | null;
  part(offset: number): Promise<Part>;
  close(): Promise<void>;
}

/** The file is damaged, so nothing more can be sent. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** Size of one request, which is repeated if it is interrupted. Longer than the longest record. */
const PART_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** Throws `UsageError` for a file that cannot be read. */
export async function openParts(file: string): Promise<FileParts> {
  try {
    const handle = await open(file);
    const { buffer: begin } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return begin[0] === 0x1f && begin[1] === 0x8b
      ? packedParts(file, handle)
      : plainParts(handle, (await handle.stat()).size);
  } catch (error) {
    throw new UsageError(unreadableFile(file, (error as NodeJS.ErrnoException).code));
  }
}

function plainParts(handle: FileHandle, size: number): FileParts {
  return {
    size,
    async part(offset) {
      const bytes = new Uint8Array(Math.max(0, Math.min(PART_BYTES, size - offset)));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
      return { body: bytes.subarray(0, bytesRead), length: bytesRead, complete: offset + bytesRead >= size };
    },
    close: () => handle.close(),
  };
}

/**
 * A gzip file is decompressed, split, and each part compressed again. To continue in the middle it is decompressed
 * from the start, because gzip has no index.
 */
function packedParts(file: string, handle: FileHandle): FileParts {
  let pieces: AsyncIterator<Buffer> | null = null;
  let held: Buffer = Buffer.alloc(0);
  let heldAt = 0;
  let ended = false;
  async function read(): Promise<Buffer | null> {
    pieces ??= unpackedPieces(file);
    const { done, value } = await pieces.next();
    ended = done === true;
    return ended ? null : value;
  }
  async function seek(offset: number): Promise<void> {
    if (offset < heldAt) {
      await pieces?.return?.();
      [pieces, held, heldAt, ended] = [null, Buffer.alloc(0), 0, false];
    }
    while (heldAt + held.length < offset) {
      heldAt += held.length;
      held = (await read()) ?? Buffer.alloc(0);
      if (ended)
        throw new UsageError(`${file} is not the file of this import: it has ${heldAt} bytes uncompressed.`);
    }
    held = held.subarray(offset - heldAt);
    heldAt = offset;
  }
  return {
    size: null,
    async part(offset) {
      await seek(offset);
      const more = [held];
      for (let length = held.length; length <= PART_BYTES && !ended; ) {
        const piece = await read();
        if (piece === null) break;
        more.push(piece);
        length += piece.length;
      }
      held = Buffer.concat(more);
      const length = Math.min(held.length, PART_BYTES);
      const complete = ended && length === held.length;
      const body = new Uint8Array(await packed(held.subarray(0, length), { level: 1 }));
      return { body, length, complete };
    },
    async close() {
      await pieces?.return?.();
      await handle.close();
    },
  };
}

const packed = promisify<Uint8Array, { level: number }, Buffer>(gzip);

async function* unpackedPieces(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const feeding = pipeline(createReadStream(file), gunzip).catch(() => {});
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new DamagedFile(`The gzip of ${file} is truncated or damaged; compress or copy it again.`);
  } finally {
    gunzip.destroy();
    await feeding;
  }
}
