/** One row of a table: its fields by column, or why it has none. Lines of a text, and rows of a sheet, count from 1. */
export type Row = (RowNumber & { fields: Record<string, unknown> }) | RowProblem;

interface RowNumber {
  line: number;
  /** `line` counts rows: all of them stand in one line. */
  isOneLine?: true;
}

/** Where a row of a text is: `line 3`, or `row 3` where its lines tell nothing. */
export const rowPlace = ({ line, isOneLine }: RowNumber) => `${isOneLine ? 'row' : 'line'} ${line}`;

export interface RowProblem extends RowNumber {
  /** The column that the problem is in; absent where it concerns the whole row. */
  column?: string;
  problem: string;
  /** Without a usable header no row can be read. */
  isHeader?: true;
}

/** The values of one row in the order of the columns, before the header gives them names. */
export interface RawRow {
  line: number;
  values: readonly unknown[];
  /** Cells that hold no value, and why. */
  broken?: readonly { at: number; problem: string }[];
}

/** An empty cell, or one of spaces alone. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
