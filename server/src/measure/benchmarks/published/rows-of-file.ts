import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readLinesOfStream } from '../../../kernel/lines.ts';
import { jsonRow, parquetFileRows, type Row, readCsvRows } from '../../../knowledge/reading/tables/tables.ts';
import type { Places } from '../rows/sample-rows.ts';

/** Makes rows from a whole JSON document, which each author nests differently. */
export type Flatten = (document: unknown) => Iterable<Record<string, unknown>>;

/**
 * The rows of a file in its canonical format, detected by its name: `.jsonl`, `.csv`, `.json`, `.parquet`, each also
 * with `.gz`. JSON lines and CSV are streamed, Parquet is read by row group, a JSON document whole. With `only`, other
 * rows are skipped as cheaply as the format allows.
 */
export async function* fileRows(
  path: string,
  { flatten, only }: { flatten?: Flatten | undefined; only?: Places } = {},
): AsyncGenerator<Row & { at: number }> {
  const format = /\.(jsonl|csv|json|parquet)(?:\.gz)?$/.exec(path)?.[1];
  if (format === 'jsonl') {
    for await (const { text, line, at } of textLines(path, only)) yield { ...jsonRow(text, line), at };
    return;
  }
  const rows =
    format === 'csv'
      ? readCsvRows(bytesOf(path))
      : format === 'parquet'
        ? readParquetRows(path)
        : documentRows(path, flatten);
  let at = 0;
  for await (const row of rows) {
    if (only === undefined || only.has(at)) yield { ...row, at };
    at += 1;
  }
}

function bytesOf(path: string): Readable {
  const file = createReadStream(path);
  if (!path.endsWith('.gz')) return file;
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped);
}

/** The non-blank lines of a file, unchanged; `at` counts them from 0, `line` counts all lines from 1. */
export async function* textLines(
  path: string,
  only?: Places,
): AsyncGenerator<{ text: string; line: number; at: number }> {
  let line = 0;
  let at = 0;
  for await (const text of readLinesOfStream(bytesOf(path))) {
    line += 1;
    if (text.trim() === '') continue;
    if (only === undefined || only.has(at)) yield { text: text.replace(/^\uFEFF/, ''), line, at };
    at += 1;
  }
}

async function* documentRows(path: string, flatten?: Flatten): AsyncGenerator<Row> {
  const document: unknown = path.endsWith('.gz')
    ? JSON.parse(Buffer.concat(await bytesOf(path).toArray()).toString('utf8'))
    : JSON.parse(await readFile(path, 'utf8'));
  let line = 0;
  for (const fields of flatten?.(document) ?? []) yield { line: ++line, fields };
}

/** Rows count from 1. */
async function* readParquetRows(path: string): AsyncGenerator<Row> {
  let line = 0;
  for await (const fields of parquetFileRows(path)) yield { line: ++line, fields };
}
