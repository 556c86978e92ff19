import { LIMIT_NAMES, type LimitName } from '@touchstone/report/limits';
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../platform/http/schemas.ts';

const Figure = Type.Number();
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Label = Type.String();
const Labels = Type.Array(Label);
const OrNull = Nullable(Figure);

const MissingFact = Type.Object({
  fact: Type.String({ description: 'The unknown fact.' }),
  add: Type.String({
    description: 'Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description.',
  }),
});

/** One requirement of one scenario, checked for one candidate. */
export const RequirementResult = Type.Object(
  {
    target_label: Label,
    scenario_label: Label,
    requirement: Type.String({
      description: 'The requirement, such as `p95_latency_ms`, `certification: SOC 2` or `quality: gsm8k`.',
    }),
    kind: OneOf<LimitName>(LIMIT_NAMES),
    benchmark: Type.Optional(
      Type.String({ description: 'For a minimum score: its key in `benchmark_scores`.' }),
    ),
    metric: Type.String(),
    says: Type.String({ description: 'The limit in words.' }),
    status: OneOf(['pass', 'fail', 'inconclusive', 'unknown']),
    limit: OrNull,
    observed: OrNull,
    ci_low: OrNull,
    ci_high: OrNull,
    n: Nullable(
      Type.Integer({ description: 'Number of requests, or of items for a minimum score; null for facts.' }),
    ),
    samples_needed: Nullable(
      Type.Integer({
        description: 'The approximate number of further requests or items that would decide the outcome.',
      }),
    ),
    margin: Nullable(
      Type.Number({
        description: 'The distance to the limit relative to the limit; negative if it is missed.',
      }),
    ),
    direction: Type.String(),
    reason: Type.String(),
    missing: Type.Array(MissingFact),
    is_synthetic: Type.Optional(
      Type.Boolean({
        description: 'For a cost: whether the requests are synthetic (random words or published sizes).',
      }),
    ),
    unanswered_share: Type.Optional(
      Type.Number({
        description: 'For a latency limit that is missed only because of unanswered requests: their share.',
      }),
    ),
    depends_on_grader: Type.Optional(
      Type.Boolean({
        description:
          'For a minimum score: whether a lenient reading of the responses decides it differently. See `grader_fit`.',
      }),
    ),
  },
  { title: 'RequirementResult' },
);

const EXCLUDED_SCHEMA = { label: Label, reasons: Type.Array(Type.String()) };

/** The verdict under one scenario. */
export const ScenarioVerdict = Type.Object(
  {
    scenario_label: Label,
    eligible: Labels,
    needs_data: Type.Array(
      Type.Object({
        ...EXCLUDED_SCHEMA,
        shown_worse: Type.Optional(
          Type.String({
            description:
              'How this candidate was shown to be worse than the first one, as in “was shown to answer worse than Small on every benchmark”. Omitted if it was not.',
          }),
        ),
      }),
    ),
    rejected: Type.Array(Type.Object(EXCLUDED_SCHEMA)),
    pareto_front: Labels,
    weights: Type.Record(Type.String(), Share, {
      description: 'The weights of this scenario’s criteria, which add up to 1.',
    }),
    order: Type.Array(
      Type.Object({
        label: Label,
        score: Figure,
        low: Figure,
        high: Figure,
        utilities: Type.Record(Type.String(), Figure),
        on_front: Type.Boolean(),
        dominated_by: Labels,
      }),
    ),
    winner: Nullable(Label),
    tied: Labels,
    share_of_weightings: Type.Record(Type.String(), Share),
    flip: Nullable(Type.Object({ criterion: Type.String(), from: Figure, to: Figure, winner: Label })),
    not_measured: Type.Optional(
      Type.Array(Type.Object({ label: Label, reason: Type.String() }), {
        description:
          'Candidates without any answered call, or with most responses from another model. They are not ranked and never eligible.',
      }),
    ),
    nearest_misses: Type.Array(
      Type.Object({ label: Label, largest_violation: OrNull, fixes: Type.Array(Type.String()) }),
    ),
    sentences: Type.Array(Type.String(), {
      description:
        'The sentences of the fields below, in order. For older evaluations, the sentences that were stored.',
    }),
    answer: Type.Optional(
      Type.String({
        description: 'The recommendation in at most 25 words.',
      }),
    ),
    incomplete: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Candidates whose measurement is incomplete (not measured, stopped, many unanswered calls) or came from another model, and why.',
        }),
      ),
    ),
    firmness: Type.Optional(Nullable(Type.String({ description: 'How certain the answer is.' }))),
    change: Type.Optional(Nullable(Type.String({ description: 'What would change the answer.' }))),
    not_known: Type.Optional(
      Nullable(
        Type.String({
          description:
            'The facts that the decision lacks; `missing` of each requirement shows where to add them.',
        }),
      ),
    ),
  },
  { title: 'ScenarioVerdict' },
);

const Assumption = Type.Object({
  name: Type.String(),
  value: Type.Union([Type.Number(), Type.String()]),
  why: Type.String(),
});
const Reasoned = { assumptions: Type.Array(Assumption), missing: Type.Array(MissingFact) };
const Compliance = Type.Object({
  requirement: Type.String(),
  status: Type.String(),
  findings: Type.Array(
    Type.Object({ component: Type.String(), status: Type.String(), evidence: Type.String() }),
  ),
  ...Reasoned,
});

const PricedRequest = Type.Object(
  {
    source: Type.String({
      description:
        'The requests that the cost is based on. `items`: responses to the items of a source or a custom evaluation. `load`: load requests. `workload`: the published sizes of the `workload_type`.',
    }),
    is_synthetic: Type.Boolean({
      description: 'Whether the requests are random words or published sizes.',
    }),
    input_tokens: Figure,
    output_tokens: Figure,
    cached_share: Nullable(
      Type.Number({
        description:
          'The share of input tokens that servers reported as read from a cache; null if not reported.',
      }),
    ),
    answers: Nullable(Type.Integer({ description: 'Number of counted responses; null if none were.' })),
    says: Type.String({ description: 'A description of the request in words.' }),
  },
  {
    title: 'PricedRequest',
    description: 'The mean request on which token costs and the API side of a break-even are based.',
  },
);

/** The evidence for cost, compliance and lock-in of one candidate under one scenario. */
export const Evidence = Type.Object(
  {
    target_label: Label,
    scenario_label: Label,
    cost: Type.Object({
      basis: Type.String({ description: '`api` or `self_hosted`.' }),
      monthly_usd: OrNull,
      per_1k_requests_usd: OrNull,
      per_1k_good_requests_usd: Nullable(
        Type.Number({
          description:
            'The cost of requests answered within the scenario’s loosest latency limit, or of all answered requests if it has none.',
        }),
      ),
      priced_request: Type.Optional(PricedRequest),
      break_even: Type.Optional(
        Nullable(
          Type.Object(
            {
              provider: Label,
              model_id: Type.String(),
              api_per_1k_requests_usd: Figure,
              floor_per_1k_requests_usd: Type.Number({
                description: 'The lowest possible cost on this hardware at any traffic.',
              }),
              mean_rps: Nullable(
                Type.Number({
                  description:
                    'The mean rate above which self-hosting costs less; null if the API is always cheaper.',
                }),
              ),
            },
            { description: 'A self-hosted stack beside the cheapest API that offers the same model.' },
          ),
        ),
      ),
      lines: Type.Array(
        Type.Object({
          item: Type.String(),
          quantity: Figure,
          unit: Type.String(),
          unit_usd: Figure,
          source: Type.String(),
          as_of: Type.String(),
        }),
      ),
      ...Reasoned,
    }),
    regions: Nullable(Compliance),
    certifications: Type.Record(Type.String(), Compliance),
    lock_in: Type.Object({
      score: OrNull,
      at_least: Figure,
      lines: Type.Array(
        Type.Object({
          component: Type.String(),
          choice: Nullable(Type.String()),
          points: OrNull,
          most: Figure,
          evidence: Type.String(),
        }),
      ),
      ...Reasoned,
    }),
  },
  { title: 'Evidence' },
);
