import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { isObject } from '../../../kernel/json.ts';
import type { Row } from './row.ts';
import { MOST_COLUMNS, nothingLeftOut, type Table, UnreadableTable } from './table.ts';

/** Maximum size of a column's page, whatever its header says. */
const MOST_PAGE_BYTES = 256 * 1024 * 1024;
const MOST_UNPACKED_BYTES = 1024 ** 3;
const MOST_ROWS = 5_000_000;

const bounded = (outputLength: number) => ({
  maxOutputLength: Math.min(Math.max(1, outputLength), MOST_PAGE_BYTES),
});

/** The compressions that Node supports; hyparquet contains SNAPPY itself. */
const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, bounded(outputLength)),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, bounded(outputLength)),
  ZSTD: (input, outputLength) => zstdDecompressSync(input, bounded(outputLength)),
};

/**
 * A Parquet file as a table; nested columns are lists and objects.
 *
 * @throws UnreadableTable
 */
export async function parquetTable(bytes: Uint8Array): Promise<Table> {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const file: AsyncBuffer = {
    byteLength: buffer.byteLength,
    slice: (from, to) => buffer.slice(from, to),
  };
  const metadata = await metadataOf(file);
  refuseLarge(metadata);
  const bytesIn = new Set<string>();
  return {
    format: 'parquet',
    encoding: null,
    delimiter: null,
    sheet: null,
    sheets: [],
    rows: () => tableRows(file, metadata, bytesIn),
    leftOut: () => ({ ...nothingLeftOut(), binaryColumns: [...bytesIn] }),
  };
}

async function metadataOf(file: AsyncBuffer): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (error) {
    throw new UnreadableTable(`It is damaged or truncated Parquet: ${messageOf(error)}.`);
  }
}

function refuseLarge({ row_groups, num_rows, schema }: FileMetaData): void {
  const columns = schema[0]?.num_children ?? 0;
  if (columns > MOST_COLUMNS)
    throw new UnreadableTable(`It has ${columns} columns, and a table may have at most ${MOST_COLUMNS}.`);
  const unpacked = row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0);
  if (unpacked > MOST_UNPACKED_BYTES)
    throw new UnreadableTable(`It unpacks to more than ${MOST_UNPACKED_BYTES / 1024 ** 3} GB.`);
  if (Number(num_rows) > MOST_ROWS)
    throw new UnreadableTable(`It has more than ${MOST_ROWS / 1_000_000} million rows.`);
}

async function* tableRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  bytesIn: Set<string>,
): AsyncGenerator<Row> {
  let line = 0;
  try {
    for await (const fields of parquetRows(file, metadata)) {
      line += 1;
      for (const [name, value] of Object.entries(fields)) if (holdsBytes(value)) bytesIn.add(name);
      yield { line, fields };
    }
  } catch (error) {
    yield { line: line + 1, problem: `the Parquet cannot be read from here on: ${messageOf(error)}` };
  }
}

/** The rows of a file, with one row group in memory at a time. An error names what is damaged or not supported. */
export async function* parquetRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
): AsyncGenerator<Record<string, unknown>> {
  let from = 0;
  for (const group of metadata.row_groups) {
    const to = from + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart: from,
      rowEnd: to,
      compressors: COMPRESSORS,
    });
    for (const fields of rows) yield plainFields(fields);
    from = to;
  }
}

function plainFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));
}

/** Converts 64-bit integers to numbers if exact, and times to ISO texts. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint')
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : `${value}`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as Int32Array, plainValue);
  return isObject(value) ? plainFields(value) : value;
}

const holdsBytes = (value: unknown): boolean =>
  value instanceof Uint8Array ||
  (isObject(value) && Object.values(value).some((one) => one instanceof Uint8Array));

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.replace(/\.$/, '') : `${error}`;
