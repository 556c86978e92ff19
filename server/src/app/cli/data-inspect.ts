import { plural } from '@touchstone/report/figures';
import { stringify } from 'yaml';
import { inspectTable, shortName, type TableInspection } from '../../measure/benchmarks/benchmarks.ts';
import { command, refuseMoreWords, UsageError } from './terminal/arguments.ts';
import { createOutput, type Output } from './terminal/output.ts';
import { plainLine, plainText } from './terminal/plain-text.ts';
import { readTable } from './terminal/read-file.ts';

const FLAGS = {
  sheet: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const HELP = `touchstone data inspect FILE [--sheet NAME] [--json]

Shows how a file is read as a dataset: its format, the meaning of each column (input, expected and so on) with the
reason, its first rows, and problems by row and column. Nothing is stored or sent. FILE is CSV with any delimiter, JSON,
JSON lines, a workbook (.xlsx), Parquet or a Markdown table, in any encoding, and may be compressed with gzip.

  --sheet NAME      The sheet of a workbook; default: the first visible one
  --json            Prints everything as JSON
  --help            This text

Exit codes: 0 the file can be read, 1 rows have problems, 2 it is no table or has no rows
`;

/** The command `touchstone data`; resolves to the exit code. */
export const runData = command('data', FLAGS, HELP, async ({ values, positionals }) => {
  const [word, file, ...more] = positionals;
  if (word !== 'inspect' || file === undefined)
    throw new UsageError(
      'touchstone data needs inspect and a file, as in: touchstone data inspect questions.csv.',
    );
  refuseMoreWords('data inspect', more);
  const inspection = await readTable(file, values.sheet, inspectTable);
  if (values.json === true) process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`);
  else print(createOutput(process.stdout), file, inspection);
  return inspection.problem_count > 0 ? 1 : 0;
});

function print(out: Output, file: string, inspection: TableInspection): void {
  const { columns, left_out, proposed_clusters, notes, problems, problem_count } = inspection;
  out.title(`${file}: ${formOf(inspection)}`);
  if (left_out !== null) out.line(`${left_out}.`);
  const shown = mainColumns(columns, MAX_COLUMNS);
  out.table(
    ['column', 'read as', 'sure', 'filled', 'why'],
    shown.map(({ name, role, confidence, filled, reason }) => [
      plainLine(shortName(name)),
      role,
      confidence,
      String(filled),
      plainLine(reason),
    ]),
    ['filled'],
  );
  if (columns.length > shown.length)
    out.line(
      `${columns.length - shown.length} more columns are not shown; --json lists all ${columns.length}.`,
    );
  for (const { column, reason } of proposed_clusters.slice(0, MAX_CLUSTERS))
    out.text(
      plainLine(
        `"${column}" may be a cluster: ${reason} Name it as cluster if its items are not independent.`,
      ),
    );
  for (const note of notes) out.text(plainLine(note));
  printRows(out, inspection);
  if (problem_count > 0) {
    out.title(plural(problem_count, 'problem', 'problems'));
    for (const { line, column, detail } of problems)
      out.text(plainLine(`row ${line}${column === null ? '' : `, column "${column}"`}: ${detail}`));
    if (problem_count > problems.length) out.line(`And ${problem_count - problems.length} more.`);
  }
  printFile(out, file, inspection);
}

function formOf({ format, encoding, delimiter, sheet, sheets, row_count }: TableInspection): string {
  const parts = [
    format,
    ...(delimiter === null ? [] : [`separated by ${delimiter === '\t' ? 'tabs' : `"${delimiter}"`}`]),
    ...(encoding === null ? [] : [encoding]),
    ...(sheet === null ? [] : [`sheet "${plainLine(sheet)}" of ${sheets.length}`]),
    plural(row_count, 'row', 'rows'),
  ];
  return parts.join(', ');
}

const MAX_COLUMNS = 20;
const MAX_CLUSTERS = 5;
const SHOWN_ROWS = 3;
const ROW_COLUMNS = 6;
const SHOWN_CHARACTERS = 60;

/** The columns with a role, and the first of the others, in file order. */
function mainColumns(columns: TableInspection['columns'], most: number): TableInspection['columns'] {
  const hasRole = ({ role }: (typeof columns)[number]) => role !== 'empty' && role !== 'metadata';
  let others = most - columns.filter(hasRole).length;
  return columns.filter((column) => hasRole(column) || others-- > 0);
}

function printRows(out: Output, { first_rows, columns }: TableInspection): void {
  const filled = columns.filter(({ role }) => role !== 'empty');
  const shown = mainColumns(filled, ROW_COLUMNS).map(({ name }) => name);
  if (first_rows.length === 0 || shown.length === 0) return;
  out.title('First rows');
  out.table(
    shown.map((name) => plainLine(shortName(name))),
    first_rows.slice(0, SHOWN_ROWS).map((row) => shown.map((name) => cellText(row[name]))),
  );
}

function cellText(value: unknown): string {
  const text = plainLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}

/** Prints lines for an evaluation file, to be copied and adapted. */
function printFile(out: Output, file: string, { mapping, sheet, sheets }: TableInspection): void {
  if (Object.keys(mapping).length === 0) return;
  out.title('In an evaluation file');
  const dataset = { file, ...(sheets.length > 1 && { sheet }), columns: mapping };
  for (const line of stringify({ datasets: [dataset] })
    .trimEnd()
    .split('\n'))
    out.line(plainText(line));
  if (mapping.expected === undefined && mapping.messages === undefined)
    out.line('      # expected: the column that holds the right answers');
}
