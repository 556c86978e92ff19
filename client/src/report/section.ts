import { figure } from './format.ts';

/** What one kind of measurement found, as every reader can show it without knowing the kind. */
export interface Section {
  /** Named as the service names it; a reader that shows more of this kind leaves the section out. */
  readonly kind: string;
  readonly title: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading; null = there is no figure, which is not 0. */
  readonly rows: readonly (readonly Cell[])[];
  /** How the table is to be read. */
  readonly sentences: readonly string[];
}

/** A text, a figure, or several texts. */
export type Cell = string | number | null | readonly string[];

/** What a cell says, text by text; `none` where there is no figure. */
export function cellTexts(cell: Cell, none: string): readonly string[] {
  if (typeof cell === 'object') return cell ?? [none];
  return [typeof cell === 'number' ? figure(cell) : cell];
}
