import { type Static, Type } from 'typebox';
import { Count, closed, LIMITS, Nullable, OneOf, Text } from '../../../platform/http/schemas.ts';

export const MAX_SAMPLE_SIZE = 1_000_000;
const MAX_EPOCHS = 100;

const Weight = Type.Number({ minimum: 0, maximum: 1000 });
const VerdictWeights = Type.Partial(
  Type.Object({ quality: Weight, latency: Weight, cost: Weight, lock_in: Weight }),
  {
    ...closed,
    title: 'VerdictWeights',
    description:
      'The relative weights of criteria for ranking candidates; a criterion that is not named weighs 0. Defaults: quality 0.4, latency 0.2, cost 0.3, lock_in 0.1.',
  },
);

const CostAssumptions = Type.Partial(
  Type.Object({
    target_utilisation: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'The share of a replica’s measured capacity to plan for. Default 0.7.',
    }),
    spare_replicas: Type.Integer({
      minimum: 0,
      maximum: 1000,
      description: 'Number of spare replicas. Default 1.',
    }),
    gpus_per_replica: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Number of GPUs for each replica. Default 1.',
    }),
    cached_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The share of input tokens read from the provider’s cache. Defaults to the measured share, or 0.',
    }),
    people_usd_per_month: Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'Monthly cost of staff and on-call for self-hosting. Default 0.',
    }),
    peak_to_mean: Type.Number({
      minimum: 1,
      maximum: 1e6,
      description: 'The ratio of peak to mean traffic. Defaults to that of the `traffic_profile`.',
    }),
  }),
  {
    ...closed,
    title: 'CostAssumptions',
    description: 'Assumptions for costs that no fact provides. `results.evidence` shows the values used.',
  },
);

const Ratio = (description: string) => Type.Number({ exclusiveMinimum: 1, maximum: 100, description });
export const NoWorseMargins = Type.Partial(
  Type.Object({
    score: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1,
      description: 'The score margin below the baseline; 0.05 is 5 points.',
    }),
    success: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 1,
      description: 'The margin for the share of solved tasks.',
    }),
    latency_ratio: Ratio(
      'The factor by which p50, p95 and p99 latency under load may exceed those of the baseline; 1.2 is 20 % more.',
    ),
    cost_ratio: Ratio('The factor for the cost of a solved task.'),
  }),
  {
    ...closed,
    minProperties: 1,
    title: 'NoWorseMargins',
    description:
      'Margins within which a candidate counts as no worse, by measure. They are stated before the run; at least one is required.',
  },
);

const question = {
  question: Type.Optional(
    OneOf(
      ['better', 'no_worse'],
      '`better`: which of two candidates is better (default). `no_worse`: which candidates are no worse than the baseline within the margins.',
    ),
  ),
  baseline: Type.Optional(
    Text(LIMITS.name, {
      description: 'For question `no_worse`: the label of the baseline.',
    }),
  ),
  no_worse_margins: Type.Optional(NoWorseMargins),
};

const delivery = {
  delivery: Type.Optional(
    OneOf(
      ['direct', 'batch'],
      '`direct`: each request is a separate call (default). `batch`: targets are called through their providers’ batches, which take up to 24 hours, cost less and measure no latency. Judges are always called directly.',
    ),
  ),
};

const preflight = {
  on_preflight_failure: Type.Optional(
    OneOf(
      ['continue', 'stop'],
      'What happens if a target or judge refuses the check request before the run. `continue`: the evaluation runs without it (default). `stop`: the evaluation fails before any other request.',
    ),
  ),
};

const withoutDefault = {
  ...delivery,
  ...preflight,
  ...question,
  weights: Type.Optional(VerdictWeights),
  cost_assumptions: Type.Optional(CostAssumptions),
};

export const Methodology = Type.Object(
  {
    sample_size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_SAMPLE_SIZE, description: 'Number of items. Default 100.' }),
    ),
    confidence_level: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 99.99,
        description: 'The confidence level; 95 means 0.95. Default 0.95.',
      }),
    ),
    random_seed: Type.Optional(
      Type.Integer({
        minimum: -Number.MAX_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The random seed. Default 0.',
      }),
    ),
    epochs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_EPOCHS,
        description: 'Number of times each item is sent. Default 1.',
      }),
    ),
    margin: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The smallest difference in score that matters. Default 0.05.',
      }),
    ),
    correction: Type.Optional(OneOf(['holm', 'bh', 'none'])),
    max_cost_usd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1e9,
        description: 'The budget. It cannot be raised after the evaluation is created.',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'The maximum number of concurrent calls to one server and account, over all targets, judges and workers. It falls with each 429; set `max_concurrency` to let it grow. Without either field, it starts at 16 and adapts to the server, up to 200 or the provider’s configured limit. Open-loop load is not limited.',
      }),
    ),
    max_concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description:
          'The highest value to which `concurrency` may grow. Defaults to `concurrency`. All evaluations together stay within the account’s limit (`CALLS_PER_ACCOUNT` by default). Open-loop load is not limited.',
      }),
    ),
    request_timeout_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 3_600_000,
        description: 'The time limit of a request. Default 120000.',
      }),
    ),
    cache: Type.Optional(
      Type.Boolean({
        description:
          'Whether identical requests share a response, within the evaluation and with earlier ones of the workspace. Default true.',
      }),
    ),
    ...withoutDefault,
  },
  { ...closed, title: 'Methodology' },
);
export type Methodology = Static<typeof Methodology>;

/** With every default filled in. */
export const ResolvedMethodology = Type.Object({
  sample_size: Count,
  confidence_level: Type.Number(),
  random_seed: Type.Integer(),
  epochs: Count,
  margin: Type.Number(),
  correction: Type.String(),
  max_cost_usd: Nullable(Type.Number()),
  concurrency: Count,
  max_concurrency: Type.Optional(Count),
  request_timeout_ms: Count,
  cache: Type.Optional(
    Type.Boolean({ description: 'Absent if the evaluation was planned before responses were shared.' }),
  ),
  ...withoutDefault,
});
