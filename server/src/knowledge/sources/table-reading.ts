import { impossibleField, impossibleFields } from '../../kernel/errors.ts';
import { canonicalJson } from '../../kernel/json.ts';
import { mergeFlat } from '../../platform/http/patch.ts';
import type { ColumnMapping } from '../reading/tables/column-mapping.ts';
import type { DatasetGrader, SourcePatch } from './source-schemas.ts';
import type { SourceRow } from './source-store.ts';

/** How a source is read as a dataset, if a person has stated it. */
export interface TableReading {
  columns?: ColumnMapping;
  grader?: DatasetGrader;
  /** The sheet of a workbook that was chosen when it was uploaded. */
  sheet?: string;
}

export function readTableSettings({ table_json }: Pick<SourceRow, 'table_json'>): TableReading {
  return table_json === null ? {} : (JSON.parse(table_json) as TableReading);
}

interface TablePatch {
  columns?: SourcePatch['columns'] | undefined;
  grader?: SourcePatch['grader'] | undefined;
  sheet?: string | undefined;
}

/** The value to store; null if nothing is stated. Applies a merge patch: absent fields stay unchanged. */
export function patchedTable(before: string | null, { columns, grader, sheet }: TablePatch): string | null {
  const old = readTableSettings({ table_json: before });
  const merged: ColumnMapping = mergeFlat(old.columns ?? {}, columns);
  const kept = grader === undefined ? old.grader : grader;
  const after: TableReading = {
    ...(Object.keys(merged).length > 0 && { columns: merged }),
    ...(kept != null && { grader: kept }),
    ...((sheet ?? old.sheet) !== undefined && { sheet: sheet ?? old.sheet }),
  };
  return Object.keys(after).length === 0 ? null : canonicalJson(after);
}

/** Why columns do not fit a table; null if they do, or if the text is not a table. */
export type ColumnsProblem = (text: string, columns: ColumnMapping) => Promise<string | null>;

/** Throws `impossible` for columns that the table does not have. */
export async function requireColumns(
  columns: ColumnMapping,
  text: string,
  problemOf: ColumnsProblem,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  const problem = await problemOf(text, columns);
  if (problem !== null) throw impossibleField('/columns', problem);
}

/** Throws `impossible` for a grader that no row could use. */
export function requireGrader(
  grader: DatasetGrader | null | undefined,
  problemsOf: (grader: unknown) => readonly string[],
): void {
  const errors = problemsOf(grader).map((detail) => ({ pointer: '/grader', detail }));
  if (errors.length > 0) throw impossibleFields('The grader cannot be used', errors);
}
