import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type HeaderOptions, rowsUnderHeader } from './header-rows.ts';
import type { RawRow, Row } from './row.ts';
import { nothingLeftOut } from './table.ts';
import { textSlices } from './text-slices.ts';

const SLICE = 32 * 1024;
const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024;

/** The format of a CSV file. */
export interface CsvDialect {
  delimiter: string;
  /** Lines before the header, which are skipped. */
  skippedLines: number;
}

const RFC_4180: CsvDialect = { delimiter: ',', skippedLines: 0 };

interface CsvRecord {
  record: string[];
  /** The line at which this record ends, and how many lines so far were empty. */
  info: { lines: number; empty_lines: number };
}

/** The rows of a CSV text, parsed in slices, because 64 MB would block the process for seconds. */
export function readCsv(
  text: string,
  dialect: CsvDialect,
  counts: HeaderOptions['counts'],
): AsyncGenerator<Row> {
  return rowsOf(Readable.from(slices(text)), dialect, counts);
}

/** CSV as in RFC 4180: commas, double quotes, a header line. An error of `source` is thrown. */
export function readCsvRows(source: Readable): AsyncGenerator<Row> {
  return rowsOf(source, RFC_4180, nothingLeftOut());
}

/** Broken quoting ends the reading at its line, because later lines cannot be trusted. */
async function* rowsOf(
  source: Readable,
  dialect: CsvDialect,
  counts: HeaderOptions['counts'],
): AsyncGenerator<Row> {
  const at = { line: dialect.skippedLines };
  try {
    yield* rowsUnderHeader(rawRows(source, dialect, at), { counts, form: 'csv' });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines + dialect.skippedLines : at.line;
    yield { line, problem: `the CSV cannot be read from here on: ${error.message}` };
  }
}

/** Stores in `at` the line at which the last row ended. */
async function* rawRows(source: Readable, dialect: CsvDialect, at: { line: number }): AsyncGenerator<RawRow> {
  let before = { lines: 0, empty_lines: 0 };
  for await (const { record, info } of records(source, dialect)) {
    const line = dialect.skippedLines + before.lines + (info.empty_lines - before.empty_lines) + 1;
    before = info;
    at.line = dialect.skippedLines + info.lines;
    yield { line, values: record };
  }
}

function records(source: Readable, { delimiter }: CsvDialect): AsyncIterable<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    // A quote inside a field that does not start with one is an ordinary character, as in spreadsheets.
    relax_quotes: true,
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
