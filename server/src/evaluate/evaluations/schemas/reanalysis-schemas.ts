import { type Static, Type } from 'typebox';
import { Nullable } from '../../../platform/http/schemas.ts';
import { NoWorseMargins } from './methodology-schemas.ts';
import { NoWorse } from './no-worse-schemas.ts';

const Asked = { baseline: Type.String(), no_worse_margins: NoWorseMargins };

export const ReanalysisInput = Type.Object(
  {
    baseline: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The label of a target.' }),
    ),
    no_worse_margins: Type.Optional(NoWorseMargins),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'ReanalysisInput',
    description: 'The question to reanalyse. Omitted fields keep the values stated before the run.',
  },
);
export type ReanalysisInput = Static<typeof ReanalysisInput>;

/** Which candidates are no worse, with margins or a baseline chosen after the responses were known. */
export const Reanalysis = Type.Object(
  {
    evaluation_id: Type.String({ format: 'uuid' }),
    stated: Nullable(
      Type.Object(Asked, {
        description: 'The values stated before the run, as in the manifest; null if there were none.',
      }),
    ),
    asked: Type.Object(Asked),
    note: Type.String({
      description: 'Why this analysis is exploratory. Show it with every figure of `no_worse`.',
    }),
    no_worse: NoWorse,
  },
  {
    title: 'Reanalysis',
    description: 'Another analysis of the same responses. It is not stored and does not change the results.',
  },
);
export type Reanalysis = Static<typeof Reanalysis>;
