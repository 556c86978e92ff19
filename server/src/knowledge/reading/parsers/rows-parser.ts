import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { jsonLine, openTable, type Table, UnreadableTable } from '../tables/tables.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Parser } from './parser.ts';

const TYPES: Readonly<Partial<Record<Table['format'], string>>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};

/** The rows of a workbook, a Parquet file or a compressed table, as JSON lines with the names of their columns. */
export function rowsParser({ sheet, name }: Extract<ParseTask, { do: 'rows' }>): Parser {
  return async (bytes, output) => {
    const file = Buffer.concat(await Array.fromAsync(bytes));
    try {
      const table = await openTable(file, { sheet });
      const content = cleanText(await linesOf(table));
      if (content === '') throw new ReadingFailure('empty_content');
      output.document({ kind: 'markdown', path: null, content, marks: [] });
      return { title: '', mediaType: TYPES[table.format] ?? 'application/gzip', name };
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      throw new ReadingFailure('unreadable_table', error.message);
    }
  };
}

async function linesOf(table: Table): Promise<string> {
  const lines: string[] = [];
  for await (const row of table.rows()) {
    if ('problem' in row) {
      const column = row.column === undefined ? '' : `, column "${row.column}"`;
      throw new ReadingFailure('unreadable_table', `row ${row.line}${column}: ${row.problem}`);
    }
    lines.push(jsonLine(row.fields));
  }
  return lines.join('');
}
