import { type Static, Type } from 'typebox';
import { COLUMN_ROLES, ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import { Count, Nullable, OneOf } from '../../../platform/http/schemas.ts';

const Column = Type.String();

const InspectedColumn = Type.Object(
  {
    name: Type.String(),
    filled: Type.Integer({ minimum: 0, description: 'Rows that have a value in this column.' }),
    role: OneOf(
      [...COLUMN_ROLES, 'metadata', 'empty'],
      'What the column is taken for. metadata: it is kept with its item and not sent.',
    ),
    confidence: OneOf(['high', 'medium', 'low'], 'How sure that is.'),
    reason: Type.String({ description: 'Why, as a sentence.' }),
  },
  { title: 'InspectedColumn' },
);

/** What a file holds as a dataset, before anything is stored. */
export const TableInspection = Type.Object(
  {
    format: OneOf(['csv', 'json', 'json_lines', 'markdown', 'parquet', 'xlsx'], 'How the file is written.'),
    encoding: Nullable(Type.String({ description: 'The encoding of a text; null for XLSX and Parquet.' })),
    delimiter: Nullable(
      Type.String({ description: 'The character between two columns of CSV; null for other formats.' }),
    ),
    sheet: Nullable(Type.String({ description: 'The sheet of a workbook that was read.' })),
    sheets: Type.Array(Type.String(), {
      description: 'All sheets of the workbook; empty for other formats.',
    }),
    row_count: Count,
    left_out: Nullable(
      Type.String({
        description:
          'Titles above the header, and empty rows and columns, that were left out, in words; null where there were none.',
      }),
    ),
    columns: Type.Array(InspectedColumn),
    mapping: ColumnMapping,
    proposed_clusters: Type.Array(
      Type.Object({ column: Column, reason: Type.String() }, { title: 'ProposedCluster' }),
      {
        description:
          'Columns that may say which items are not independent. None is used by itself, because a cluster changes intervals.',
      },
    ),
    notes: Type.Array(Type.String(), { description: 'Sentences to read before the mapping is used.' }),
    first_rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'The first ten rows by column. Values of more than 500 characters are cut.',
    }),
    problem_count: Count,
    problems: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'The line of a text, or the row of a sheet, from 1.' }),
          column: Nullable(Type.String({ description: 'Null where the problem concerns the whole row.' })),
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
