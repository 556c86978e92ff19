import { type Static, Type } from 'typebox';
import { Id, LIMITS, OneOf, Text } from '../../../platform/http/schemas.ts';
import { MATCH_BY } from '../../imported-runs/imported-runs.ts';
import { MAX_TARGETS } from './evaluation-schemas.ts';

/** Maximum size of all files of one import, which are in memory while they are read. */
export const MOST_IMPORTED_BYTES = 256 * 1024 * 1024;

const STATISTICS = {
  margin: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'As `methodology.margin`. Default 0.05.' }),
  ),
  confidence_level: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 100,
      description: 'As `methodology.confidence_level`. Default 0.95.',
    }),
  ),
};

export const RunImportQuery = Type.Object(
  {
    name: Type.Optional(
      Text(LIMITS.name, { description: 'The name of the evaluation. Defaults to the names of the files.' }),
    ),
    match: Type.Optional(
      OneOf(
        MATCH_BY,
        'How items of different runs are matched. `content`: by what was asked. `id`: by the tool’s own ids. `auto` (default): by content if the files hold it.',
      ),
    ),
    score: Type.Optional(
      Type.String({
        maxLength: LIMITS.name,
        description:
          'The score that is compared, as the files name it. Defaults to the first that all files have with values from 0 to 1.',
      }),
    ),
    ...STATISTICS,
  },
  { additionalProperties: false },
);
export type RunImportQuery = Static<typeof RunImportQuery>;

export const NewComparison = Type.Object(
  {
    evaluations: Type.Array(Id, {
      minItems: 2,
      maxItems: MAX_TARGETS,
      description: 'The ids of different evaluations that have ended.',
    }),
    name: Type.Optional(
      Text(LIMITS.name, {
        description: 'The name of the comparison. Defaults to the names of the evaluations.',
      }),
    ),
    ...STATISTICS,
  },
  {
    additionalProperties: false,
    title: 'NewComparison',
    description: 'Evaluations that are compared on the items that all of them have.',
  },
);
export type NewComparison = Static<typeof NewComparison>;
