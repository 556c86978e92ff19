import type { Row } from './row.ts';

export type TableFormat = 'csv' | 'json' | 'json_lines' | 'markdown' | 'parquet' | 'xlsx';

/** A file as rows with named columns. */
export interface Table {
  readonly format: TableFormat;
  /** The encoding of a text that was read from bytes, by its WHATWG name; null if it is not such a text. */
  readonly encoding: string | null;
  /** The delimiter of CSV; null in other formats. */
  readonly delimiter: string | null;
  /** The sheet that is read, and all sheets of the workbook; null and [] in other formats. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** The rows in the order of the file; each iteration reads the file again. */
  rows(): AsyncIterable<Row> | Iterable<Row>;
  /** What the last iteration omitted. */
  leftOut(): LeftOutOfTable;
}

export interface LeftOutOfTable {
  /** Title rows above the header. */
  titleRows: number;
  emptyColumns: number;
  emptyRows: number;
  /** Columns with binary values such as pictures. */
  binaryColumns: string[];
}

export const nothingLeftOut = (): LeftOutOfTable => ({
  titleRows: 0,
  emptyColumns: 0,
  emptyRows: 0,
  binaryColumns: [],
});

/** The properties of a table without its rows. */
export interface TableFacts extends Omit<Table, 'rows' | 'leftOut'> {
  readonly leftOut: LeftOutOfTable;
}

export function tableFacts(table: Table): TableFacts {
  const { format, encoding, delimiter, sheet, sheets } = table;
  return { format, encoding, delimiter, sheet, sheets, leftOut: table.leftOut() };
}

/** A file that cannot be read as a table. Its message says what is wrong, where, and what to do. */
export class UnreadableTable extends Error {}

export const MOST_COLUMNS = 1000;
/** Maximum bytes of a text and of an uncompressed file. */
export const MOST_TABLE_BYTES = 64 * 1024 * 1024;
