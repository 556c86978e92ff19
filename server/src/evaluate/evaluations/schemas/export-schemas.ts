import { type Static, Type } from 'typebox';
import { LIMITS, OneOf } from '../../../platform/http/schemas.ts';

/** The export formats; `exports/exports.ts` writes each. */
export const EXPORT_FORMATS = [
  'json',
  'jsonl',
  'csv',
  'junit',
  'html',
  'inspect',
  'migration_html',
  'migration_markdown',
] as const;
export const ExportQuery = Type.Object(
  {
    format: OneOf<(typeof EXPORT_FORMATS)[number]>(
      EXPORT_FORMATS,
      '`json`: the evaluation and its samples. `jsonl`, `csv`: one sample per line. `junit`: one test case for each score and comparison. `html`: a report that opens offline. `inspect`: a log of Inspect (`.eval`) of one target and benchmark. `migration_html`, `migration_markdown`: one page of migration advice.',
    ),
    baseline: Type.Optional(
      Type.String({
        maxLength: LIMITS.name,
        description:
          'For `junit`: the label of the target that others must not be worse than. Defaults to the first target.',
      }),
    ),
    target: Type.Optional(
      Type.String({
        maxLength: LIMITS.name,
        description: 'For `inspect`: the label of the target. Required if there are several.',
      }),
    ),
    benchmark: Type.Optional(
      Type.String({
        maxLength: LIMITS.description,
        description: 'For `inspect`: the key of the benchmark. Required if there are several.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ExportQuery = Static<typeof ExportQuery>;
