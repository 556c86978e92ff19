import { Type } from 'typebox';
import type { App } from '../../platform/http/app-type.ts';
import { Nullable, OneOf } from '../../platform/http/schemas.ts';
import { SHARES } from './grader.ts';
import { type DescribedGrader, describedGraders } from './graders.ts';
import { OPTION_TYPES } from './options.ts';

const Option = Type.Object(
  {
    name: Type.String(),
    type: OneOf(OPTION_TYPES, 'The type of the value; `json` is any JSON value, such as a schema.'),
    description: Type.String(),
    values: Nullable(
      Type.Array(Type.String(), { description: 'The accepted values; null if any value is accepted.' }),
    ),
    default: Nullable(
      Type.Union([Type.Boolean(), Type.Number(), Type.String()], {
        description: 'The default value; null if there is none.',
      }),
    ),
    required: Type.Boolean(),
  },
  { title: 'GraderOption' },
);

const Grader = Type.Object(
  {
    type: Type.String({ description: 'The name of the grader in datasets and criteria.' }),
    version: Type.Integer({
      description: 'The version, which increases with every change that may alter the score of a response.',
    }),
    description: Type.String(),
    options: Type.Array(Option),
    gives_share: OneOf(
      SHARES,
      'Whether scores can lie between 0 and 1: never, always, or depending on an option such as `score: fields` or `threshold`.',
    ),
    costly: Type.Boolean({
      description:
        'Whether its time grows faster than the length of the response. It runs in a thread for at most five seconds.',
    }),
    asks_model: Type.Boolean({
      description: 'Whether it calls a model.',
    }),
    rows_only: Type.Boolean({
      description: 'Whether it grades rows of datasets and no criteria of custom evaluations.',
    }),
    reads_calls: Type.Boolean({ description: 'Whether it grades tool calls instead of text.' }),
  },
  { title: 'Grader' },
);

const toGrader = ({
  options,
  share,
  costly,
  asksModel,
  asksOutside,
  readsCalls,
  ...grader
}: DescribedGrader) => ({
  type: grader.type,
  version: grader.version,
  description: grader.description,
  options: Object.entries(options).map(([name, option]) => ({
    name,
    type: option.type,
    description: option.description,
    values: option.values ? [...option.values] : null,
    default: option.default ?? null,
    required: option.required === true,
  })),
  gives_share: share,
  costly: costly === true,
  asks_model: asksModel,
  rows_only: asksOutside,
  reads_calls: readsCalls === true,
});

export function graderRoutes(app: App): void {
  app.get(
    '/graders',
    {
      schema: {
        tags: ['discovery'],
        summary: 'List graders',
        response: { 200: Type.Object({ data: Type.Array(Grader) }) },
      },
    },
    async () => ({ data: describedGraders().map(toGrader) }),
  );
}
