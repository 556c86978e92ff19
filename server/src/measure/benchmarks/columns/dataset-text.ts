import type { ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import { jsonLine, type Table, UnreadableTable } from '../../../knowledge/reading/tables/tables.ts';
import { datasetFields } from './apply-columns.ts';
import { chooseColumns } from './choose-columns.ts';
import { NO_ROWS } from './inspect-table.ts';
import { leftOutSentences } from './left-out.ts';

export interface DatasetTextOptions {
  /** The columns by role; null: the columns keep their names. */
  columns: ColumnMapping | null;
  /** The grader of rows that name none. */
  grader: unknown;
  /** Whether every row needs an input and what is expected. */
  isGraded?: boolean;
}

/** `warnings`: what was inferred without being stated, as sentences. */
export type DatasetText = { text: string; warnings: string[] } | { problems: string[] };

const MOST_NAMED = 20;

/**
 * Converts a table to JSON lines, the form in which a source stores it: with the column names of a dataset, or its own.
 * Throws `UnreadableTable` if it has no rows.
 */
export async function datasetText(
  table: Table,
  { columns, grader, isGraded = false }: DatasetTextOptions,
): Promise<DatasetText> {
  const chosen =
    columns === null && grader === undefined ? null : await chooseColumns(table, columns, { isGraded });
  if (chosen !== null && chosen.problem !== null) return { problems: [chosen.problem] };
  const lines: string[] = [];
  const problems: string[] = [];
  for await (const row of table.rows()) {
    if ('problem' in row) {
      const place = row.column === undefined ? `row ${row.line}` : `row ${row.line}, column "${row.column}"`;
      if (problems.length < MOST_NAMED) problems.push(`${place}: ${row.problem}`);
      continue;
    }
    const fields = datasetFields(row.fields, { columns: chosen?.mapping ?? null, grader });
    lines.push(jsonLine(fields));
  }
  if (lines.length + problems.length === 0) throw new UnreadableTable(NO_ROWS);
  if (problems.length > 0) return { problems };
  return {
    text: lines.join(''),
    warnings: [...(chosen?.warnings ?? []), ...leftOutSentences(table)],
  };
}
