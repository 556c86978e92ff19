import { type Static, Type } from 'typebox';
import { Count, Nullable, OneOf } from '../../../platform/http/schemas.ts';
import { KIND_RESULTS } from '../kinds/shapes.ts';
import { CallReason, NotMeasured, StoppedTarget } from './call-schemas.ts';
import { ResolvedMethodology } from './methodology-schemas.ts';
import { NoWorse } from './no-worse-schemas.ts';
import { Evidence, RequirementResult, ScenarioVerdict } from './verdict-schemas.ts';

const Score = Type.Number();

const TargetResult = Type.Object({
  target_label: Type.String(),
  metrics: Type.Record(Type.String(), Type.Number(), {
    description: 'Metrics by name, which includes source and unit, such as `run/latency_p50_ms`.',
  }),
  benchmark_scores: Type.Record(Type.String(), Score, {
    description: 'Scores from 0 to 1 by `benchmark` or `benchmark/subset`.',
  }),
});

const SimultaneousInterval = Type.Object(
  {
    ci_low: Type.Number(),
    ci_high: Type.Number(),
    level: Type.Number({
      description: 'The confidence level of this interval alone: 1 − α / `family_size` (Bonferroni).',
    }),
    rests_on: OneOf(
      ['bonferroni', 'holm', 'no_decision'],
      'How the interval was formed. `bonferroni`: at its own level. `holm`: a winner is named but the interval at its level contains 0, so one end is set to 0; the sign is shown without a size. `no_decision`: no winner is named but the interval at its level excludes 0, so it is extended to 0.',
    ),
  },
  {
    title: 'SimultaneousInterval',
    description:
      'The interval of this difference within its family, with correction `holm`. It never contradicts the outcome: 0 is outside it or at its end if a winner is named, and otherwise inside or at its end. docs/explanation/statistics.md describes its coverage.',
  },
);

export const Comparison = Type.Object({
  target_a: Type.String(),
  target_b: Type.String(),
  metric: Type.String(),
  delta: Type.Number({
    description: 'The score of a minus that of b, over the items for which both have a score.',
  }),
  winner: Type.String({ description: 'The label of the better target, `tie` or `undecided`.' }),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
  tie_ci_low: Nullable(
    Type.Number({
      description:
        'A bound of the interval that decides a tie: the outcome is a tie if no winner is named and the interval is within ±margin. It combines two one-sided tests at `tie_level`.',
    }),
  ),
  tie_ci_high: Nullable(Type.Number()),
  tie_level: Type.Optional(
    Type.Number({
      description:
        'The corrected level of this tie’s tests; the interval has confidence 1 − 2·`tie_level`. Without it, the level is α.',
    }),
  ),
  simultaneous_interval: Type.Optional(SimultaneousInterval),
  p_value: Nullable(Type.Number()),
  p_adjusted: Nullable(Type.Number({ description: 'The adjusted p-value; null outside the family.' })),
  family_size: Type.Integer({
    minimum: 0,
    description:
      'Number of comparisons in the family, whose p-values are adjusted together. Only comparisons of a family can name a winner.',
  }),
  n: Type.Integer({ minimum: 0, description: 'Number of items with scores for both targets.' }),
  clusters: Nullable(
    Type.Integer({
      description: 'Number of independent clusters among the n items; null if no items share one.',
    }),
  ),
  dropped: Type.Integer({
    minimum: 0,
    description: 'Number of items without a score for at least one target.',
  }),
  shared_answers: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Number of pairs of units that share one response because both targets sent the same request.',
    }),
  ),
  test: Nullable(Type.String()),
  direction: Type.String(),
  reason: Type.String({ description: 'The reason for the value of `winner`.' }),
  exploratory: Type.Boolean({
    description: 'Whether the result rests on only 15 to 29 items or clusters. Treat it as a hint.',
  }),
  n_needed: Nullable(
    Type.Integer({
      description:
        'The approximate number of items that would decide the comparison; null if it is decided or no number would.',
    }),
  ),
  smallest_detectable_difference: Nullable(
    Type.Number({
      description:
        'The smallest difference that these items detect with 80 % power, given the observed variation between items.',
    }),
  ),
  design_effect: Type.Optional(
    Type.Number({
      description:
        'The factor by which clusters increase the variance of the difference. Omitted if no items share a cluster.',
    }),
  ),
  icc: Type.Optional(
    Type.Number({
      description: 'The intraclass correlation of the differences that matches `design_effect`.',
    }),
  ),
  correlation: Type.Optional(
    Type.Number({
      description:
        'The correlation of the two targets’ scores over items. The higher it is, the more pairing reduces the variance.',
    }),
  ),
  lenient_reading: Type.Optional(
    Type.Object(
      {
        delta: Type.Number({ description: 'a − b by the lenient scores.' }),
        responses_a: Type.Integer({
          minimum: 0,
          description: 'Number of responses of a whose score differs under the lenient reading.',
        }),
        responses_b: Type.Integer({
          minimum: 0,
          description: 'Number of responses of b whose score differs under the lenient reading.',
        }),
      },
      {
        description:
          'The comparison under a lenient reading, if that scores responses differently from the grader. A winner or tie is named only if it holds for both; otherwise `reason` is `depends_on_grader`. See `grader_fit`.',
      },
    ),
  ),
  explanation: Type.String({ description: 'The reason for the value of `winner`, in words.' }),
  sentence: Type.String({ description: 'The outcome in one sentence with its figures.' }),
});
export type Comparison = Static<typeof Comparison>;

const MetricValue = Type.Object({ target_label: Type.String(), value: Type.Number() });
const MetricRange = Type.Object({
  metric: Type.String(),
  direction: Type.String(),
  lowest: MetricValue,
  highest: MetricValue,
  differences: Type.Integer({
    minimum: 1,
    description: 'Number of pairs of targets that both have this metric.',
  }),
});

const ScoreInterval = Type.Object({
  target_label: Type.String(),
  benchmark: Type.String(),
  score: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
  n: Count,
  method: Nullable(Type.String()),
  score_if_missing_wrong: Type.Optional(
    Type.Number({
      description: 'The score if every unit without a score were wrong. Omitted if none is missing.',
    }),
  ),
  score_if_missing_right: Type.Optional(
    Type.Number({
      description: 'The score if every unit without a score were right. Omitted if none is missing.',
    }),
  ),
  lenient_score: Type.Optional(
    Type.Number({
      description:
        'The mean score under a lenient reading, if it differs and may change an outcome. See `grader_fit`.',
    }),
  ),
});

const ReferenceScore = Type.Object({
  target_label: Type.String(),
  benchmark: Type.String(),
  n: Type.Integer({
    minimum: 0,
    description: 'Number of scored responses that the published rule also graded.',
  }),
  score: Type.Number({ description: 'The mean score of these responses in this evaluation.' }),
  reference_score: Type.Number({
    description: 'The mean score of these responses under the published rule.',
  }),
  differing: Type.Integer({
    minimum: 0,
    description: 'Number of responses with two different grades; see filter `reference_differs`.',
  }),
  rule: Type.Optional(
    Type.String({
      description:
        'The published rule, as in the grader option `published_rule`. This field and those below are absent if the responses were graded before rules had versions.',
    }),
  ),
  rule_version: Type.Optional(
    Type.String({
      description: 'The repository of the rule with its commit, or the version of the task.',
    }),
  ),
  rule_date: Type.Optional(
    Type.String({ description: 'The date from which the rule has read responses this way.' }),
  ),
  rule_note: Type.Optional(
    Type.String({
      description: 'Further differences between the published script and this service, if any.',
    }),
  ),
});

const FurtherScore = Type.Object({
  target_label: Type.String(),
  benchmark: Type.String(),
  name: Type.String({
    description: 'The metric, such as `exact_match`, `prompt_strict` or `instruction_loose`.',
  }),
  n: Type.Integer({ minimum: 0, description: 'Number of responses.' }),
  mean: Type.Number({
    description: 'The mean over responses; `instruction_*` metrics are averaged over instructions.',
  }),
});

const GradedByVersion = Type.Object({
  name: Type.String({
    description:
      'A grader, or `reader`, which finds the answer in a response, or `judges`, `passages` or `tasks`. `unknown`: graded before graders had versions.',
  }),
  version: Nullable(Type.Integer({ minimum: 1, description: 'The version; null if unknown.' })),
  samples: Type.Integer({ minimum: 1, description: 'Number of samples that it graded.' }),
});
export type GradedByVersion = Static<typeof GradedByVersion>;

export const GradedByVersions = Type.Array(GradedByVersion, {
  description:
    'Versions of the graders and readers that graded the samples. Scores of two evaluations may differ if their versions do; rescoring applies the current versions.',
});

export const OtherModels = Type.Object({
  target_label: Type.String(),
  expected_model: Type.String({
    description: 'The model name expected in responses: one that the server returned, or the requested name.',
  }),
  answers: Count,
  others: Type.Record(Type.String(), Count, {
    description: 'Number of responses by the name of the other model or gateway fallback.',
  }),
  other_answers: Count,
  is_most: Type.Optional(
    Type.Literal(true, {
      description:
        'Whether more than half of the responses came from other models or fallbacks. The target is then in `not_measured`.',
    }),
  ),
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
  only_reasoning: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Number of empty responses with only reasoning, among those without an answer (`none`). Omitted if 0.',
    }),
  ),
  cut_off: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Number of unscored responses that reached the token limit before an answer. Omitted if 0. `truncated` also counts those with an answer.',
    }),
  ),
  no_finish_reason: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Number of responses with no finish reason or an unknown one, which may be incomplete. Omitted if 0.',
    }),
  ),
  failures: Type.Record(Type.String(), Count),
});
export type Coverage = Static<typeof Coverage>;

const GraderFit = Type.Object(
  {
    benchmark: Type.String(),
    graders: Type.Array(Type.String(), {
      description:
        'The graders of the responses that a lenient reading scores otherwise. Where several graders score one response, all of them that have a lenient reading.',
    }),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        scored: Count,
        responses: Type.Integer({
          minimum: 0,
          description: 'Number of responses that a lenient reading scores differently.',
        }),
        unread: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'Number of these responses in which a grader chosen by default found no answer, so that they may be correct in other words. Omitted if 0.',
          }),
        ),
        score: Nullable(Type.Number({ description: 'The mean score from the grader.' })),
        lenient_score: Nullable(Type.Number({ description: 'The mean score under the lenient reading.' })),
      }),
    ),
    undecided: Type.Boolean({ description: 'Whether an outcome on this benchmark depends on the grader.' }),
    decides_by_form: Type.Optional(
      Type.Literal(true, {
        description: 'Whether this is a published benchmark, whose reading rule is part of the measurement.',
      }),
    ),
    examples: Type.Array(
      Type.Object({
        sample_id: Type.String(),
        target_label: Type.String(),
        grader: Type.String(),
        score: Type.Number(),
        lenient_score: Type.Number(),
        question: Type.String({ description: 'The last part of the prompt.' }),
        expected: Type.String(),
        response: Type.String({
          description: 'The part of the response that contains the expected answer, or its beginning.',
        }),
      }),
      {
        maxItems: 3,
        description: 'Up to three example responses that a lenient reading scores differently, truncated.',
      },
    ),
    sentence: Type.String({ description: 'The finding and the recommended action.' }),
  },
  {
    title: 'GraderFit',
    description:
      'How well a benchmark’s grader fits its responses: the number that a lenient reading scores differently. The lenient reading accepts the expected answer in any form.',
  },
);
export type GraderFit = Static<typeof GraderFit>;

export const Results = Type.Object(
  {
    target_results: Type.Array(TargetResult),
    comparisons: Type.Array(Comparison, {
      description:
        'Comparisons of every pair of targets on every score, requirement and shared metric. Differences that only describe the run have reason `describes_the_run` and no winner; lists of results omit them.',
    }),
    no_worse: Type.Optional(NoWorse),
    metric_ranges: Type.Optional(
      Type.Array(MetricRange, {
        description:
          'With five targets or more: the lowest and highest value of each metric. `target_results` has every value. Ranges name no winner.',
      }),
    ),
    overall_summary: Type.String(),
    provisional: Type.Boolean({
      description: 'Whether measurements are still missing. Provisional results have no winner.',
    }),
    intervals: Type.Array(ScoreInterval),
    coverage: Type.Array(Coverage),
    reasons: Type.Optional(
      Type.Array(CallReason, {
        description: 'Why calls were not answered, by target and benchmark. Omitted if all were answered.',
      }),
    ),
    not_measured: Type.Optional(
      Type.Array(NotMeasured, {
        description:
          'Targets that never responded, or with most responses from another model. They are not ranked and never eligible. Omitted if there are none.',
      }),
    ),
    stopped: Type.Optional(
      Type.Array(StoppedTarget, {
        description:
          'Targets that responded at first and then refused every call, for example after a key was revoked, an account was exhausted or a model was retired. Their remaining items are missing. Omitted if there are none.',
      }),
    ),
    reference_scores: Type.Optional(
      Type.Array(ReferenceScore, {
        description:
          'Scores of public benchmarks under their published reading rule, beside the scores here.',
      }),
    ),
    other_models: Type.Optional(
      Type.Array(OtherModels, {
        description:
          'Targets with responses from a model that differs from the preflight or the definition, or from a gateway’s fallback. Omitted if there are none.',
      }),
    ),
    further_scores: Type.Optional(
      Type.Array(FurtherScore, {
        description: 'Further metrics of graders, such as exact match beside F1.',
      }),
    ),
    grader_fit: Type.Optional(
      Type.Array(GraderFit, {
        description:
          'Benchmarks on which a lenient reading scores responses differently from the grader. Omitted if there are none.',
      }),
    ),
    cost: Type.Object({
      usd: Nullable(
        Type.Number({ description: 'The cost of calls with a known cost; null if there are none.' }),
      ),
      unknown_calls: Type.Integer({
        minimum: 0,
        description: 'Number of calls with unknown cost, including each request of load.',
      }),
      cut_off_calls: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'An upper bound on the `unknown_calls` that were in progress when the process ended or the evaluation was cancelled. Each counts at the mean cost of a call against `max_cost_usd`. Omitted if 0.',
        }),
      ),
      judge_usd: Type.Optional(
        Nullable(
          Type.Number({ description: 'The cost of judges, which is not part of `usd`; null if unknown.' }),
        ),
      ),
      grading_usd: Type.Optional(
        Type.Number({
          description:
            'The cost of graders’ embedding models, which is not part of `usd`. Omitted if unknown.',
        }),
      ),
      shared_answers: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Number of units that were not sent because an identical request had been answered.',
        }),
      ),
    }),
    requirements: Type.Optional(
      Type.Array(RequirementResult, {
        description: 'Results for each candidate and scenario. Present if a scenario is a target.',
      }),
    ),
    verdict: Type.Optional(Type.Array(ScenarioVerdict, { description: 'The verdict for each scenario.' })),
    evidence: Type.Optional(Type.Array(Evidence)),
    datasets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            benchmark: Type.String(),
            source: Type.String({ description: 'The title of the source.' }),
            version: Type.String({
              description:
                'The version of the dataset that was used, as in `GET …/sources/{source_id}/versions`.',
            }),
          },
          { title: 'DatasetUsed' },
        ),
        { description: 'The sources that contain the items. Omitted if there are none.' },
      ),
    ),
    smoke_tests: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The benchmarks that are smoke tests, as in `GET /benchmarks`. Omitted if there are none.',
      }),
    ),
    graded_by: Type.Optional(GradedByVersions),
    ...KIND_RESULTS,
    methodology: ResolvedMethodology,
    warnings: Type.Array(Type.String()),
  },
  { title: 'Results' },
);
export type Results = Static<typeof Results>;
