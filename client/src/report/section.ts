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

export type Cell = string | number | null;
