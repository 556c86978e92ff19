import { type Static, Type } from 'typebox';
import { readOnly } from '../http/patch.ts';
import {
  Description,
  Id,
  LIMITS,
  Name,
  Nullable,
  PageOf,
  PageQuery,
  Text,
  Timestamp,
  Warnings,
} from '../http/schemas.ts';
import { CustomEval } from './custom/custom-schemas.ts';
import { Judging } from './custom/judging-schemas.ts';

export type { CustomEval } from './custom/custom-schemas.ts';

import {
  CapacityReport,
  Evidence,
  LoadReport,
  RequirementResult,
  ScenarioVerdict,
} from './verdict-schemas.ts';

export const MAX_TARGETS = 20;
export const MAX_BENCHMARKS = 50;
export const MAX_SAMPLE_SIZE = 1_000_000;
const MAX_EPOCHS = 100;

const closed = { additionalProperties: false } as const;
const Word = Text(LIMITS.name);

export const Target = Type.Object(
  {
    target_type: Type.Unsafe<'stack' | 'scenario' | 'model'>({
      type: 'string',
      enum: ['stack', 'scenario', 'model'],
    }),
    target_id: Type.Optional(
      Type.String({ format: 'uuid', maxLength: 100, description: 'A stack or scenario of this workspace.' }),
    ),
    model_provider: Type.Optional(Word),
    model_id: Type.Optional(Word),
    label: Type.Optional(Word),
  },
  { ...closed, title: 'Target' },
);
export type Target = Static<typeof Target>;

const Subset = Text(LIMITS.name);
const SampleCount = Type.Integer({ minimum: 1, maximum: MAX_SAMPLE_SIZE });
/** Every reading of an evaluation shows them; longer traces are sources. */
const MOST_INLINE_TIMES = 5000;
const Trace = Type.Object(
  {
    times_ms: Type.Optional(
      Type.Array(Type.Number({ minimum: 0 }), {
        minItems: 2,
        maxItems: MOST_INLINE_TIMES,
        description: 'When requests came, in ms, ascending. Either these or a source.',
      }),
    ),
    source: Type.Optional(
      Text(LIMITS.name, {
        description:
          'A source of the workspace by id or title that holds the times, one a line: a number of ms, or a JSON object with such a number as timestamp.',
      }),
    ),
    time_scale: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        description: 'How the times are stretched: 2 = half as fast. Default 1.',
      }),
    ),
  },
  {
    ...closed,
    title: 'Trace',
    description: 'The times of the requests of a load benchmark, for scenarios with traffic_profile replay.',
  },
);
export type Trace = Static<typeof Trace>;

export const BenchmarkChoice = Type.Object(
  {
    benchmark_type: Word,
    subset: Type.Optional(Subset),
    num_samples: Type.Optional(SampleCount),
    trace: Type.Optional(Trace),
  },
  { ...closed, title: 'BenchmarkChoice' },
);
export type BenchmarkChoice = Static<typeof BenchmarkChoice>;

/** As it may be sent: null is "not set", as for fields that are left out. */
const NewBenchmarkChoice = Type.Object(
  {
    benchmark_type: Word,
    subset: Type.Optional(Nullable(Subset)),
    num_samples: Type.Optional(Nullable(SampleCount)),
    trace: Type.Optional(Nullable(Trace)),
  },
  { ...closed, title: 'NewBenchmarkChoice' },
);
export type NewBenchmarkChoice = Static<typeof NewBenchmarkChoice>;

const Weight = Type.Number({ minimum: 0, maximum: 1000 });
export const VerdictWeights = Type.Partial(
  Type.Object({ quality: Weight, latency: Weight, cost: Weight, lock_in: Weight }),
  {
    ...closed,
    title: 'VerdictWeights',
    description:
      'What counts how much in the order of a verdict, in proportion; left out: quality 0.4, latency 0.2, cost 0.3, lock_in 0.1.',
  },
);

export const CostAssumptions = Type.Partial(
  Type.Object({
    target_utilisation: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Share of a replica’s measured capacity that it is planned for; default 0.7.',
    }),
    spare_replicas: Type.Integer({ minimum: 0, maximum: 1000, description: 'Default 1.' }),
    gpus_per_replica: Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 1.' }),
    cached_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the input that is read from the provider’s cache; default 0.',
    }),
    people_usd_per_month: Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'People and on-call for what you host; default 0.',
    }),
    peak_to_mean: Type.Number({
      minimum: 1,
      maximum: 1e6,
      description: 'Peak over mean of the traffic; default that of the traffic_profile, where it has one.',
    }),
  }),
  {
    ...closed,
    title: 'CostAssumptions',
    description: 'What no fact says and the costs of a verdict need; results.evidence shows what was taken.',
  },
);

export const Methodology = Type.Object(
  {
    sample_size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SAMPLE_SIZE, description: 'Default 100.' }),
    ),
    confidence_level: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 99.99, description: 'Default 0.95; 95 means 0.95.' }),
    ),
    random_seed: Type.Optional(
      Type.Integer({
        minimum: -Number.MAX_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Default 0.',
      }),
    ),
    epochs: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EPOCHS, description: 'Default 1.' })),
    margin: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The difference in score that matters; default 0.05.',
      }),
    ),
    correction: Type.Optional(
      Type.Unsafe<'holm' | 'bh' | 'none'>({ type: 'string', enum: ['holm', 'bh', 'none'] }),
    ),
    max_cost_usd: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e9 })),
    concurrency: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Calls in flight at the start; default 16.' }),
    ),
    request_timeout_ms: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 3_600_000, description: 'Default 120000.' }),
    ),
    cache: Type.Optional(
      Type.Boolean({
        description:
          'Whether the same request shares an answer the workspace already has, and targets that send the same one share it; default true.',
      }),
    ),
    weights: Type.Optional(VerdictWeights),
    cost_assumptions: Type.Optional(CostAssumptions),
  },
  { ...closed, title: 'Methodology' },
);
export type Methodology = Static<typeof Methodology>;

export const NewEvaluation = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    evaluation_type: Type.Optional(Word),
    targets: Type.Array(Target, { maxItems: MAX_TARGETS }),
    benchmarks: Type.Optional(Type.Array(NewBenchmarkChoice, { maxItems: MAX_BENCHMARKS })),
    custom_eval: Type.Optional(Nullable(CustomEval)),
    methodology: Type.Optional(Methodology),
  },
  closed,
);
export type NewEvaluation = Static<typeof NewEvaluation>;

const Score = Type.Number();
const Count = Type.Integer({ minimum: 0 });

export const TargetResult = Type.Object({
  target_label: Type.String(),
  metrics: Type.Record(Type.String(), Type.Number(), {
    description: 'Names carry source and unit: run/latency_p50_ms.',
  }),
  benchmark_scores: Type.Record(Type.String(), Score, {
    description: 'By benchmark or benchmark/subset, 0 to 1.',
  }),
});

export const Comparison = Type.Object({
  target_a: Type.String(),
  target_b: Type.String(),
  metric: Type.String(),
  delta: Type.Number({ description: 'a − b over the items both have.' }),
  winner: Type.String({ description: 'A label, tie or undecided.' }),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
  tie_ci_low: Nullable(Type.Number()),
  tie_ci_high: Nullable(Type.Number()),
  p_value: Nullable(Type.Number()),
  p_adjusted: Nullable(Type.Number({ description: 'Null when the comparison is not in the family.' })),
  family_size: Type.Integer({
    minimum: 0,
    description: 'How many comparisons of the evaluation may name a winner; they are adjusted together.',
  }),
  n: Count,
  clusters: Nullable(
    Type.Integer({ description: 'Independent clusters among the n items; null when no two share one.' }),
  ),
  dropped: Count,
  shared_answers: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Pairs of units that rest on one and the same answer, since both targets send the same request.',
    }),
  ),
  test: Nullable(Type.String()),
  direction: Type.String(),
  reason: Type.String({ description: 'Why the winner is what it is.' }),
  exploratory: Type.Boolean({ description: '15 to 29 items, or clusters: a hint, not a finding.' }),
  n_needed: Nullable(
    Type.Integer({ description: 'About how many items would decide; null when decided or none would.' }),
  ),
  smallest_detectable_difference: Nullable(
    Type.Number({
      description:
        'What these items would show with 80 % power, given how much the targets differed from item to item.',
    }),
  ),
  explanation: Type.String({ description: 'Why the winner is what it is, in words.' }),
  sentence: Type.String({ description: 'The whole outcome in one sentence, with its figures.' }),
});
export type Comparison = Static<typeof Comparison>;

export const ScoreInterval = Type.Object({
  target_label: Type.String(),
  benchmark: Type.String(),
  score: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
  n: Count,
  method: Nullable(Type.String()),
});

export const Coverage = Type.Object({
  target_label: Type.String(),
  benchmark: Type.String(),
  units: Count,
  scored: Count,
  failed: Count,
  unscored: Count,
  pending: Count,
  truncated: Count,
  extraction: Type.Object({ strict: Count, flexible: Count, none: Count }),
  failures: Type.Record(Type.String(), Count),
});
export type Coverage = Static<typeof Coverage>;

export const ResolvedMethodology = Type.Object({
  sample_size: Count,
  confidence_level: Type.Number(),
  random_seed: Type.Integer(),
  epochs: Count,
  margin: Type.Number(),
  correction: Type.String(),
  max_cost_usd: Nullable(Type.Number()),
  concurrency: Count,
  request_timeout_ms: Count,
  cache: Type.Optional(
    Type.Boolean({ description: 'Absent where it was planned before answers were shared.' }),
  ),
  weights: Type.Optional(VerdictWeights),
  cost_assumptions: Type.Optional(CostAssumptions),
});

export const Results = Type.Object(
  {
    target_results: Type.Array(TargetResult),
    comparisons: Type.Array(Comparison),
    overall_summary: Type.String(),
    provisional: Type.Boolean({ description: 'Not everything was measured yet; no winner is named.' }),
    intervals: Type.Array(ScoreInterval),
    coverage: Type.Array(Coverage),
    cost: Type.Object({
      usd: Nullable(Type.Number({ description: 'Of the calls whose cost is known; null when none is.' })),
      unknown_calls: Count,
      judge_usd: Type.Optional(
        Nullable(
          Type.Number({ description: 'What judges cost, which usd does not hold; null when not known.' }),
        ),
      ),
      shared_answers: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Units that were not asked: the same request had been answered.',
        }),
      ),
    }),
    requirements: Type.Optional(
      Type.Array(RequirementResult, {
        description: 'Of each candidate and scenario; there when a scenario is a target.',
      }),
    ),
    verdict: Type.Optional(Type.Array(ScenarioVerdict, { description: 'For each scenario.' })),
    evidence: Type.Optional(Type.Array(Evidence)),
    load: Type.Optional(Type.Array(LoadReport)),
    capacity: Type.Optional(
      Type.Array(CapacityReport, {
        description: 'Of each candidate and scenario whose capacity was searched.',
      }),
    ),
    judging: Type.Optional(Judging),
    methodology: ResolvedMethodology,
    warnings: Type.Array(Type.String()),
  },
  { title: 'Results' },
);
export type Results = Static<typeof Results>;

export const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

export const Evaluation = Type.Object(
  {
    id: Id,
    workspace_id: Id,
    name: Name,
    description: Description,
    evaluation_type: Type.String(),
    targets: Type.Array(Target),
    benchmarks: Type.Array(BenchmarkChoice),
    custom_eval: Nullable(CustomEval),
    methodology: Methodology,
    status: Type.Unsafe<Status>({ type: 'string', enum: [...STATUSES] }),
    progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    error_message: Nullable(Type.String()),
    results: Nullable(Results),
    created_at: Timestamp,
    updated_at: Timestamp,
    stop_reason: Type.Optional(
      Type.Unsafe<'budget' | 'quota' | 'user' | 'error'>({
        type: 'string',
        enum: ['budget', 'quota', 'user', 'error'],
      }),
    ),
    warnings: Warnings,
  },
  { title: 'Evaluation' },
);
export type Evaluation = Static<typeof Evaluation>;

export const EvaluationPage = PageOf(Evaluation);

/** Only name and description change; all else may be sent back. */
export const EvaluationPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    ...readOnly(
      'id',
      'workspace_id',
      'evaluation_type',
      'targets',
      'benchmarks',
      'custom_eval',
      'methodology',
      'status',
      'progress_percent',
      'started_at',
      'completed_at',
      'error_message',
      'results',
      'created_at',
      'updated_at',
      'stop_reason',
      'warnings',
    ),
  },
  closed,
);
export type EvaluationPatch = Static<typeof EvaluationPatch>;

export const EvaluationQuery = Type.Object(
  { ...PageQuery, status: Type.Optional(Type.String({ maxLength: 50 })) },
  closed,
);
export type EvaluationQuery = Static<typeof EvaluationQuery>;

export const Estimate = Type.Object(
  {
    units: Type.Integer({ description: 'Calls to models, retries aside.' }),
    cost_usd: Nullable(Type.Number({ description: 'Expected; null when no target has a price.' })),
    duration_seconds: Nullable(
      Type.Number({ description: 'From earlier calls to the same models; null when there are none.' }),
    ),
    benchmarks: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        items: Count,
        smallest_detectable_difference: Nullable(
          Type.Number({
            description: 'In score, found with 80 % power; null when no difference can be found.',
          }),
        ),
        items_for_a_tie: Nullable(
          Type.Integer({ description: 'Fewest items that could ever show a tie at this margin.' }),
        ),
      }),
    ),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        calls: Count,
        input_tokens: Count,
        output_tokens: Count,
        cost_usd: Nullable(Type.Number()),
      }),
    ),
    judges: Type.Optional(
      Type.Array(
        Type.Object({
          judge: Type.String(),
          calls: Count,
          input_tokens: Count,
          output_tokens: Count,
          cost_usd: Nullable(Type.Number()),
        }),
      ),
    ),
    assumptions: Type.Array(Type.String()),
    warnings: Warnings,
  },
  { title: 'Estimate' },
);
export type Estimate = Static<typeof Estimate>;

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
    answer: Nullable(Type.String()),
    reasoning: Nullable(Type.String()),
    extracted: Nullable(Type.String()),
    extraction: Nullable(Type.String()),
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
 * `answered` = kept, not graded yet; `measured` = a window of load, whose answer holds its requests; `interrupted` =
 * load that was begun and did not end: what it cost so far, and it is sent anew when the evaluation goes on.
 */
export type Outcome = 'scored' | 'failed' | 'unscored' | 'answered' | 'measured' | 'interrupted';

export const SamplePage = PageOf(Sample);
export const SampleQuery = Type.Object(
  {
    ...PageQuery,
    target: Type.Optional(Type.String({ maxLength: LIMITS.name, description: 'A label.' })),
    benchmark: Type.Optional(
      Type.String({ maxLength: 2 * LIMITS.name, description: 'As in benchmark_scores.' }),
    ),
    outcome: Type.Optional(
      Type.String({ maxLength: 50, description: 'scored, failed, unscored, right or wrong.' }),
    ),
    disagree: Type.Optional(
      Type.Boolean({ description: 'Only items on which targets have different scores.' }),
    ),
  },
  closed,
);
export type SampleQuery = Static<typeof SampleQuery>;

/** The formats of an export: `exports/exports.ts` writes each. */
export const EXPORT_FORMATS = ['json', 'jsonl', 'csv', 'junit', 'html'] as const;
export const ExportQuery = Type.Object(
  {
    format: Type.Unsafe<(typeof EXPORT_FORMATS)[number]>({
      type: 'string',
      enum: [...EXPORT_FORMATS],
      description:
        'json: the evaluation and its samples; jsonl, csv: a sample a line; junit: a case a score and comparison; html: a report that opens offline.',
    }),
    baseline: Type.Optional(
      Type.String({
        maxLength: LIMITS.name,
        description: 'The label that others must not be worse than, for junit; default the first target.',
      }),
    ),
  },
  closed,
);
export type ExportQuery = Static<typeof ExportQuery>;

export const NewLabel = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 1, description: 'What a person gives the answer.' }),
    criterion: Type.Optional(Text(LIMITS.name, { description: 'What was judged; default overall.' })),
    note: Type.Optional(Nullable(Type.String({ maxLength: LIMITS.description }))),
  },
  closed,
);
export type NewLabel = Static<typeof NewLabel>;

export const Label = Type.Object(
  {
    id: Id,
    sample_id: Id,
    criterion: Type.String(),
    score: Type.Number(),
    note: Nullable(Type.String()),
    labelled_by: Type.String({ description: 'The API key it was sent with.' }),
    created_at: Timestamp,
  },
  { title: 'Label' },
);
export type Label = Static<typeof Label>;

export const LabelList = Type.Object({ data: Type.Array(Label) });

export const Manifest = Type.Object(
  {
    evaluation_id: Id,
    service_version: Nullable(Type.String({ description: 'That planned it.' })),
    planned_at: Timestamp,
    random_seed: Type.Integer(),
    epochs: Count,
    units: Count,
    answers_shared: Type.Boolean({ description: 'Whether the same request may share an answer.' }),
    benchmarks: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        type: Type.String(),
        version: Type.String(),
        items: Count,
        items_sha256: Nullable(Type.String({ description: 'Of the hashes of its items, in order.' })),
        prompts_sha256: Nullable(Type.String({ description: 'Of all messages that are sent, in order.' })),
        item_hashes: Nullable(
          Type.Array(Type.String(), { description: 'In order; null above 10,000 items.' }),
        ),
      }),
    ),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        provider: Type.String(),
        model_id: Type.String(),
        returned_models: Type.Record(Type.String(), Count, {
          description: 'Model names the server returned, and in how many answers; empty until it has run.',
        }),
        parameters: Type.Record(Type.String(), Type.Number(), {
          description:
            'As sent with every request; seed is that of the first epoch and grows by one with each.',
        }),
        request_timeout_ms: Count,
        price: Nullable(
          Type.Object({ input_usd_per_million: Type.String(), output_usd_per_million: Type.String() }),
        ),
        limits: Nullable(
          Type.Object({
            max_concurrency: Nullable(Type.Number()),
            requests_per_minute: Nullable(Type.Number()),
            history: Type.Array(
              Type.Object({ after_ms: Type.Number(), limit: Type.Number(), reason: Type.String() }),
            ),
          }),
        ),
      }),
    ),
  },
  { title: 'Manifest' },
);
export type Manifest = Static<typeof Manifest>;
