import { isBlank, type RawRow } from './row.ts';

/** A header further down is not detected. */
export const MOST_TITLE_ROWS = 3;
const MOST_NAME_CHARACTERS = 100;

/**
 * Counts the title rows above the header among the first rows of a table: rows with one value, before a row of names
 * and another row, both with several values. Null if more rows are needed to decide.
 */
export function titleRows(first: readonly RawRow[]): readonly RawRow[] | null {
  const filled = first.filter(({ values, broken }) => broken !== undefined || !values.every(isBlank));
  const at = filled.findIndex((row) => !hasOneValue(row));
  if (at === -1) return filled.length > MOST_TITLE_ROWS ? [] : null;
  if (at === 0 || at > MOST_TITLE_ROWS) return [];
  const [header, below] = filled.slice(at) as [RawRow, RawRow?];
  if (below === undefined) return null;
  const titles = filled.slice(0, at);
  const beginsLeft = titles.every(({ values }) => firstValueAt(values) <= firstValueAt(header.values));
  return beginsLeft && !hasOneValue(below) && looksLikeNames(header) ? titles : [];
}

const hasOneValue = ({ values, broken }: RawRow) =>
  broken === undefined && values.filter((value) => !isBlank(value)).length === 1;

const firstValueAt = (values: readonly unknown[]) => values.findIndex((value) => !isBlank(value));

/** Whether the values are different short texts that are neither numbers nor questions. */
function looksLikeNames({ values, broken }: RawRow): boolean {
  const names = values.filter((value) => !isBlank(value));
  return (
    broken === undefined &&
    new Set(names).size === names.length &&
    names.every(
      (name) =>
        typeof name === 'string' &&
        name.length <= MOST_NAME_CHARACTERS &&
        !/[?？؟]\s*$/.test(name) &&
        Number.isNaN(Number(name.replace(',', '.'))),
    )
  );
}
