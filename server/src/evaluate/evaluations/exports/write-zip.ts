import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive, compressed separately. */
export interface ZipPart {
  readonly name: string;
  readonly content: string;
}

const MOST_COUNT = 0xffff;
const MOST_BYTES = 0xffffffff;
/** Bit 11: names are UTF-8. */
const UTF8 = 1 << 11;
const DEFLATED = 8;

/** Writes a ZIP archive, one member at a time; above 65,534 members as ZIP64. Throws above 4 GB. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { name, content } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(UTF8, 2);
    facts.writeUInt16LE(DEFLATED, 4);
    // The date 1980-01-01, the earliest possible, so that equal content gives equal archives.
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    facts.copy(entry, 2);
    entry.writeUInt32LE(at, 38);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), entry, named]));
    yield Buffer.concat([Buffer.from('PK\x03\x04'), facts, named, packed]);
    at += 4 + facts.length + named.length + packed.length;
    if (at > MOST_BYTES) throw new Error('The archive would have more than 4 GB.');
  }
  yield* directory;
  const length = directory.reduce((sum, entry) => sum + entry.length, 0);
  yield endOf(directory.length, length, at);
}

function endOf(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(count, MOST_COUNT), 8);
  end.writeUInt16LE(Math.min(count, MOST_COUNT), 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  if (count < MOST_COUNT) return end;
  const wide = Buffer.alloc(56);
  wide.write('PK\x06\x06', 0, 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}
