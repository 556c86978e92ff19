import { csvDialect, hasOwnNames } from './csv-dialect.ts';
import { readCsv } from './csv-rows.ts';
import { rowsUnderHeader } from './header-rows.ts';
import { readJsonLines } from './json-line-rows.ts';
import { jsonColumns, jsonList, readJsonList } from './json-rows.ts';
import { findMarkdownTable, readMarkdownTable } from './markdown-rows.ts';
import { nothingLeftOut, type Table, type TableFormat } from './table.ts';

/** Texts that are not a table, and the sentence for each. */
const NO_TABLES: readonly { begins: RegExp; problem: string }[] = [
  {
    // `- input: …`, `---`, or a key: no CSV header begins so. A title may, before further columns.
    begins: /^\s*(?:---\s|- |[\w-]+:(?=\s|$)(?![^\n]*(?:;|\t|,,)))/,
    problem:
      'this looks like YAML, which is not read; write JSON lines (one object per line) or CSV with a header line',
  },
  {
    begins: /^\s*<(?:\?xml\b|!doctype\b|(?:html|head|body|table)[\s>])/i,
    problem:
      'this is HTML or XML, whatever its file is called; open it in a spreadsheet program and save it as .xlsx or CSV',
  },
];
const MARKDOWN_BEGINNING_UNITS = 16 * 1024;

/**
 * Reads a text as a table: a JSON document, JSON lines, the first Markdown table, or CSV with a header line and any
 * delimiter. A text that is not a table has one row with that problem.
 */
export async function textTable(text: string): Promise<Table> {
  const problem = noTableProblem(text);
  return problem === null
    ? readableTable(text, null)
    : tableAs('csv', null, { rows: () => [{ line: 1, problem }] });
}

/** As `textTable`, for a text that may be a table. */
export async function readableTable(text: string, encoding: string | null): Promise<Table> {
  const as = (format: TableFormat, parts: Parts) => tableAs(format, encoding, parts);
  const first = firstCharacter(text);
  if (first === '[' || first === '{') {
    const list = await jsonList(text);
    if (list !== null) return as('json', { rows: () => readJsonList(text, list) });
    const columns = first === '{' ? jsonColumns(text) : null;
    return columns === null
      ? as('json_lines', { rows: () => readJsonLines(text) })
      : as('json', { rows: () => columns });
  }
  if (hasMarkdownTable(text)) return as('markdown', markdownParts(text));
  return as('csv', csvParts(text));
}

type Parts = Pick<Table, 'rows'> & Partial<Table>;

const tableAs = (format: TableFormat, encoding: string | null, parts: Parts): Table => ({
  format,
  encoding,
  delimiter: null,
  sheet: null,
  sheets: [],
  leftOut: nothingLeftOut,
  ...parts,
});

/** Why a text is not a table, as a part of a sentence; null if it may be one. */
export function noTableProblem(text: string): string | null {
  const first = firstCharacter(text);
  if (first === '[' || first === '{' || hasMarkdownTable(text)) return null;
  return NO_TABLES.find(({ begins }) => begins.test(text))?.problem ?? null;
}

const firstCharacter = (text: string) => /[^\s\uFEFF]/.exec(text)?.[0];

/** Whether the text contains a Markdown table that is not part of a CSV cell. */
function hasMarkdownTable(text: string): boolean {
  const lines = text.slice(0, MARKDOWN_BEGINNING_UNITS).split(/\r?\n/);
  const at = findMarkdownTable(lines);
  return at !== null && !hasOwnNames(text) && !endsInCell(lines.slice(0, at + 1).join('\n'));
}

/** Whether a text ends inside a quoted CSV cell, which began after a delimiter or at the start of a line. */
const endsInCell = (text: string) => /(?:^|[,;\t])[ ]*"/m.test(text.replace(/"[^"]*"/g, ''));

function markdownParts(text: string): Pick<Table, 'rows' | 'leftOut'> {
  let counts = nothingLeftOut();
  return {
    rows() {
      counts = nothingLeftOut();
      const lines = text.split(/\r?\n/);
      const from = findMarkdownTable(lines) ?? 0;
      return rowsUnderHeader(readMarkdownTable(lines, from), { counts, form: 'markdown' });
    },
    leftOut: () => counts,
  };
}

function csvParts(text: string): Pick<Table, 'rows' | 'leftOut' | 'delimiter'> {
  const { body, ...dialect } = csvDialect(text);
  let counts = nothingLeftOut();
  return {
    delimiter: dialect.delimiter,
    rows() {
      counts = nothingLeftOut();
      return readCsv(body, dialect, counts);
    },
    leftOut: () => counts,
  };
}
