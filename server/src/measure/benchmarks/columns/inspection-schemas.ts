import { type Static, Type } from 'typebox';
import { Count, Nullable, OneOf } from '../../../platform/http/schemas.ts';
import { COLUMN_ROLES } from './column-roles.ts';

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

const Mapping = Type.Object(
  {
    input: Type.Optional(Column),
    messages: Type.Optional(Column),
    system: Type.Optional(Column),
    context: Type.Optional(Column),
    expected: Type.Optional(Column),
    grader: Type.Optional(Column),
    cluster: Type.Optional(Column),
    id: Type.Optional(Column),
    tags: Type.Optional(Column),
    weight: Type.Optional(Column),
  },
  {
    title: 'ColumnMapping',
    description:
      'Which column is what, as `columns` of a dataset in an evaluation file takes it. A role that no column has is absent.',
  },
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
    mapping: Mapping,
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
