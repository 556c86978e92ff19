import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Share = {
  share: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
};

/** What became of answers that were to be JSON of a schema, of one target in one condition. */
export const StructuredReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    condition: Type.String({
      description: 'response_format: asked by the provider’s own means. prompt: by the schema in the prompt.',
    }),
    answers: Type.Integer({ description: 'Answers that were graded: each question once in each epoch.' }),
    outcomes: Type.Array(
      Type.Object({
        outcome: Type.String({
          description:
            'right, wrong_fields (valid, and a field is not as expected), invalid, truncated, refused, wrong_route (text, or a call of a tool, instead of JSON) or empty. Each answer has one.',
        }),
        count: Type.Integer(),
        ...Share,
      }),
      { description: 'Every outcome, also those that no answer had; intervals cluster by question.' },
    ),
    valid: Type.Object(Share, {
      description: 'Answers that are valid against their schema: right or wrong_fields.',
    }),
    field_accuracy: Type.Object(Share, {
      description:
        'Of valid answers: right fields as a share of expected and invented ones, the mean over questions.',
    }),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Its place as a JSON Pointer; `*` is any place of a list.' }),
        questions: Type.Integer({ description: 'Questions with a valid answer that have the field.' }),
        ...Share,
      }),
      { description: 'How often each field of valid answers is right, the least first.' },
    ),
    further_fields: Type.Optional(
      Type.Integer({ description: 'Fields that are too many to be told one by one; absent for 0.' }),
    ),
    invented_fields: Type.Integer({ description: 'Fields of valid answers that nothing expected.' }),
  },
  { title: 'StructuredReport' },
);
