import { type Static, Type } from 'typebox';
import { Count, Id, LIMITS, Nullable, PageOf, PageQuery, Timestamp } from '../../http/schemas.ts';

const SampleCriterion = Type.Object({
  criterion: Type.String(),
  score: Nullable(Type.Number({ description: 'Null where it could not be graded.' })),
  judges: Type.Optional(
    Type.Array(
      Type.Object({
        judge: Type.String(),
        score: Nullable(Type.Number({ description: 'Null where the judge failed.' })),
        reason: Nullable(Type.String({ description: 'The judge’s own, or why it failed.' })),
      }),
    ),
  ),
});

const Preferred = Nullable(Type.String({ description: 'A label, or tie.' }));

const SamplePair = Type.Object(
  {
    target_a: Type.String(),
    target_b: Type.String(),
    sample_a: Type.String({ description: 'The sample whose answer is compared.' }),
    sample_b: Type.String(),
    answer_a: Nullable(Type.String()),
    answer_b: Nullable(Type.String()),
    winner: Preferred,
    judges: Type.Array(
      Type.Object({
        judge: Type.String(),
        winner: Preferred,
        orders: Type.Array(
          Type.Object({
            first: Type.String({ description: 'Whose answer it was shown first.' }),
            winner: Preferred,
            reason: Nullable(Type.String({ description: 'The judge’s own, or why it failed.' })),
          }),
        ),
      }),
    ),
  },
  { description: 'Two answers that judges compared; score is that of target_a: 1, 0, or ½ for a tie.' },
);

export const Sample = Type.Object(
  {
    id: Id,
    unit: Count,
    target_label: Type.String(),
    benchmark: Type.String(),
    item: Count,
    item_hash: Type.String(),
    epoch: Count,
    outcome: Type.Unsafe<Outcome>({
      type: 'string',
      enum: ['scored', 'failed', 'unscored', 'answered', 'measured', 'interrupted'],
    }),
    score: Nullable(Type.Number()),
    input: Type.Array(Type.Object({ role: Type.String(), content: Type.String() })),
    expected: Type.Union([Type.String(), Type.Array(Type.String())]),
    grader: Type.String(),
    criteria: Type.Optional(
      Type.Array(SampleCriterion, { description: 'Of a custom evaluation, once it was graded.' }),
    ),
    pair: Type.Optional(SamplePair),
    answer: Nullable(Type.String()),
    reasoning: Nullable(Type.String()),
    extracted: Nullable(Type.String()),
    extraction: Nullable(Type.String()),
    reference_grade: Type.Optional(
      Type.Number({ description: 'What the published rule of the benchmark would have given, 0 or 1.' }),
    ),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Further figures of the grader by name: exact_match, …',
      }),
    ),
    reason: Nullable(Type.String({ description: 'The class of a failure, or why it is unscored.' })),
    message: Nullable(Type.String()),
    finish_reason: Nullable(Type.String()),
    returned_model: Nullable(Type.String()),
    input_tokens: Nullable(Type.Integer()),
    output_tokens: Nullable(Type.Integer()),
    cost_usd: Nullable(Type.Number()),
    latency_ms: Nullable(Type.Number()),
    attempts: Count,
    answer_of: Nullable(
      Type.String({ description: 'The sample that was asked, where this one shares its answer.' }),
    ),
    created_at: Timestamp,
  },
  { title: 'Sample' },
);
export type Sample = Static<typeof Sample>;

/**
 * `answered` = kept, not graded yet; `measured` = there is nothing to grade, and its kind says what the answer holds: of a
 * window of load its requests; `interrupted` = load that was begun and did not end: what it cost so far, and it is sent
 * anew when the evaluation goes on.
 */
export type Outcome = 'scored' | 'failed' | 'unscored' | 'answered' | 'measured' | 'interrupted';

export const SamplePage = PageOf(Sample);
export const SampleQuery = Type.Object(
  {
    ...PageQuery,
    target: Type.Optional(
      Type.String({
        maxLength: LIMITS.name,
        description: 'A label; of two that are compared, that of either.',
      }),
    ),
    benchmark: Type.Optional(
      Type.String({ maxLength: 2 * LIMITS.name, description: 'As in benchmark_scores.' }),
    ),
    outcome: Type.Optional(
      Type.String({
        maxLength: 50,
        description: 'scored, failed, unscored, answered, measured, interrupted, right, wrong or compared.',
      }),
    ),
    disagree: Type.Optional(
      Type.Boolean({ description: 'Only items on which targets have different scores.' }),
    ),
    reference_differs: Type.Optional(
      Type.Boolean({
        description: 'Only replies that the published rule of their benchmark would have graded differently.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type SampleQuery = Static<typeof SampleQuery>;
