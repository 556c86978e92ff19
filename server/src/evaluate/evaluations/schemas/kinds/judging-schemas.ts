import { type Static, Type } from 'typebox';
import { Count, Nullable } from '../../../../platform/http/schemas.ts';

const Figure = Nullable(Type.Number());

export const Calibration = Type.Object({
  criterion: Type.String(),
  labels: Type.Integer({
    minimum: 0,
    description: 'Number of responses graded by both a person and the judges.',
  }),
  usable: Type.Boolean({
    description: 'Whether the judges are calibrated: κ of at least 0.6 on at least 100 labels.',
  }),
  agreement: Figure,
  kappa: Nullable(Type.Number({ description: 'Cohen’s κ between pass (a score of at least ½) and fail.' })),
  kappa_ci_low: Figure,
  kappa_ci_high: Figure,
  sensitivity: Nullable(
    Type.Number({ description: 'Among responses that people pass, the share that judges also pass.' }),
  ),
  specificity: Nullable(
    Type.Number({ description: 'Among responses that people fail, the share that judges also fail.' }),
  ),
  targets: Type.Array(
    Type.Object({
      target_label: Type.String(),
      judged_rate: Type.Number({ description: 'The share of responses that judges pass.' }),
      corrected_rate: Nullable(
        Type.Number({
          description:
            'The pass rate corrected for the judges’ errors (Rogan and Gladen). It and its interval are not cut at 0 and 1; a value outside means that the labels contradict the judged rate.',
        }),
      ),
      corrected_rate_ci_low: Figure,
      corrected_rate_ci_high: Figure,
      judged_score: Type.Number(),
      corrected_score: Nullable(
        Type.Number({
          description: 'The mean score that people would give, estimated from labels and judgements (PPI++).',
        }),
      ),
      corrected_score_ci_low: Figure,
      corrected_score_ci_high: Figure,
    }),
  ),
});
export type Calibration = Static<typeof Calibration>;

const LengthCorrelation = Nullable(
  Type.Object(
    { n: Count, r: Type.Number(), ci_low: Figure, ci_high: Figure },
    {
      description:
        'Spearman’s correlation between score and response length; for pairs, between preference and difference in length.',
    },
  ),
);

const Preferences = Type.Object(
  {
    pairs: Type.Array(
      Type.Object({
        target_a: Type.String(),
        target_b: Type.String(),
        compared: Type.Integer({
          minimum: 0,
          description: 'Number of compared pairs of responses; each epoch counts.',
        }),
        wins_a: Count,
        wins_b: Count,
        ties: Count,
        win_rate: Nullable(
          Type.Number({ description: 'The win rate of `target_a` over items; a tie counts half.' }),
        ),
        ci_low: Nullable(
          Type.Number({ description: 'The lower bound; null while results are provisional.' }),
        ),
        ci_high: Figure,
      }),
    ),
    ranking: Nullable(
      Type.Object(
        {
          half_wins_added: Type.Boolean({
            description:
              'Whether half a win was added in each direction because a target never won or never lost. This pulls all strengths together.',
          }),
          targets: Type.Array(
            Type.Object({
              target_label: Type.String(),
              strength: Type.Number({
                description: 'The strength, scaled to a geometric mean of 1: P(i beats j) = pᵢ/(pᵢ + pⱼ).',
              }),
              log_strength: Type.Number(),
              se: Type.Number({ description: 'The standard error of `log_strength` for independent items.' }),
              elo: Type.Number(),
            }),
          ),
        },
        {
          description:
            'The Bradley–Terry ranking, best first, of targets that were compared and have equal coverage. Null for fewer than three.',
        },
      ),
    ),
    position: Type.Array(
      Type.Object({
        judge: Type.String(),
        pairs: Type.Integer({
          minimum: 0,
          description: 'Number of pairs that the judge compared in both orders.',
        }),
        consistency: Nullable(
          Type.Number({ description: 'The share of pairs with the same preference in both orders.' }),
        ),
        consistency_ci_low: Figure,
        consistency_ci_high: Figure,
        bias: Nullable(
          Type.Number({
            description: 'The position bias: P(the first response wins) − ½ over decided pairs.',
          }),
        ),
        bias_ci_low: Figure,
        bias_ci_high: Figure,
      }),
    ),
    length_correlation: LengthCorrelation,
  },
  { title: 'Preferences' },
);
export type Preferences = Static<typeof Preferences>;

export const Judging = Type.Object(
  {
    judges: Type.Array(
      Type.Object({
        judge: Type.String(),
        judgements: Count,
        failed: Type.Integer({
          minimum: 0,
          description: 'Number of failed judgements. Rescoring requests them again.',
        }),
        failures: Type.Optional(
          Type.Array(
            Type.Object({
              reason: Type.String({
                description: '`unreadable`, or the failure class of the call, as for targets.',
              }),
              judgements: Count,
              message: Type.String({
                description: 'An example: the message that the provider sent with one of these failures.',
              }),
            }),
            { description: 'Reasons for failed judgements, most frequent first. Omitted if none failed.' },
          ),
        ),
        cost_usd: Figure,
      }),
    ),
    criteria: Type.Array(
      Type.Object({
        criterion: Type.String(),
        answers: Count,
        unanimous: Nullable(
          Type.Number({
            description: 'The share of responses on which all judges agree; null with one judge.',
          }),
        ),
        alpha: Nullable(Type.Number({ description: 'Krippendorff’s α between the judges.' })),
        length_correlation: LengthCorrelation,
      }),
    ),
    calibration: Type.Array(Calibration, { description: 'Agreement of the judges with people’s labels.' }),
    preferences: Type.Optional(Preferences),
  },
  { title: 'Judging' },
);
export type Judging = Static<typeof Judging>;
