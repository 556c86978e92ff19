import type { ParseTask } from '../parse-task.ts';
import { openTable, type SurveyedTable, surveyTable, tableFacts, UnreadableTable } from '../tables/tables.ts';
import type { Parser } from './parser.ts';

/** Surveys the columns of a table: its only document is a `SurveyedTable` as JSON. */
export function tableParser({ sheet }: Extract<ParseTask, { do: 'table' }>): Parser {
  return async (bytes, output) => {
    const surveyed = await survey(Buffer.concat(await Array.fromAsync(bytes)), sheet);
    output.document({ kind: 'code', path: null, content: JSON.stringify(surveyed), marks: [] });
    return { title: '', mediaType: 'application/json' };
  };
}

async function survey(bytes: Uint8Array, sheet: string | undefined): Promise<SurveyedTable> {
  try {
    const table = await openTable(bytes, { sheet });
    const survey = await surveyTable(table);
    return { facts: tableFacts(table), survey };
  } catch (error) {
    if (error instanceof UnreadableTable) return { unreadable: error.message };
    throw error;
  }
}
