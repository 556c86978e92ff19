import {
  surveyTable,
  type Table,
  type TableFacts,
  type TableSurvey,
  tableFacts,
  UnreadableTable,
} from '../../../knowledge/reading/tables/tables.ts';
import { guessColumns } from './guess-columns.ts';
import type { InspectedColumn, TableInspection } from './inspection-schemas.ts';
import { describeLeftOut } from './left-out.ts';
import { secondHeaderNotes } from './second-header.ts';

/**
 * Reads a whole table and guesses the roles of its columns. Throws `UnreadableTable`, also without rows or a usable
 * header.
 */
export async function inspectTable(table: Table): Promise<TableInspection> {
  const survey = await surveyTable(table);
  return toInspection(tableFacts(table), survey);
}

/** Converts the survey of a table to an inspection as a dataset. Throws `UnreadableTable` if it has no rows. */
export function toInspection(facts: TableFacts, survey: TableSurvey): TableInspection {
  if (survey.rowCount + survey.problems.count === 0) throw new UnreadableTable(NO_ROWS);
  const header = survey.problems.named.find(({ isHeader }) => isHeader === true);
  if (header !== undefined) throw new UnreadableTable(`Line ${header.line}: ${header.problem}.`);
  const { leftOut, ...form } = facts;
  const { mapping, guesses, proposedClusters, notes } = guessColumns(survey.columns);
  return {
    ...form,
    sheets: [...form.sheets],
    row_count: survey.rowCount,
    left_out: describeLeftOut(leftOut),
    columns: survey.columns.map(({ name, filled }): InspectedColumn => {
      const guess = guesses.find(({ column }) => column === name);
      if (guess !== undefined)
        return { name, filled, role: guess.role, confidence: guess.confidence, reason: guess.reason };
      if (filled === 0)
        return { name, filled, role: 'empty', confidence: 'high', reason: 'No row has a value in it.' };
      return {
        name,
        filled,
        role: 'metadata',
        confidence: 'medium',
        reason: 'It is kept with its item and not sent.',
      };
    }),
    mapping,
    proposed_clusters: proposedClusters,
    notes: [...notes, ...secondHeaderNotes(survey)],
    first_rows: survey.firstRows.map(shortRow),
    problem_count: survey.problems.count,
    problems: survey.problems.named.map(({ line, column, problem }) => ({
      line,
      column: column ?? null,
      detail: problem,
    })),
  };
}

/** The error for an empty sheet and for a header alone. */
export const NO_ROWS = 'It has no rows. A table needs a header and at least one row below it.';

const MOST_SHOWN = 500;

function shortRow(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortValue(value)]));
}

function shortValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return null;
  if (typeof value === 'string')
    return value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN).toWellFormed()}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : value;
}
