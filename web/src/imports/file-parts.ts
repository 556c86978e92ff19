/** A stretch of a file as it is sent. */
export interface Part {
  body: Blob;
  complete: boolean;
  /** How much of the file is read after it, from 0 to 1. */
  read: number;
}

/** A stretch of a file from any offset; of a gzip file the offsets are those of what is in it. */
export type ReadPart = (offset: number) => Promise<Part>;

/** What the file says of itself is wrong: nothing else can be sent. */
class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

/** One request; longer than the longest record. */
const PART_BYTES = 16 * 1024 * 1024;

export async function splitFile(file: File): Promise<ReadPart> {
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (begin[0] === 0x1f && begin[1] === 0x8b) return packedParts(file);
  return async (offset) => {
    const end = Math.min(file.size, offset + PART_BYTES);
    return {
      body: file.slice(offset, end),
      complete: end === file.size,
      read: end / Math.max(1, file.size),
    };
  };
}

/** To go on in its middle it is unpacked from the beginning: nothing says where in it a place is. */
function packedParts(file: File): ReadPart {
  let from = unpackedFrom(file);
  let held = new Blob();
  let heldAt = 0;
  return async (offset) => {
    if (offset < heldAt) {
      await from.stop();
      [from, held, heldAt] = [unpackedFrom(file), new Blob(), 0];
    }
    while (heldAt + held.size < offset + PART_BYTES + 1) {
      const piece = await from.next();
      if (piece === null) break;
      held = new Blob([held, piece]);
      const past = Math.min(held.size, Math.max(0, offset - heldAt));
      held = held.slice(past);
      heldAt += past;
    }
    held = held.slice(offset - heldAt);
    heldAt = offset;
    return { body: held.slice(0, PART_BYTES), complete: held.size <= PART_BYTES, read: from.read() };
  };
}

const CHUNKS_BYTES = 1024 * 1024;

function unpackedFrom(file: File) {
  let taken = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      taken += piece.length;
      controller.enqueue(piece);
    },
  });
  const reader = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')).getReader();
  return {
    read: () => taken / file.size,
    stop: () => reader.cancel(),
    /** About a megabyte; null at the end. */
    async next(): Promise<Blob | null> {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let length = 0; length < CHUNKS_BYTES; ) {
        const { done, value } = await reader.read().catch(() => {
          throw new DamagedFile(
            'This gzip file is truncated, damaged or has several members. Compress it again, or use touchstone import.',
          );
        });
        if (done) break;
        pieces.push(value);
        length += value.length;
      }
      return pieces.length === 0 ? null : new Blob(pieces);
    },
  };
}
