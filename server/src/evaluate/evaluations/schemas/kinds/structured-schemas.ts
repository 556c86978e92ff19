import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Share = {
  share: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
};

/** Outcomes of responses that should be JSON of a schema, for one target in one condition. */
export const StructuredReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    condition: Type.String({
      description:
        '`response_format`: the format was requested through the provider’s parameter. `prompt`: the schema was in the prompt.',
    }),
    answers: Type.Integer({ description: 'Number of graded responses: one for each item and epoch.' }),
    outcomes: Type.Array(
      Type.Object({
        outcome: Type.String({
          description:
            '`right`, `wrong_fields` (valid, but a field differs from the expected value), `invalid`, `truncated`, `refused`, `wrong_route` (text or a tool call in place of JSON) or `empty`. Each response has one outcome.',
        }),
        count: Type.Integer(),
        ...Share,
      }),
      { description: 'Every outcome, including those without responses. Intervals are clustered by item.' },
    ),
    valid: Type.Object(Share, {
      description: 'Responses that are valid against their schema: `right` or `wrong_fields`.',
    }),
    field_accuracy: Type.Object(Share, {
      description:
        'For valid responses: correct fields as a share of expected and additional ones, averaged over items.',
    }),
    fields: Type.Array(
      Type.Object({
        field: Type.String({ description: 'The field as a JSON Pointer; `*` is any index of a list.' }),
        questions: Type.Integer({
          description: 'Number of items with a valid response that has this field.',
        }),
        ...Share,
      }),
      { description: 'The share of valid responses in which each field is correct, lowest first.' },
    ),
    further_fields: Type.Optional(
      Type.Integer({ description: 'Number of fields that are not listed. Omitted if 0.' }),
    ),
    invented_fields: Type.Integer({
      description: 'Number of fields in valid responses that were not expected.',
    }),
  },
  { title: 'StructuredReport' },
);
