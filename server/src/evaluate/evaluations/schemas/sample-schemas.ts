import { type Static, Type } from 'typebox';
import {
  Count,
  Id,
  LIMITS,
  Nullable,
  OneOf,
  PageOf,
  PageQuery,
  Timestamp,
  Warnings,
} from '../../../platform/http/schemas.ts';
import { CallCause, CallOutcomeName, CallScope } from './call-schemas.ts';
import { SampleRetrieval } from './kinds/retrieval-schemas.ts';
import { Transcript } from './kinds/task-schemas.ts';

/** Larger than every number of a unit or item. */
const MAX_UNITS = 2 ** 31;

const UnreadReply = Type.Optional(
  Type.String({
    description: 'The first 16,000 characters of a judge’s response that could not be read.',
  }),
);

const SampleCriterion = Type.Object({
  criterion: Type.String(),
  score: Nullable(Type.Number({ description: 'The score; null if the response could not be graded.' })),
  judges: Type.Optional(
    Type.Array(
      Type.Object({
        judge: Type.String(),
        score: Nullable(Type.Number({ description: 'The score; null if the judge failed.' })),
        reason: Nullable(Type.String({ description: 'The judge’s reason, or why the judge failed.' })),
        reply: UnreadReply,
      }),
    ),
  ),
});

const SamplePart = Type.Object({
  part: Type.String({
    description: 'The place of the part, such as `2.1` for the first part of the second.',
  }),
  grader: Type.String(),
  expected: Nullable(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'What the part expects; null if it expects nothing or has parts itself.',
    }),
  ),
  not: Type.Boolean({ description: 'Whether the part passes if its grader does not.' }),
  weight: Type.Number(),
  threshold: Nullable(
    Type.Number({ description: 'The score from which the part passes; null if all of its parts must.' }),
  ),
  metric: Nullable(Type.String({ description: 'The name of the part’s score in results.' })),
  score: Nullable(Type.Number({ description: 'The score from 0 to 1; null if it could not be graded.' })),
  passed: Nullable(Type.Boolean()),
});

const Preferred = Nullable(Type.String({ description: 'The label of the preferred target, or `tie`.' }));

const SamplePair = Type.Object(
  {
    target_a: Type.String(),
    target_b: Type.String(),
    sample_a: Type.String({ description: 'The sample whose response is compared.' }),
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
            first: Type.String({ description: 'The label of the target whose response was shown first.' }),
            winner: Preferred,
            reason: Nullable(Type.String({ description: 'The judge’s reason, or why the judge failed.' })),
            reply: UnreadReply,
          }),
        ),
      }),
    ),
  },
  { description: 'Two responses that judges compared. `score` is that of `target_a`: 1, 0, or ½ for a tie.' },
);

const SampleFailure = Type.Object(
  {
    outcome: CallOutcomeName,
    cause: CallCause,
    scope: Type.Optional(CallScope),
    request_id: Type.Optional(Type.String({ description: 'The provider’s id of the call.' })),
  },
  { description: 'Why the call brought no response, with `message` in words. Absent if it succeeded.' },
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
    outcome: OneOf(['scored', 'failed', 'unscored', 'answered', 'measured', 'interrupted']),
    score: Nullable(Type.Number()),
    input: Type.Array(Type.Object({ role: Type.String(), content: Type.String() })),
    expected: Type.Union([Type.String(), Type.Array(Type.String())]),
    grader: Type.String(),
    tools: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
        description: 'The tools that the response may call.',
      }),
    ),
    response_format: Type.Optional(
      Type.Unknown({
        description: 'The response format that was requested through the provider’s parameter.',
      }),
    ),
    criteria: Type.Optional(
      Type.Array(SampleCriterion, { description: 'Grades by criterion, for a graded custom evaluation.' }),
    ),
    parts: Type.Optional(
      Type.Array(SamplePart, { description: 'The grades of the parts of a `composite` grader.' }),
    ),
    pair: Type.Optional(SamplePair),
    transcript: Type.Optional(Transcript),
    answer: Nullable(Type.String()),
    reasoning: Nullable(Type.String()),
    tool_calls: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          arguments: Type.String({
            description: 'The arguments as written by the model, which may be invalid JSON.',
          }),
        }),
        {
          description: 'The tool calls in the response. They were not executed.',
        },
      ),
    ),
    passages: Type.Optional(
      Type.Array(Type.Object({ id: Nullable(Type.String()), text: Type.String() }), {
        description:
          'The chunks that the response is based on: returned by an application, or placed in the prompt.',
      }),
    ),
    retrieval: Type.Optional(SampleRetrieval),
    extracted: Nullable(Type.String()),
    extraction: Nullable(Type.String()),
    reference_grade: Type.Optional(
      Type.Number({ description: 'The grade under the benchmark’s published rule, 0 or 1.' }),
    ),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description: 'Further metrics of the grader by name, such as `exact_match`.',
      }),
    ),
    graded_by: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description:
          'The versions of the grader and reader that gave this grade. Absent without a grade, or if graders had no versions yet.',
      }),
    ),
    lenient_score: Type.Optional(
      Type.Number({
        description:
          'The score from 0 to 1 under a lenient reading, if it differs from `score`: whether the response contains the expected answer in any form. Also 1 if a grader chosen by default found no answer, since the response may be correct in other words. It shows how well the grader fits and is never used as a score.',
      }),
    ),
    reason: Nullable(Type.String({ description: 'The class of a failure, or why the sample is unscored.' })),
    message: Nullable(Type.String()),
    failure: Type.Optional(SampleFailure),
    finish_reason: Nullable(Type.String()),
    returned_model: Nullable(Type.String()),
    system_fingerprint: Type.Optional(
      Type.String({
        description: 'The server’s name for the configuration that responded.',
      }),
    ),
    route: Type.Optional(
      Type.String({ description: 'The provider behind a router, if the response names it.' }),
    ),
    service_tier: Type.Optional(
      Type.String({ description: 'The service tier that served the request, if the response names it.' }),
    ),
    filter: Type.Optional(
      Type.String({
        description: 'The provider’s name of the content filter that withheld or cut the response.',
      }),
    ),
    input_tokens: Nullable(Type.Integer()),
    output_tokens: Nullable(Type.Integer()),
    cached_tokens: Type.Optional(
      Type.Integer({
        description: 'Number of input tokens that the server read from its cache.',
      }),
    ),
    cost_usd: Nullable(Type.Number()),
    latency_ms: Nullable(Type.Number()),
    attempts: Count,
    answer_of: Nullable(Type.String({ description: 'The sample whose response this one shares.' })),
    created_at: Timestamp,
  },
  { title: 'Sample' },
);
export type Sample = Static<typeof Sample>;

/**
 * `answered`: stored, not graded yet. `measured`: nothing to grade; its kind defines the response (for load, its
 * requests). `interrupted`: load or a conversation that has not ended; it has a cost and starts again when the
 * evaluation continues.
 */
export type Outcome = 'scored' | 'failed' | 'unscored' | 'answered' | 'measured' | 'interrupted';

export const SamplePage = PageOf(Sample);

const Label = Type.Optional(Type.String({ maxLength: LIMITS.name, description: 'The label of a target.' }));

/** Filters of rows (an item in one epoch) and of their samples; conditions are combined with and. */
const FILTER = {
  target: Type.Optional(
    Type.String({
      maxLength: LIMITS.name,
      description: 'The label of a target. Compared pairs match by either target.',
    }),
  ),
  benchmark: Type.Optional(
    Type.String({ maxLength: 2 * LIMITS.name, description: 'The benchmark, as in `benchmark_scores`.' }),
  ),
  outcome: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        '`scored`, `failed`, `unscored`, `answered`, `measured`, `interrupted`, `right`, `wrong` or `compared`.',
    }),
  ),
  disagree: Type.Optional(
    Type.Boolean({ description: 'Return only items on which targets have different scores.' }),
  ),
  reference_differs: Type.Optional(
    Type.Boolean({
      description: 'Return only responses that the benchmark’s published rule would grade differently.',
    }),
  ),
  a: Label,
  b: Label,
  relation: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'How the scores of a and b on an item relate: `a_higher` (a right, b wrong), `b_higher`, `same`, or `differ` (the default).',
    }),
  ),
  reason: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The class of a failure, or why a sample is unscored.',
    }),
  ),
  cluster: Type.Optional(Type.String({ maxLength: 2000, description: 'Return only items of this cluster.' })),
  latency_from_ms: Type.Optional(
    Type.Number({ minimum: 0, description: 'Return only samples with at least this latency.' }),
  ),
  latency_to_ms: Type.Optional(
    Type.Number({ minimum: 0, description: 'Return only samples below this latency.' }),
  ),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      description: 'Text to search for in prompts and responses, case-insensitive.',
    }),
  ),
};

const FROM_UNIT_FIELDS = {
  from_unit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_UNITS, description: 'The unit to start at.' }),
  ),
  from_item: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_UNITS,
      description: 'The item to start at, in `benchmark` or, without it, in the first benchmark.',
    }),
  ),
};

export const SampleQuery = Type.Object(
  { ...PageQuery, ...FROM_UNIT_FIELDS, ...FILTER },
  { additionalProperties: false },
);
export type SampleQuery = Static<typeof SampleQuery>;

export const SampleFilterQuery = Type.Object(FILTER, { additionalProperties: false });
export type SampleFilterQuery = Static<typeof SampleFilterQuery>;

export const MatrixQuery = Type.Object(
  {
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_UNITS,
        description: 'The index of the first row.',
      }),
    ),
    limit: PageQuery.limit,
    before: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'With `from_unit` or `from_item`: the number of preceding rows to include.',
      }),
    ),
    ...FROM_UNIT_FIELDS,
    ...FILTER,
  },
  { additionalProperties: false },
);
export type MatrixQuery = Static<typeof MatrixQuery>;

/** Fields that report how many rows were scanned, because a response takes a bounded time. */
const LOOKED_AT_FIELDS = {
  total: Type.Integer({ minimum: 0, description: 'Number of scanned rows that match the filter.' }),
  rows: Type.Integer({
    minimum: 0,
    description: 'Number of rows in the evaluation: one for each item and epoch.',
  }),
  looked_at: Type.Integer({
    minimum: 0,
    description:
      'Number of rows scanned so far, from the first. If it is below `rows`, repeat the request to scan more.',
  }),
  partial: Type.Boolean({ description: 'Whether some rows have not been scanned yet.' }),
};

const MatrixRow = Type.Object({
  benchmark: Type.String(),
  item: Count,
  epoch: Count,
  unit: Type.Integer({ minimum: 0, description: 'The row’s first unit.' }),
  sample_id: Nullable(Type.String({ description: 'The row’s first sample; null if there is none yet.' })),
  prompt: Type.String({
    description:
      'The part of the last message that distinguishes the item, at most 200 characters: the last question of a long message after an ellipsis, otherwise its beginning.',
  }),
  outcomes: Type.String({
    description:
      'One letter for each of `targets`, or of `pairs` for a comparing benchmark: R right, W wrong, C compared, F failed, U unscored, M measured, I interrupted, A answered but not graded, - not sent.',
  }),
  scores: Type.Array(Nullable(Type.Number())),
});

export const SampleMatrix = Type.Object(
  {
    targets: Type.Array(Type.String()),
    pairs: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
      description:
        'The pairs of targets that a comparing benchmark’s outcomes refer to; empty for other benchmarks.',
    }),
    ...LOOKED_AT_FIELDS,
    offset: Type.Integer({ minimum: 0, description: 'The index of the first row among matching rows.' }),
    data: Type.Array(MatrixRow),
    warnings: Warnings,
  },
  { title: 'SampleMatrix' },
);
export type SampleMatrix = Static<typeof SampleMatrix>;

export const SampleCounts = Type.Object(
  {
    ...LOOKED_AT_FIELDS,
    benchmarks: Type.Array(Type.Object({ benchmark: Type.String(), rows: Count })),
    outcomes: Type.Array(Type.Object({ outcome: Type.String(), rows: Count })),
    reasons: Type.Array(Type.Object({ reason: Type.String(), rows: Count })),
    clusters: Type.Array(Type.Object({ cluster: Type.String(), rows: Count }), {
      description: 'The largest clusters, at most 100.',
    }),
    latencies: Type.Array(
      Type.Object({
        from_ms: Type.Number(),
        to_ms: Nullable(Type.Number({ description: 'The upper end; null if unlimited.' })),
        rows: Count,
      }),
    ),
    disagree: Type.Integer({
      minimum: 0,
      description: 'Number of rows on which targets have different scores.',
    }),
    pairs: Type.Array(Type.Object({ a: Type.String(), b: Type.String(), a_higher: Count }), {
      description: 'Number of rows on which a has a higher score than b; empty for more than 12 targets.',
    }),
    warnings: Warnings,
  },
  {
    title: 'SampleCounts',
    description:
      'The number of rows that each value of a filter would leave, together with all other filters.',
  },
);
export type SampleCounts = Static<typeof SampleCounts>;
