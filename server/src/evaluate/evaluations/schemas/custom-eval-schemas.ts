import { type Static, Type } from 'typebox';
import { REASONING_EFFORTS } from '../../../models/models.ts';
import { closed, LABEL_PATTERN, LIMITS, Nullable, OneOf, Text } from '../../../platform/http/schemas.ts';

const MAX_INPUTS = 10_000;
const MAX_CRITERIA = 20;
const MAX_JUDGES = 9;

const Word = Text(LIMITS.name);
/** In this form, a response with a hundred thousand values is serialised in a third of the time of a union. */
const Variable = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] });

const CriterionGrader = Type.Union([
  Word,
  Type.Object(
    { type: Word, options: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
    { ...closed, description: 'A built-in grader with options.' },
  ),
]);

export const Criterion = Type.Object(
  {
    name: Text(100, {
      pattern: LABEL_PATTERN,
      description: 'The name of the criterion; its score is `custom/<name>`.',
    }),
    description: Type.Optional(
      Text(LIMITS.description, {
        description: 'The criterion as described to a judge. Required without a grader.',
      }),
    ),
    weight: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e6,
        description: 'The relative weight, divided by the sum of all weights. Default 1.',
      }),
    ),
    grader: Type.Optional(CriterionGrader),
    expected: Type.Optional(
      Text(LIMITS.message, {
        description:
          'A template for the expected answer that the grader compares with. Default `{{expected}}`.',
      }),
    ),
    scale: Type.Optional(
      OneOf(
        ['one_to_five', 'pass_fail'],
        'The scale on which a judge grades. On `one_to_five`, the default, 1 scores 0 and 5 scores 1.',
      ),
    ),
  },
  { ...closed, title: 'Criterion' },
);
export type Criterion = Static<typeof Criterion>;

const judgeFields = {
  provider: Type.Optional(Word),
  model_id: Type.Optional(Word),
  model: Type.Optional(Text(LIMITS.name, { description: 'An alias of `model_id`.' })),
  temperature: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 2, description: 'The temperature; null sends none. Default 0.' }),
    ),
  ),
  max_tokens: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'Maximum number of tokens in a judge’s response, including reasoning; null sends no limit. Default 2000.',
      }),
    ),
  ),
  reasoning_effort: Type.Optional(
    OneOf<(typeof REASONING_EFFORTS)[number]>(
      REASONING_EFFORTS,
      'The reasoning effort to request; by default none is sent.',
    ),
  ),
};
export const JudgeModel = Type.Object(judgeFields, { ...closed, title: 'JudgeModel' });
export type JudgeModel = Static<typeof JudgeModel>;

const JudgeConfig = Type.Object(
  {
    ...judgeFields,
    judges: Type.Optional(
      Type.Array(JudgeModel, {
        minItems: 1,
        maxItems: MAX_JUDGES,
        description:
          'Several judges in place of `provider` and `model_id`. Their majority or median decides.',
      }),
    ),
    instructions: Type.Optional(
      Text(LIMITS.description, { description: 'Instructions that precede every judge’s grading prompt.' }),
    ),
    pairwise: Type.Optional(
      Type.Boolean({
        description:
          'Whether judges also compare the responses of every two targets, in both orders (`custom/preference`).',
      }),
    ),
  },
  { ...closed, title: 'JudgeConfig' },
);
export type JudgeConfig = Static<typeof JudgeConfig>;

export const CustomEval = Type.Object(
  {
    prompt_template: Text(LIMITS.message, {
      description: 'The prompt for the targets, a template with `{{variables}}`.',
    }),
    system_prompt: Type.Optional(
      Text(LIMITS.message, { description: 'The system prompt, also a template.' }),
    ),
    inputs: Type.Optional(
      Type.Array(Type.Record(Type.String({ maxLength: LIMITS.name }), Variable), {
        maxItems: MAX_INPUTS,
        description: 'The values of the variables: one object for each item.',
      }),
    ),
    dataset: Type.Optional(
      Text(LIMITS.name, {
        description:
          'A source with a table (CSV, JSON, JSON lines or Markdown), by id or title, in place of `inputs`. Its columns are variables.',
      }),
    ),
    dataset_version: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: 'The version of the source named by `dataset`; defaults to the present one.',
        }),
      ),
    ),
    num_samples: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
    criteria: Type.Array(Criterion, { minItems: 1, maxItems: MAX_CRITERIA }),
    judge_config: Type.Optional(Nullable(JudgeConfig)),
  },
  { ...closed, title: 'CustomEval' },
);
export type CustomEval = Static<typeof CustomEval>;
