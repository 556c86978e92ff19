import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { Row } from '../rows/row.ts';

/** The rows of a Parquet file, one row group in memory at a time; rows count from 1. */
export async function* readParquetRows(path: string): AsyncGenerator<Row> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let line = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = line + Number(group.num_rows);
    const rows = await parquetReadObjects({ file, metadata, rowStart: line, rowEnd });
    for (const fields of rows) yield { line: ++line, fields: plain(fields) };
  }
}

/** 64-bit whole numbers as numbers; those of benchmarks are small. */
function plain(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, plainValue(value)]);
  return Object.fromEntries(entries);
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as Int32Array, plainValue);
  return typeof value === 'object' && value !== null ? plain(value as Record<string, unknown>) : value;
}
