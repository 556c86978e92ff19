import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../../platform/http/schemas.ts';

const Outcome = OneOf(
  ['no_worse', 'worse', 'undecided'],
  '`no_worse`: shown to be better, equal, or worse by less than the margin. `worse`: shown to be worse by more than the margin.',
);

/** One measure of a candidate compared with the baseline. */
const NoWorseMeasure = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String({ description: 'The key of a score, or a benchmark of tasks or load.' }),
    measure: Type.String({
      description: '`score`, `success`, `latency_p50`, `latency_p95`, `latency_p99` or `cost_per_solved`.',
    }),
    scale: OneOf(
      ['difference', 'ratio'],
      '`difference`: candidate − baseline, no worse above −margin. `ratio`: candidate / baseline, no worse below `margin`.',
    ),
    margin: Type.Number(),
    candidate: Nullable(
      Type.Number({
        description:
          'The score, ms or USD of the candidate, over the items that candidate and baseline both have.',
      }),
    ),
    baseline: Nullable(Type.Number()),
    observed: Nullable(
      Type.Number({
        description: 'The observed difference or ratio; null if it is missing or infinite.',
      }),
    ),
    ci_low: Nullable(
      Type.Number({
        description:
          'A one-sided bound. For differences, the lower bound is at `level` and the upper at `worse_level`; for ratios, the reverse. The outcome follows from the position of the bounds relative to the margin.',
      }),
    ),
    ci_high: Nullable(Type.Number()),
    p_no_worse: Nullable(
      Type.Number({
        description:
          'The one-sided p-value under the null hypothesis that the difference is at least the margin, with missing items at their worst value.',
      }),
    ),
    p_worse: Nullable(
      Type.Number({
        description:
          'The one-sided p-value under the null hypothesis that the difference is at most the margin.',
      }),
    ),
    level: Type.Number({
      description: 'The level for `no_worse`, after correction over the candidates.',
    }),
    worse_level: Type.Number({
      description: 'The level for `worse`, after correction over the candidates of this measure.',
    }),
    test: Nullable(Type.String()),
    n: Type.Integer({
      minimum: 0,
      description: 'Number of items that both have, or of requests of the target with fewer.',
    }),
    worth: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'The effective number of independent requests of the target with fewer.',
      }),
    ),
    clusters: Nullable(Type.Integer({ minimum: 0 })),
    outcome: Outcome,
    reason: Type.String(),
    exploratory: Type.Boolean({
      description: 'Whether the result rests on only 15 to 29 items or clusters. Treat it as a hint.',
    }),
    n_needed: Nullable(
      Type.Integer({
        description:
          'The approximate number of items, or of requests for each target, that would decide the outcome.',
      }),
    ),
    sentence: Type.String(),
  },
  { title: 'NoWorseMeasure' },
);
export type NoWorseMeasure = Static<typeof NoWorseMeasure>;

/** The response cost of a candidate relative to the baseline's, on the same items. */
export const AnswerCost = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    candidate_usd: Type.Number({
      description: 'The mean cost of a response over the items that both answered.',
    }),
    baseline_usd: Type.Number(),
    ratio: Nullable(Type.Number({ description: 'candidate / baseline; null if either costs nothing.' })),
    ci_low: Nullable(
      Type.Number({
        description:
          'A two-sided bound at `confidence_level`. It reflects how token usage varies between items; prices are treated as exact.',
      }),
    ),
    ci_high: Nullable(Type.Number()),
    n: Type.Integer({
      minimum: 1,
      description: 'Number of items that both answered and whose costs are known.',
    }),
    sentence: Type.String(),
  },
  { title: 'AnswerCost' },
);
export type AnswerCost = Static<typeof AnswerCost>;

const Names = Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
  description: 'Number of responses by name. The empty name counts responses without one.',
});

/** The models that responded for a target, as returned with its responses. */
const Served = Type.Object(
  { target_label: Type.String(), models: Names, routes: Names, fingerprints: Names },
  { title: 'Served' },
);

export const NoWorse = Type.Object(
  {
    baseline: Type.String(),
    candidates: Type.Array(
      Type.Object({
        target_label: Type.String(),
        outcome: Type.Unsafe<NoWorseMeasure['outcome']>({
          ...Outcome,
          description: '`no_worse` for all measures, `worse` for at least one, otherwise `undecided`.',
        }),
        sentence: Type.String(),
      }),
    ),
    measures: Type.Array(NoWorseMeasure),
    costs: Type.Optional(
      Type.Array(AnswerCost, {
        description: 'Response costs for each candidate and benchmark for which the costs of both are known.',
      }),
    ),
    served: Type.Optional(
      Type.Array(Served, {
        description:
          'The models, routes and configurations named in the responses of the baseline and of each candidate.',
      }),
    ),
  },
  {
    title: 'NoWorse',
    description:
      'The result for question `no_worse`, once everything is measured. See docs/explanation/statistics.md.',
  },
);
export type NoWorse = Static<typeof NoWorse>;
