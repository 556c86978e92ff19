import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Row } from './row.ts';
import { textSlices } from './text-slices.ts';

const SLICE = 32 * 1024;
const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024;

interface CsvRecord {
  record: string[];
  /** Lines up to, and with, this record, and how many of them were empty. */
  info: { lines: number; empty_lines: number };
}

/** A dataset as CSV, with at least the `required` columns; fed in slices, or 64 MB would hold the process for seconds. */
export function readCsv(text: string, required: readonly string[]): AsyncGenerator<Row> {
  return readCsvRows(Readable.from(slices(text)), required);
}

/**
 * CSV as RFC 4180 has it: commas, double quotes, a header line with at least the `required` columns. Broken quoting ends
 * the reading at its line, since no later line can be trusted. An error of `source` is thrown.
 */
export async function* readCsvRows(source: Readable, required: readonly string[]): AsyncGenerator<Row> {
  let header: string[] | undefined;
  let before = { lines: 0, empty_lines: 0 };
  try {
    for await (const { record, info } of records(source)) {
      const line = before.lines + (info.empty_lines - before.empty_lines) + 1;
      before = info;
      if (header === undefined) {
        header = record.map((name) => name.trim());
        const problem = headerProblem(header, required);
        if (problem !== null) return yield { line, problem };
      } else yield toRow(header, record, line);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : before.lines;
    yield { line, problem: `the CSV cannot be read from here on: ${error.message}` };
  }
}

function records(source: Readable): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  source.on('error', (error) => parser.destroy(error));
  return source.pipe(parser);
}

async function* slices(text: string): AsyncGenerator<Buffer> {
  for (const slice of textSlices(text, SLICE)) {
    yield Buffer.from(slice);
    await new Promise(setImmediate);
  }
}

function headerProblem(header: string[], required: readonly string[]): string | null {
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    return `the CSV header has no column ${missing.join(' and no column ')}; it has: ${header.join(', ')}`;
  }
  const twice = header.find((name, i) => header.indexOf(name) !== i);
  return twice === undefined ? null : `the CSV header names the column "${twice}" twice`;
}

function toRow(header: string[], values: string[], line: number): Row {
  if (values.length !== header.length) {
    return { line, problem: `it has ${values.length} columns where the header has ${header.length}` };
  }
  return { line, fields: Object.fromEntries(header.map((name, i) => [name, values[i] ?? ''])) };
}
