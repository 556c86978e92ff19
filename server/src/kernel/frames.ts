/**
 * A message between the service and a process it started, over a plain pipe: four bytes of length (little endian), one
 * byte of kind, then JSON or raw bytes. Node's IPC is not used because it cannot refuse a message before it is in
 * memory, and its serialization is not safe for a process that an attacker may control.
 */
export type Frame = { kind: 'json'; value: unknown } | { kind: 'bytes'; bytes: Uint8Array };

const HEADER = 5;
const JSON_KIND = 0;
const BYTES_KIND = 1;

/** The maximum size of a frame in bytes. A process that announces a larger one is ended. */
const MAX_FRAME = 4 * 1024 * 1024;
/** The size of the pieces in which content is sent, in code units or bytes. */
export const FRAME_PIECE_SIZE = 256 * 1024;

export function jsonFrame(value: unknown): Uint8Array {
  return frame(JSON_KIND, Buffer.from(JSON.stringify(value)));
}

export function bytesFrame(bytes: Uint8Array): Uint8Array {
  return frame(BYTES_KIND, bytes);
}

function frame(kind: number, payload: Uint8Array): Uint8Array {
  if (payload.length > MAX_FRAME) throw new RangeError(`A frame of ${payload.length} bytes is too large.`);
  const whole = Buffer.allocUnsafe(HEADER + payload.length);
  whole.writeUInt32LE(payload.length, 0);
  whole[4] = kind;
  whole.set(payload, HEADER);
  return whole;
}

/** Parses the frames in a stream of bytes, however the stream is split. Throws if a frame is too large or malformed. */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let pending: Uint8Array[] = [];
  let length = 0;
  let wanted = HEADER;
  for await (const piece of stream) {
    pending.push(piece);
    length += piece.length;
    if (length < wanted) continue;
    let rest = Buffer.concat(pending);
    wanted = wantedOf(rest);
    while (rest.length >= wanted) {
      yield decode(rest.subarray(0, wanted));
      rest = rest.subarray(wanted);
      wanted = wantedOf(rest);
    }
    pending = [rest];
    length = rest.length;
  }
}

function wantedOf(bytes: Buffer): number {
  if (bytes.length < HEADER) return HEADER;
  const length = bytes.readUInt32LE(0);
  if (length > MAX_FRAME) throw new RangeError(`A frame of ${length} bytes is announced.`);
  return HEADER + length;
}

function decode(bytes: Buffer): Frame {
  const payload = bytes.subarray(HEADER);
  if (bytes[4] === BYTES_KIND) return { kind: 'bytes', bytes: payload };
  return { kind: 'json', value: JSON.parse(payload.toString('utf8')) };
}
