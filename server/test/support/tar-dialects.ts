import { gzipSync } from 'node:zlib';

export const TAR_DIALECTS = ['v7', 'ustar', 'gnu', 'pax'] as const;
export type TarDialect = (typeof TAR_DIALECTS)[number];

export interface DialectEntry {
  name: string;
  body?: Uint8Array;
  type?: 'file' | 'link' | 'symlink' | 'directory';
  linkname?: string;
}

const TYPES = { file: '0', link: '1', symlink: '2', directory: '5' } as const;
const BLOCK = 512;
const MAGIC: Readonly<Record<TarDialect, string>> = {
  v7: '',
  ustar: 'ustar\x0000',
  gnu: 'ustar  \0',
  pax: 'ustar\x0000',
};

/**
 * A gzipped archive as one family of tar programs writes it. Names beyond 100 bytes: two fields (ustar), an entry
 * before (gnu), a record before (pax; it begins with a global header, as those of `git archive` do). v7 cuts them.
 */
export function dialectTarball(dialect: TarDialect, entries: readonly DialectEntry[], level: number): Buffer {
  const global =
    dialect === 'pax' ? [...block('pax_global_header', 'g', record('comment', 'a'.repeat(40)))] : [];
  const blocks = entries.flatMap((entry) => entryBlocks(dialect, entry));
  return gzipSync(Buffer.concat([...global, ...blocks, Buffer.alloc(2 * BLOCK)]), { level });
}

function entryBlocks(
  dialect: TarDialect,
  { name, body = EMPTY, type = 'file', linkname = '' }: DialectEntry,
): Buffer[] {
  const isLong = Buffer.byteLength(name) > 100;
  const own = (short: string, prefix = '') => [
    header(dialect, { name: short, type: TYPES[type], size: body.length, linkname, prefix }),
    ...padded(body),
  ];
  if (!isLong) return own(name);
  if (dialect === 'gnu')
    return [...block('././@LongLink', 'L', Buffer.from(`${name}\0`), dialect), ...own(name)];
  if (dialect === 'pax') return [...block('PaxHeaders/x', 'x', record('path', name)), ...own(name)];
  const slash = name.indexOf('/', name.length - 101);
  return dialect === 'ustar' ? own(name.slice(slash + 1), name.slice(0, slash)) : own(name);
}

const EMPTY = new Uint8Array(0);

function block(name: string, type: string, body: Buffer, dialect: TarDialect = 'pax'): Buffer[] {
  return [header(dialect, { name, type, size: body.length, linkname: '', prefix: '' }), ...padded(body)];
}

function padded(body: Uint8Array): Buffer[] {
  return [Buffer.from(body), Buffer.alloc(-body.length & (BLOCK - 1))];
}

/** A record of pax: its own length in decimal, with the digits of that length, then `key=value`. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

interface HeaderFields {
  name: string;
  type: string;
  size: number;
  linkname: string;
  prefix: string;
}

function header(dialect: TarDialect, { name, type, size, linkname, prefix }: HeaderFields): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  const put = (text: string, at: number, room: number) => Buffer.from(text).copy(bytes, at, 0, room);
  const octal = (value: number, room: number) => `${value.toString(8).padStart(room - 1, '0')}\0`;
  put(name, 0, 100);
  put(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(1_700_000_000, 12), 100, 48);
  put(`        ${type}${linkname}`, 148, 109);
  put(MAGIC[dialect], 257, 8);
  put(prefix, 345, 155);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return bytes;
}
