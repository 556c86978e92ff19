import { type Static, Type } from 'typebox';
import { Count, Nullable, OneOf, PageQuery, Timestamp, Warnings } from '../../../platform/http/schemas.ts';

const MAX_OPERATIONS = 10_000;
const MAX_FIELDS = 1000;

/** SHA-256 in hex. */
const VERSION = '^[0-9a-f]{64}$';
const Version = Type.String({ pattern: VERSION });
const Fields = Type.Record(Type.String({ minLength: 1, maxLength: 1000 }), Type.Unknown(), {
  maxProperties: MAX_FIELDS,
});
const RowNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** An immutable state of a dataset. */
export const DatasetVersion = Type.Object(
  {
    version: Type.String({
      description:
        'The name of the version: SHA-256 in hex of its text, as `data[].sha256` in the manifest of an evaluation.',
    }),
    number: Type.Integer({ minimum: 1, description: 'Its place among the versions of the source.' }),
    row_count: Count,
    added: Type.Integer({ minimum: 0, description: 'Rows added to the version before.' }),
    edited: Count,
    removed: Count,
    created_by: Nullable(
      Type.String({
        description: 'The id of the API key that made it; null for the version that was uploaded.',
      }),
    ),
    created_at: Timestamp,
  },
  { title: 'DatasetVersion' },
);
export type DatasetVersion = Static<typeof DatasetVersion>;

export const DatasetVersionPage = Type.Object(
  { data: Type.Array(DatasetVersion), next_cursor: Nullable(Type.String()), warnings: Warnings },
  { title: 'DatasetVersionPage' },
);
export type DatasetVersionPage = Static<typeof DatasetVersionPage>;

export const RowsQuery = Type.Object(
  {
    version: Type.Optional(
      Type.String({
        pattern: VERSION,
        description: 'The version to read; defaults to the present one.',
      }),
    ),
    limit: PageQuery.limit,
    cursor: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The `next_cursor` of the previous page, or the number of the first row to read.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type RowsQuery = Static<typeof RowsQuery>;

export const VersionsQuery = Type.Object(
  {
    limit: PageQuery.limit,
    cursor: PageQuery.cursor,
  },
  { additionalProperties: false },
);

export const DatasetRowPage = Type.Object(
  {
    version: Type.String(),
    row_count: Count,
    data: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ minimum: 1, description: 'The number of the row in this version, from 1.' }),
          fields: Type.Record(Type.String(), Type.Unknown()),
        },
        { title: 'DatasetRow' },
      ),
    ),
    next_cursor: Nullable(Type.String()),
    warnings: Warnings,
  },
  { title: 'DatasetRowPage' },
);
export type DatasetRowPage = Static<typeof DatasetRowPage>;

export const RowChanges = Type.Object(
  {
    version: Type.Optional({
      ...Version,
      description:
        'The version that row numbers refer to; 412 if it is not the present one. Required if an operation names a row.',
    }),
    operations: Type.Array(
      Type.Object(
        {
          op: OneOf(
            ['add', 'edit', 'remove'],
            '`add` inserts a row. `edit` is a merge patch of the fields of a row; null removes a field. `remove` deletes a row.',
          ),
          row: Type.Optional({
            ...RowNumber,
            description:
              'The row to edit or remove; with `add`, the row before which the new one is placed. Defaults to the end.',
          }),
          fields: Type.Optional({ ...Fields, description: 'Required for `add` and `edit`.' }),
        },
        { additionalProperties: false, title: 'RowOperation' },
      ),
      {
        minItems: 1,
        maxItems: MAX_OPERATIONS,
        description: 'They apply together: all row numbers are those of `version`.',
      },
    ),
  },
  { additionalProperties: false, title: 'RowChanges' },
);
export type RowChanges = Static<typeof RowChanges>;
export type RowOperation = RowChanges['operations'][number];
