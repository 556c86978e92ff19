import { joinNames, plural } from '@touchstone/report/figures';
import type { LeftOutOfTable, Table } from '../../../knowledge/reading/tables/tables.ts';

/** `3 empty columns and 2 empty rows left out`; null if nothing was omitted. */
export function describeLeftOut({
  titleRows,
  emptyColumns,
  emptyRows,
  binaryColumns,
}: LeftOutOfTable): string | null {
  const parts = [
    ...(titleRows > 0
      ? [plural(titleRows, 'title row above the header', 'title rows above the header')]
      : []),
    ...(emptyColumns > 0 ? [plural(emptyColumns, 'empty column', 'empty columns')] : []),
    ...(emptyRows > 0 ? [plural(emptyRows, 'empty row', 'empty rows')] : []),
    ...(binaryColumns.length > 0 ? [`bytes that are no text in ${joinNames(binaryColumns)}`] : []),
  ];
  return parts.length === 0 ? null : `${joinNames(parts)} left out`;
}

/** What was omitted while reading a table, as sentences. */
export function leftOutSentences(table: Pick<Table, 'leftOut'>): string[] {
  const leftOut = describeLeftOut(table.leftOut());
  return leftOut === null ? [] : [`${leftOut.charAt(0).toUpperCase()}${leftOut.slice(1)}.`];
}
