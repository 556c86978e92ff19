import { type Static, Type } from 'typebox';
import { COLUMN_ROLES, ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import { Count, Nullable, OneOf } from '../../../platform/http/schemas.ts';

const Column = Type.String();

const InspectedColumn = Type.Object(
  {
    name: Type.String(),
    filled: Type.Integer({ minimum: 0, description: 'Number of rows with a value in this column.' }),
    role: OneOf(
      [...COLUMN_ROLES, 'metadata', 'empty'],
      'The role of the column. `metadata`: kept with the item and not sent.',
    ),
    confidence: OneOf(['high', 'medium', 'low'], 'The confidence in the role.'),
    reason: Type.String({ description: 'The reason for the role, in one sentence.' }),
  },
  { title: 'InspectedColumn' },
);

/** The inspection of a file as a dataset, before anything is stored. */
export const TableInspection = Type.Object(
  {
    format: OneOf(['csv', 'json', 'json_lines', 'markdown', 'parquet', 'xlsx'], 'The file format.'),
    encoding: Nullable(Type.String({ description: 'The text encoding; null for XLSX and Parquet.' })),
    delimiter: Nullable(Type.String({ description: 'The delimiter of a CSV file; null for other formats.' })),
    sheet: Nullable(
      Type.String({ description: 'The sheet that was read; null if the file is not a workbook.' }),
    ),
    sheets: Type.Array(Type.String(), {
      description: 'All sheets of the workbook; empty for other formats.',
    }),
    row_count: Count,
    left_out: Nullable(
      Type.String({
        description:
          'What was skipped, in words: titles above the header, empty rows and columns. Null if nothing was skipped.',
      }),
    ),
    columns: Type.Array(InspectedColumn),
    mapping: ColumnMapping,
    proposed_clusters: Type.Array(
      Type.Object({ column: Column, reason: Type.String() }, { title: 'ProposedCluster' }),
      {
        description:
          'Columns that may identify clusters of dependent items. None is used unless you choose it, because clusters change intervals.',
      },
    ),
    notes: Type.Array(Type.String(), { description: 'Notes to read before you use the mapping.' }),
    first_rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'The first ten rows, by column. Values are truncated to 500 characters.',
    }),
    problem_count: Count,
    problems: Type.Array(
      Type.Object(
        {
          line: Type.Integer({
            description: 'The line of a text file or the row of a sheet, starting at 1.',
          }),
          column: Nullable(
            Type.String({ description: 'The column; null if the problem concerns the whole row.' }),
          ),
          detail: Type.String(),
        },
        { title: 'TableProblem' },
      ),
      { description: 'The first 20 rows that cannot be read.' },
    ),
  },
  { title: 'TableInspection' },
);
export type TableInspection = Static<typeof TableInspection>;
export type InspectedColumn = Static<typeof InspectedColumn>;
