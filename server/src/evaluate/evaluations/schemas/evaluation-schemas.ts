import { type Static, Type } from 'typebox';
import { PASSAGE_CONDITIONS, type PassageCondition } from '../../../measure/retrieval/retrieval.ts';
import { readOnly } from '../../../platform/http/patch.ts';
import type { ResourceApi } from '../../../platform/http/resource-routes.ts';
import {
  closed,
  Description,
  Id,
  LABEL_PATTERN,
  LIMITS,
  Name,
  Nullable,
  OneOf,
  PageOf,
  PageQuery,
  Text,
  Timestamp,
  Warnings,
} from '../../../platform/http/schemas.ts';
import { CustomEval } from './custom-eval-schemas.ts';

import { MAX_SAMPLE_SIZE, Methodology } from './methodology-schemas.ts';
import { PreflightPart } from './preflight-schemas.ts';
import { Results } from './result-schemas.ts';
import { ScenarioVerdict } from './verdict-schemas.ts';

export const MAX_TARGETS = 20;
const MAX_BENCHMARKS = 50;

const Word = Text(LIMITS.name);

export const Target = Type.Object(
  {
    target_type: OneOf(['stack', 'scenario', 'model']),
    target_id: Type.Optional(
      Type.String({
        format: 'uuid',
        maxLength: 100,
        description: 'The id of a stack or scenario in this workspace.',
      }),
    ),
    model_provider: Type.Optional(Word),
    model_id: Type.Optional(Word),
    label: Type.Optional(
      Text(LIMITS.name, {
        pattern: LABEL_PATTERN,
        description:
          'A unique one-line label. Labels that look alike count as the same. Defaults to the name of the stack or scenario, or to provider/model.',
      }),
    ),
  },
  { ...closed, title: 'Target' },
);
export type Target = Static<typeof Target>;

const Subset = Text(LIMITS.name);
const SampleCount = Type.Integer({ minimum: 1, maximum: MAX_SAMPLE_SIZE });
/** Every response for an evaluation contains them, so longer traces must be sources. */
const MAX_INLINE_TIMES = 5000;
const Trace = Type.Object(
  {
    times_ms: Type.Optional(
      Type.Array(Type.Number({ minimum: 0 }), {
        minItems: 2,
        maxItems: MAX_INLINE_TIMES,
        description: 'Arrival times of requests in ms, ascending. Give either `times_ms` or `source`.',
      }),
    ),
    source: Type.Optional(
      Text(LIMITS.name, {
        description:
          'The id or title of a source with one time per line: a number of ms, or a JSON object with that number as `timestamp`.',
      }),
    ),
    time_scale: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 1000,
        description: 'Factor by which the times are stretched; 2 halves the rate. Default 1.',
      }),
    ),
  },
  {
    ...closed,
    title: 'Trace',
    description: 'Request times of a load benchmark, for scenarios with `traffic_profile` `replay`.',
  },
);
export type Trace = Static<typeof Trace>;

const MAX_PAUSE_MS = 600_000;
const Sessions = Type.Object(
  {
    turns: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 50,
        description: 'Number of requests in each session. Default 4.',
      }),
    ),
    think_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAUSE_MS,
        description: 'The user’s mean pause after a response. Default 10000.',
      }),
    ),
    tool_turns: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 49,
        description: 'Number of tool results that follow each user turn. Default 0.',
      }),
    ),
    tool_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAUSE_MS,
        description: 'Mean duration of a tool call. Default 1000.',
      }),
    ),
    next_input_tokens: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Number of tokens that each further turn adds. Default 100.',
      }),
    ),
  },
  {
    ...closed,
    title: 'Sessions',
    description:
      'For load: conversations arrive in place of single requests. Each turn is one request that contains all previous turns, sent after a pause. `num_samples` is the number of measured sessions.',
  },
);
const PrefixCache = OneOf(
  ['allow', 'defeat'],
  'For load: whether a server may reuse cached prompt prefixes. `allow` is the default for sessions; `defeat` is the default for single requests, which then begin with unique words.',
);

const Prompts = OneOf(
  ['items', 'synthetic'],
  'For load and latency: the content of the requests. `items`: the items of the source benchmarks and the custom evaluation in this evaluation. `synthetic`: random words with the token counts of the workload; costs then describe those requests. Defaults to `items` if there are any. Not used with sessions or a trace with sizes, which define their own content.',
);

const DatasetVersionName = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The version of the source named by `subset`; defaults to the present one.',
});

const PassageCount = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'For `rag`: the number of top-ranked chunks to measure. Default 5.',
});
const Conditions = Type.Array(OneOf<PassageCondition>(PASSAGE_CONDITIONS), {
  minItems: 1,
  maxItems: PASSAGE_CONDITIONS.length,
  uniqueItems: true,
  description:
    'For `rag`: which passages are placed in the prompt. `retrieved`: those that the target finds (always included). `gold`: the correct ones. `none`: no passages. Default: all three.',
});

/** With more, each would have few of the at most 10,000 requests of a window. */
export const MAX_GENERATORS = 16;
const Generators = Type.Integer({
  minimum: 1,
  maximum: MAX_GENERATORS,
  description:
    'For open-loop load: the number of load-generator processes. More than one needs PostgreSQL. Default 1.',
});

const BenchmarkChoice = Type.Object(
  {
    benchmark_type: Word,
    subset: Type.Optional(Subset),
    dataset_version: Type.Optional(DatasetVersionName),
    num_samples: Type.Optional(SampleCount),
    trace: Type.Optional(Trace),
    sessions: Type.Optional(Sessions),
    prefix_cache: Type.Optional(PrefixCache),
    prompts: Type.Optional(Prompts),
    generators: Type.Optional(Generators),
    k: Type.Optional(PassageCount),
    conditions: Type.Optional(Conditions),
  },
  { ...closed, title: 'BenchmarkChoice' },
);
export type BenchmarkChoice = Static<typeof BenchmarkChoice>;

/** As clients may send it: null means "not set", like an omitted field. */
const NewBenchmarkChoice = Type.Object(
  {
    benchmark_type: Word,
    subset: Type.Optional(Nullable(Subset)),
    dataset_version: Type.Optional(Nullable(DatasetVersionName)),
    num_samples: Type.Optional(Nullable(SampleCount)),
    trace: Type.Optional(Nullable(Trace)),
    sessions: Type.Optional(Nullable(Sessions)),
    prefix_cache: Type.Optional(Nullable(PrefixCache)),
    prompts: Type.Optional(Nullable(Prompts)),
    generators: Type.Optional(Nullable(Generators)),
    k: Type.Optional(Nullable(PassageCount)),
    conditions: Type.Optional(Nullable(Conditions)),
  },
  { ...closed, title: 'NewBenchmarkChoice' },
);
export type NewBenchmarkChoice = Static<typeof NewBenchmarkChoice>;

export const NewEvaluation = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    evaluation_type: Type.Optional(Word),
    targets: Type.Array(Target, { maxItems: MAX_TARGETS }),
    benchmarks: Type.Optional(Type.Array(NewBenchmarkChoice, { maxItems: MAX_BENCHMARKS })),
    custom_eval: Type.Optional(Nullable(CustomEval)),
    methodology: Type.Optional(Methodology),
    preset: Type.Optional(
      OneOf(
        ['equivalence'],
        'A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.',
      ),
    ),
  },
  closed,
);
export type NewEvaluation = Static<typeof NewEvaluation>;

export const EVALUATION_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type Status = (typeof EVALUATION_STATUSES)[number];

const ResultSummary = Type.Object(
  {
    overall_summary: Type.String(),
    provisional: Type.Boolean(),
    cost_usd: Nullable(
      Type.Number({ description: 'The cost of calls with a known cost; null if there are none.' }),
    ),
    verdict: Type.Array(Type.Pick(ScenarioVerdict, ['scenario_label', 'answer']), {
      description: 'The answer for each scenario.',
    }),
    dataset_versions: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The versions of the datasets that were read: `version` of `results.datasets`.',
      }),
    ),
  },
  {
    title: 'ResultSummary',
    description:
      'The results in short. Only in lists with `results=summary`; omitted if there are no results.',
  },
);

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
    status: OneOf<Status>(EVALUATION_STATUSES),
    progress_percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'The percentage of units that have finished. During rescoring, the percentage that is rescored.',
    }),
    started_at: Nullable(Timestamp),
    completed_at: Nullable(Timestamp),
    error_message: Nullable(Type.String()),
    results: Nullable(Results),
    created_at: Timestamp,
    updated_at: Timestamp,
    stop_reason: Type.Optional(
      OneOf(
        ['budget', 'quota', 'refused', 'user', 'error'],
        '`budget`: `max_cost_usd` is spent. `quota`: the account of a model is exhausted. `refused`: a model or its account refuses every call; resuming calls it again. The budget cannot be raised: to continue, create an evaluation with a higher one.',
      ),
    ),
    preflight: Type.Optional(PreflightPart),
    result_summary: Type.Optional(ResultSummary),
    warnings: Warnings,
  },
  { title: 'Evaluation' },
);
export type Evaluation = Static<typeof Evaluation>;

/** Only name and description can change; everything else may be sent back unchanged. */
const EvaluationPatch = Type.Object(
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
      'preflight',
      'result_summary',
      'warnings',
    ),
  },
  closed,
);
export type EvaluationPatch = Static<typeof EvaluationPatch>;

export const EvaluationQuery = Type.Object(
  {
    ...PageQuery,
    status: Type.Optional(Type.String({ maxLength: 50 })),
    results: Type.Optional(
      OneOf(
        ['full', 'summary'],
        '`summary`: `results` and `custom_eval` are null, and `result_summary` says in short what was found. Default `full`.',
      ),
    ),
  },
  closed,
);
export type EvaluationQuery = Static<typeof EvaluationQuery>;

/** Limit of a new evaluation; larger inputs must be a dataset. */
export const MAX_EVALUATION_BODY_BYTES = 16_000_000;
/** Limit of a PATCH, which may send back a whole evaluation with its results. */
const PATCH_BYTES = 24_000_000;

export const EVALUATION_API = {
  one: 'evaluation',
  many: 'evaluations',
  create: {
    body: NewEvaluation,
    answer: Evaluation,
    bodyLimit: MAX_EVALUATION_BODY_BYTES,
  },
  list: {
    query: EvaluationQuery,
    answer: PageOf(Evaluation),
  },
  get: { answer: Evaluation },
  update: {
    body: EvaluationPatch,
    answer: Evaluation,
    bodyLimit: PATCH_BYTES,
  },
} as const satisfies ResourceApi;
