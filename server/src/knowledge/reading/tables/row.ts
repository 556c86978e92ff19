/**
 * One row of a table: its fields by column, or why it has none. Lines of a text and rows of a sheet are counted from 1.
 */
export type Row = (RowNumber & { fields: Record<string, unknown> }) | RowProblem;

interface RowNumber {
  line: number;
  /** Set if all rows are on one line; `line` then counts rows. */
  isOneLine?: true;
}

/** The place of a row in a text: `line 3`, or `row 3` if all rows are on one line. */
export const rowPlace = ({ line, isOneLine }: RowNumber) => `${isOneLine ? 'row' : 'line'} ${line}`;

export interface RowProblem extends RowNumber {
  /** The column of the problem; absent if it concerns the whole row. */
  column?: string;
  problem: string;
  /** Without a usable header no row can be read. */
  isHeader?: true;
}

/** The values of one row in column order, before they are matched with the header. */
export interface RawRow {
  line: number;
  values: readonly unknown[];
  /** Cells without a value, and why. */
  broken?: readonly { at: number; problem: string }[];
}

/** Whether a cell is empty or has only spaces. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
