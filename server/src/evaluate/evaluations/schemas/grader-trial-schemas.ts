import { type Static, Type } from 'typebox';
import { LIMITS, Nullable, Text } from '../../../platform/http/schemas.ts';

const MAX_CHARACTERS = 200_000;
const MAX_EXPECTED = 1_000;
const closed = { additionalProperties: false };
const Characters = Type.String({ maxLength: MAX_CHARACTERS });

const GivenSample = Type.Object(
  {
    response: Type.String({ maxLength: MAX_CHARACTERS, description: 'The response to grade.' }),
    expected: Type.Optional(
      Type.Union([Characters, Type.Array(Characters, { minItems: 1, maxItems: MAX_EXPECTED })], {
        description: 'The expected answer, or several.',
      }),
    ),
    input: Type.Optional(Type.String({ maxLength: MAX_CHARACTERS, description: 'The question.' })),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);

export const GraderTrial = Type.Object(
  {
    grader: Type.Union(
      [
        Text(LIMITS.name),
        Type.Object(
          { type: Text(LIMITS.name), options: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
          closed,
        ),
      ],
      { description: 'The grader, by its name or as `{type, options}`.' },
    ),
    sample: Type.Optional(GivenSample),
    evaluation_id: Type.Optional(
      Type.String({
        format: 'uuid',
        maxLength: 36,
        description: 'In place of `sample`: the evaluation whose sample `sample_id` is graded.',
      }),
    ),
    sample_id: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })),
  },
  { ...closed, title: 'GraderTrial' },
);
export type GraderTrial = Static<typeof GraderTrial>;

export const GraderTrialResult = Type.Object(
  {
    score: Nullable(Type.Number({ description: 'The score from 0 to 1; null without one.' })),
    reason: Nullable(Type.String({ description: 'The grader’s reason.' })),
    figures: Type.Record(Type.String(), Type.Number(), { description: 'Further figures of the grader.' }),
    extracted: Nullable(Type.String({ description: 'The answer that was found in the response.' })),
    error: Nullable(
      Type.Object(
        {
          reason: Type.String({ description: 'The reason that an unscored sample would have.' }),
          message: Type.String(),
          line: Nullable(Type.Integer({ description: 'The line of the code, from 1.' })),
          column: Nullable(Type.Integer()),
        },
        { description: 'Why there is no score; null if there is one.' },
      ),
    ),
    graded_by: Type.Record(Type.String(), Type.Integer(), {
      description: 'The versions of the grader, as in samples.',
    }),
  },
  { title: 'GraderTrialResult' },
);
export type GraderTrialResult = Static<typeof GraderTrialResult>;
