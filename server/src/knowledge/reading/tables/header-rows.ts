import { isBlank, type RawRow, type Row } from './row.ts';
import { type LeftOutOfTable, MOST_COLUMNS } from './table.ts';
import { titleRows } from './title-rows.ts';

export interface HeaderOptions {
  counts: LeftOutOfTable;
  form: 'csv' | 'markdown' | 'sheet';
}

/**
 * Rows with their header, which is the first row that is neither empty nor a title. Titles, empty rows and empty
 * columns are omitted and counted. A column with values and no name is named by its letter in a sheet, otherwise by its
 * position from 1.
 */
export async function* rowsUnderHeader(
  rows: AsyncIterable<RawRow>,
  { counts, form }: HeaderOptions,
): AsyncGenerator<Row> {
  let columns: Columns | undefined;
  for await (const row of form === 'markdown' ? rows : withoutTitles(rows, counts)) {
    if (row.broken === undefined && row.values.every(isBlank)) {
      if (columns !== undefined) counts.emptyRows += 1;
    } else if (columns === undefined) {
      columns = columnsOf(row.values, form);
      const problem = headerProblem(columns.names);
      if (problem !== null) return yield { line: row.line, problem, isHeader: true };
      counts.emptyColumns = columns.nameless.size;
    } else {
      yield toRow(columns, row);
      counts.emptyColumns = columns.nameless.size;
    }
  }
}

/** Buffers the first rows until it is known whether they are titles. */
async function* withoutTitles(rows: AsyncIterable<RawRow>, counts: LeftOutOfTable): AsyncGenerator<RawRow> {
  const held: RawRow[] = [];
  let isKnown = false;
  for await (const row of rows) {
    if (isKnown) {
      yield row;
      continue;
    }
    held.push(row);
    const titles = titleRows(held);
    if (titles === null) continue;
    isKnown = true;
    counts.titleRows = titles.length;
    for (const one of held) if (!titles.includes(one)) yield one;
  }
  if (!isKnown) yield* held;
}

interface Columns {
  form: HeaderOptions['form'];
  names: string[];
  /** Columns without a name in which no value has been seen yet. */
  nameless: Set<number>;
}

function columnsOf(values: readonly unknown[], form: HeaderOptions['form']): Columns {
  const names = values.map((value) => String(value ?? '').trim());
  const nameless = new Set(names.flatMap((name, at) => (name === '' ? [at] : [])));
  return { form, names, nameless };
}

function headerProblem(names: readonly string[]): string | null {
  if (names.length > MOST_COLUMNS)
    return `the header has ${names.length} columns, and a table may have at most ${MOST_COLUMNS}`;
  const known = new Set<string>();
  for (const name of names) {
    if (name !== '' && known.has(name))
      return `the header names the column "${name}" twice; give each column a name of its own`;
    known.add(name);
  }
  return null;
}

function toRow(columns: Columns, { line, values, broken }: RawRow): Row {
  const { form, names, nameless } = columns;
  const [unread] = broken ?? [];
  if (unread !== undefined)
    return { line, column: names[unread.at] || unnamed(columns, unread.at), problem: unread.problem };
  const further = values.slice(names.length).some((value) => !isBlank(value));
  if ((further && form !== 'sheet') || (values.length < names.length && form === 'csv'))
    return { line, problem: `it has ${values.length} columns where the header has ${names.length}` };
  const fields: Record<string, unknown> = {};
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? '';
    if (name !== '') setField(fields, name, value);
    else if (!isBlank(value)) {
      nameless.delete(at);
      fields[unnamed(columns, at)] = value;
    }
  }
  for (const [at, value] of values.entries())
    if (at >= names.length && !isBlank(value)) fields[unnamed(columns, at)] = value;
  return { line, fields };
}

/** A column may be called `__proto__`. */
function setField(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, writable: true });
  else fields[name] = value;
}

const unnamed = ({ form }: Columns, at: number) => `column ${form === 'sheet' ? columnLetters(at) : at + 1}`;

/** 0 → `A`, 26 → `AA`. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}
