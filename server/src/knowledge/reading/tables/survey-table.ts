import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { isMessageList } from './json-rows.ts';
import { isBlank, type Row, type RowProblem } from './row.ts';
import type { Table } from './table.ts';
import { MOST_COLUMNS } from './table.ts';

/** Facts about the values of one column. */
export interface ColumnFacts {
  name: string;
  /** Number of rows with a value in it. */
  filled: number;
  /** Number of different values, counted up to a limit. */
  distinct: number;
  kinds: Readonly<Record<ValueKind, number>>;
  /** Mean number of characters of a value. */
  meanLength: number;
  /** Number of values that end with a question mark. */
  questions: number;
}

export type ValueKind = 'text' | 'number' | 'boolean' | 'list' | 'messages' | 'object';

export interface TableSurvey {
  /** Number of rows with fields. */
  rowCount: number;
  columns: ColumnFacts[];
  /** The first rows, unchanged. */
  firstRows: Record<string, unknown>[];
  problems: { count: number; named: RowProblem[] };
}

const FIRST_ROWS = 10;
const MOST_NAMED = 20;
const MOST_DISTINCT = 1000;

interface Tally extends Omit<ColumnFacts, 'distinct' | 'meanLength'> {
  kinds: Record<ValueKind, number>;
  values: Set<string>;
  characters: number;
}

/** Reads a table once, or its first `limit` rows, and collects facts about its columns; keeps only the first rows. */
export async function surveyTable(
  table: Pick<Table, 'rows'>,
  limit = Number.POSITIVE_INFINITY,
): Promise<TableSurvey> {
  const yieldToEventLoop = createYieldToEventLoop();
  const tallies = new Map<string, Tally>();
  const survey: TableSurvey = {
    rowCount: 0,
    columns: [],
    firstRows: [],
    problems: { count: 0, named: [] },
  };
  for await (const row of table.rows()) {
    await yieldToEventLoop();
    if ('problem' in row) addProblem(survey, row);
    else addRow(survey, tallies, row);
    if (survey.rowCount + survey.problems.count >= limit) break;
  }
  survey.columns = [...tallies.values()].map(toFacts);
  return survey;
}

function addProblem({ problems }: TableSurvey, problem: RowProblem): void {
  problems.count += 1;
  if (problems.named.length < MOST_NAMED) problems.named.push(problem);
}

function addRow(
  survey: TableSurvey,
  tallies: Map<string, Tally>,
  { line, fields }: Extract<Row, { fields: unknown }>,
): void {
  survey.rowCount += 1;
  if (survey.firstRows.length < FIRST_ROWS) survey.firstRows.push(withoutBytes(fields));
  for (const [name, value] of Object.entries(fields)) {
    let tally = tallies.get(name);
    if (tally === undefined) {
      if (tallies.size >= MOST_COLUMNS) {
        addProblem(survey, {
          line,
          problem: `its fields are more than the ${MOST_COLUMNS} columns that a table may have`,
        });
        return;
      }
      tally = newTally(name);
      tallies.set(name, tally);
    }
    addValue(tally, value);
  }
}

/** Binary values such as pictures are not shown. */
const withoutBytes = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Uint8Array ? null : value]),
  );

const newTally = (name: string): Tally => ({
  name,
  filled: 0,
  kinds: { text: 0, number: 0, boolean: 0, list: 0, messages: 0, object: 0 },
  values: new Set(),
  characters: 0,
  questions: 0,
});

function addValue(tally: Tally, value: unknown): void {
  if (isBlank(value)) return;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  tally.filled += 1;
  tally.kinds[kindOf(value)] += 1;
  tally.characters += text.length;
  if (/[?？؟]\s*$/.test(text)) tally.questions += 1;
  if (tally.values.size < MOST_DISTINCT) tally.values.add(text.slice(0, 200));
}

function kindOf(value: unknown): ValueKind {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (isMessageList(value)) return 'messages';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(String(value).trim()) ? 'number' : 'text';
}

const toFacts = ({ values, characters, ...tally }: Tally): ColumnFacts => ({
  ...tally,
  distinct: values.size,
  meanLength: tally.filled === 0 ? 0 : characters / tally.filled,
});
