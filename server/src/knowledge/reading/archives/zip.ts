import type { Transform } from 'node:stream';
import { createInflateRaw, createZstdDecompress } from 'node:zlib';

/** A file in a ZIP archive, from the archive's directory. */
interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  compressedBytes: number;
  /** The offset of its local header. */
  at: number;
}

export interface Zip {
  readonly names: readonly string[];
  /** Null if there is no such file. Returns at most `limit` bytes, whatever the archive says. */
  read(name: string, limit: number): AsyncIterable<Buffer> | null;
}

/** The name of an archive in errors, and the class of these errors. */
export interface ZipErrors {
  called: string;
  Unreadable: new (message: string) => Error;
}

const END = 0x06054b50;
const WIDE_END = 0x06064b50;
const WIDE_LOCATOR = 0x07064b50;
const WIDE_LOCATOR_BYTES = 20;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 65_535;
const STORED = 0;
/** The supported compression methods. */
const UNPACKERS: Readonly<Record<number, (options: { chunkSize: number }) => Transform>> = {
  8: createInflateRaw,
  93: createZstdDecompress,
};
const IN_EXTRA = 0xffffffff;

/** Throws `Unreadable` if the archive is truncated or damaged; reading a part does too. */
export function openZip(bytes: Uint8Array, errors: ZipErrors): Zip {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map(directory(data, errors).map((entry) => [entry.name, entry]));
  return {
    names: [...entries.keys()],
    read(name, limit) {
      const entry = entries.get(name);
      return entry === undefined ? null : contentOf(data, entry, limit, errors);
    },
  };
}

function directory(data: Buffer, errors: ZipErrors): ZipEntry[] {
  const found = directoryAt(data, errors);
  const { count } = found;
  let { at } = found;
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== ENTRY) throw damaged('its directory', errors);
    const nameBytes = data.readUInt16LE(at + 28);
    const extraBytes = data.readUInt16LE(at + 30);
    const extra = data.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes);
    const sizes = wideSizes(extra, {
      bytes: data.readUInt32LE(at + 24),
      compressedBytes: data.readUInt32LE(at + 20),
      at: data.readUInt32LE(at + 42),
    });
    entries.push({
      name: data
        .toString('utf8', at + 46, at + 46 + nameBytes)
        .replaceAll('\\', '/')
        .replace(/^\//, ''),
      isEncrypted: (data.readUInt16LE(at + 8) & 1) === 1,
      method: data.readUInt16LE(at + 10),
      compressedBytes: sizes.compressedBytes,
      at: sizes.at,
    });
    at += 46 + nameBytes + extraBytes + data.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * The offset of the directory and the number of its entries; more than 65,535 entries are counted in a record before
 * the end (ZIP64).
 */
function directoryAt(data: Buffer, errors: ZipErrors): { count: number; at: number } {
  const end = endOf(data, errors);
  const locator = end - WIDE_LOCATOR_BYTES;
  if (locator >= 0 && data.readUInt32LE(locator) === WIDE_LOCATOR) {
    const wide = Number(data.readBigUInt64LE(locator + 8));
    if (wide + 56 > data.length || data.readUInt32LE(wide) !== WIDE_END) throw damaged('its end', errors);
    return {
      count: Number(data.readBigUInt64LE(wide + 32)),
      at: Number(data.readBigUInt64LE(wide + 48)),
    };
  }
  return { count: data.readUInt16LE(end + 10), at: data.readUInt32LE(end + 16) };
}

/** The offset of the archive's end record, which may be followed by a comment. */
function endOf(data: Buffer, errors: ZipErrors): number {
  const last = Math.max(0, data.length - END_BYTES - MOST_COMMENT_BYTES);
  for (let at = data.length - END_BYTES; at >= last; at--) if (data.readUInt32LE(at) === END) return at;
  throw damaged('its end is missing, as after a broken download', errors);
}

interface Sizes {
  bytes: number;
  compressedBytes: number;
  at: number;
}

/** Sizes that do not fit into 32 bits are in an extra field (ZIP64), in this order, without those that fit. */
function wideSizes(extra: Buffer, sizes: Sizes): Sizes {
  const wide = { ...sizes };
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      let from = at + 4;
      for (const name of ['bytes', 'compressedBytes', 'at'] as const) {
        if (sizes[name] !== IN_EXTRA || from + 8 > extra.length) continue;
        wide[name] = Number(extra.readBigUInt64LE(from));
        from += 8;
      }
    }
    at += 4 + length;
  }
  return wide;
}

async function* contentOf(
  data: Buffer,
  entry: ZipEntry,
  limit: number,
  errors: ZipErrors,
): AsyncGenerator<Buffer> {
  const { name, at, method, compressedBytes, isEncrypted } = entry;
  const { Unreadable } = errors;
  if (isEncrypted) throw new Unreadable(`Its part ${name} has a password. Save it without one.`);
  if (at + 30 > data.length || data.readUInt32LE(at) !== LOCAL) throw damaged(name, errors);
  const from = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
  const packed = data.subarray(from, from + compressedBytes);
  if (packed.length < compressedBytes) throw damaged(name, errors);
  const unpacker = UNPACKERS[method];
  if (method === STORED) yield packed;
  else if (unpacker) yield* unpacked(packed, unpacker({ chunkSize: 64 * 1024 }), name, limit, errors);
  else throw new Unreadable(`Its part ${name} is packed in a way that is not supported (method ${method}).`);
}

async function* unpacked(
  packed: Buffer,
  unpacker: Transform,
  name: string,
  limit: number,
  errors: ZipErrors,
): AsyncGenerator<Buffer> {
  unpacker.end(packed);
  let bytes = 0;
  try {
    for await (const piece of unpacker as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > limit)
        throw new errors.Unreadable(`Its part ${name} unpacks to more than ${limit / 1024 ** 2} MB.`);
      yield piece;
    }
  } catch (error) {
    throw error instanceof errors.Unreadable ? error : damaged(name, errors);
  } finally {
    unpacker.destroy();
  }
}

const damaged = (what: string, { called, Unreadable }: ZipErrors) =>
  new Unreadable(`${called} is damaged or truncated (${what}).`);
