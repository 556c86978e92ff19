import { count } from '../figures/figures.ts';

/** A section of results that every output can lay out without knowing its kind. */
export interface Section {
  readonly title: string;
  /** The topic; the console has a page for each. */
  readonly about: 'quality' | 'load' | 'verdict' | 'run';
  readonly head: readonly string[];
  /** The first cell of a row is its heading; null = there is no figure, which differs from 0. */
  readonly rows: readonly (readonly Cell[])[];
  /** How to read the table. */
  readonly sentences: readonly string[];
}

/** A text, a figure, several texts, or the status of a requirement. */
export type Cell = string | number | null | readonly string[] | StatusCell;

/** Outputs show it in colour. */
interface StatusCell {
  readonly status: 'pass' | 'fail' | 'inconclusive' | 'unknown';
}

/** Names of requirement statuses. */
export const STATUS_WORDS = {
  pass: 'met',
  fail: 'missed',
  inconclusive: 'undecided',
  unknown: 'not known',
} as const;

/** The texts of a cell; `none` for a missing figure. */
export function cellTexts(cell: Cell, none: string): readonly string[] {
  if (cell === null) return [none];
  if (typeof cell !== 'object') return [typeof cell === 'number' ? count(cell) : cell];
  return 'status' in cell ? [STATUS_WORDS[cell.status]] : cell;
}

/** Whether a column contains only figures, and is therefore right-aligned. */
export function isFigureColumn({ rows }: Pick<Section, 'rows'>, column: number): boolean {
  return rows.every((row) => row[column] === null || typeof row[column] === 'number');
}
