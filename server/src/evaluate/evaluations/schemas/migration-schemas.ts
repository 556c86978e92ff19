import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../../platform/http/schemas.ts';
import { AnswerCost, NoWorse } from './no-worse-schemas.ts';
import { RequirementResult } from './verdict-schemas.ts';

/** When the model of a target ends at its provider, according to the current catalogue. */
const End = Type.Object({
  model: Type.String({ description: 'The model and its provider, such as openai/gpt-5-2025-08-07.' }),
  date: Type.String({
    format: 'date',
    description: 'The first UTC day on which the model is no longer served.',
  }),
  replacement: Nullable(Type.String({ description: 'The provider’s recommended replacement, if any.' })),
  source: Type.String(),
  as_of: Type.String({ format: 'date', description: 'The date of the source.' }),
});

const Party = {
  label: Type.String(),
  end: Nullable(
    Type.Object(End.properties, {
      description:
        'The date on which the provider ends the model, as announced. Null if no date is known, although there may be one.',
    }),
  ),
};

const Answered = Type.Object({
  status: RequirementResult.properties.status,
  observed: RequirementResult.properties.observed,
});

const RequirementChange = Type.Object(
  {
    scenario_label: Type.String(),
    requirement: Type.String(),
    says: Type.String({ description: 'The limit in words.' }),
    baseline: Answered,
    candidate: Answered,
    sentence: Type.String(),
  },
  {
    title: 'RequirementChange',
    description: 'A requirement with different results for candidate and baseline.',
  },
);

const MonthlyCost = Type.Object(
  {
    scenario_label: Type.String(),
    baseline_usd: Type.Number(),
    candidate_usd: Type.Number(),
    sentence: Type.String(),
  },
  { title: 'MonthlyCost', description: 'Monthly costs under a scenario for which both are known.' },
);

/** An evaluation with the question `no_worse`, read as advice on whether to move. */
export const Migration = Type.Object(
  {
    evaluation_id: Type.String(),
    name: Type.String(),
    baseline: Type.Object(Party),
    candidates: Type.Array(
      Type.Object(
        {
          ...Party,
          outcome: NoWorse.properties.candidates.items.properties.outcome,
          sentence: Type.String({
            description: 'Where the candidate is no worse, worse or undecided, in words.',
          }),
          fit: OneOf(
            ['move', 'keep', 'open'],
            '`move`: no worse, and meets every requirement. `keep`: worse, or fails a requirement. `open`: the comparison or a requirement is undecided.',
          ),
          costs: Type.Array(AnswerCost),
          monthly: Type.Array(MonthlyCost),
          requirement_changes: Type.Array(RequirementChange),
        },
        { title: 'MigrationCandidate' },
      ),
    ),
    measures: NoWorse.properties.measures,
    requirements: Type.Integer({
      minimum: 0,
      description: 'Number of requirements checked for each candidate.',
    }),
    to_do: Type.Array(Type.String(), { description: 'The steps to take, in order.' }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'Migration' },
);
export type Migration = Static<typeof Migration>;
