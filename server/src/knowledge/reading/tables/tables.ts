import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeText } from '../text/decode-text.ts';
import { sniffKind } from '../text/sniff.ts';
import { jsonLine } from './json-line.ts';
import type { Row } from './row.ts';
import type { TableSurvey } from './survey-table.ts';
import { MOST_TABLE_BYTES, type Table, type TableFacts, UnreadableTable } from './table.ts';
import { noTableProblem, readableTable } from './text-table.ts';

export { readCsvRows } from './csv-rows.ts';
export { jsonLine } from './json-line.ts';
export { jsonRow, readJsonLines } from './json-line-rows.ts';
export { isBlank, type Row, rowPlace } from './row.ts';
export { type ColumnFacts, surveyTable, type TableSurvey } from './survey-table.ts';
export {
  type LeftOutOfTable,
  MOST_TABLE_BYTES,
  type Table,
  type TableFacts,
  tableFacts,
  UnreadableTable,
} from './table.ts';
export { textSlices } from './text-slices.ts';
export { textTable } from './text-table.ts';

/** The facts about a table after all rows were read, or why it is not a table. */
export type SurveyedTable = { facts: TableFacts; survey: TableSurvey } | { unreadable: string };

export interface OpenTableOptions {
  /** The sheet of a workbook; absent for the first visible one. */
  sheet?: string | undefined;
}

const ZIP = '504b0304';
const EMPTY_ZIP = '504b0506';
const PARQUET = '50415231';
const OLE = 'd0cf11e0';
const GZIP = '1f8b';

/**
 * Opens the bytes of a file as a table. The format is detected from the bytes, not from a name. Packages for workbooks
 * and Parquet are loaded with the first such file.
 *
 * @throws UnreadableTable
 */
export async function openTable(bytes: Uint8Array, { sheet }: OpenTableOptions = {}): Promise<Table> {
  if (bytes.length === 0) throw new UnreadableTable('The file is empty.');
  const isPacked = magicOf(bytes).startsWith(GZIP);
  const content = isPacked ? await unpacked(bytes) : bytes;
  if (content.length === 0) throw new UnreadableTable('Unpacked, the file is empty.');
  if (content.length > MOST_TABLE_BYTES) throw tooLarge('It');
  const magic = magicOf(content);
  if (magic.startsWith(GZIP))
    throw new UnreadableTable('It is compressed with gzip more than once. Unpack it until one gzip is left.');
  const table = await formatOf(magic, content, sheet);
  if (sheet !== undefined && table.sheet === null)
    throw new UnreadableTable(`It is ${table.format} and has no sheets; leave out the name of a sheet.`);
  return isTableFile(bytes) ? { ...table, rows: () => limitedRows(table.rows()) } : table;
}

/**
 * Stops when the JSON lines of the rows (the form in which a source stores them) exceed the limit of a table, because
 * few bytes can expand to many.
 */
async function* limitedRows(rows: ReturnType<Table['rows']>): AsyncGenerator<Row> {
  let characters = 0;
  for await (const row of rows) {
    characters += jsonLine('fields' in row ? row.fields : { ...row }).length;
    if (characters > MOST_TABLE_BYTES) throw tooLarge('As JSON lines, it');
    yield row;
  }
}

async function formatOf(magic: string, bytes: Uint8Array, sheet: string | undefined): Promise<Table> {
  if (magic === PARQUET) return (await import('./parquet-table.ts')).parquetTable(bytes);
  if (magic === ZIP || magic === EMPTY_ZIP)
    return (await import('./xlsx/xlsx-table.ts')).xlsxTable(bytes, sheet);
  if (magic === OLE)
    throw new UnreadableTable(
      'It is a workbook with a password, or in the format before 2007 (.xls). Save it as .xlsx without a password.',
    );
  const kind = sniffKind(bytes);
  if (kind === 'binary' || kind === 'pdf')
    throw new UnreadableTable(
      'It is no table: it is neither text (CSV, JSON, Markdown) nor a workbook (.xlsx) nor Parquet.',
    );
  const { text, charset } = decodeText(bytes, '');
  const problem = noTableProblem(text);
  if (problem !== null) throw new UnreadableTable(`${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`);
  return readableTable(text, charset);
}

/** Whether the bytes are a non-text file that can contain a table: a workbook, Parquet, or gzip. */
export function isTableFile(bytes: Uint8Array): boolean {
  const magic = magicOf(bytes);
  return [ZIP, EMPTY_ZIP, PARQUET, OLE].includes(magic) || magic.startsWith(GZIP);
}

const magicOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('hex');

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_TABLE_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('Unpacked, it');
    throw new UnreadableTable('It is compressed with gzip, and damaged or truncated.');
  }
}

function tooLarge(subject: string): UnreadableTable {
  return new UnreadableTable(
    `${subject} is larger than the ${MOST_TABLE_BYTES / 1024 ** 2} MB that a table may have. Split it into several files.`,
  );
}

/**
 * The rows of a Parquet file on disk, with one row group in memory at a time. An error names what is damaged or not
 * supported.
 */
export async function* parquetFileRows(path: string): AsyncGenerator<Record<string, unknown>> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  const { parquetRows } = await import('./parquet-table.ts');
  const file = await asyncBufferFromFile(path);
  yield* parquetRows(file, await parquetMetadataAsync(file));
}
