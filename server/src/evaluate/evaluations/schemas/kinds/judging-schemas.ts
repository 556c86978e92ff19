import { type Static, Type } from 'typebox';
import { Count, Nullable } from '../../../../platform/http/schemas.ts';

const Figure = Nullable(Type.Number());

export const Calibration = Type.Object({
  criterion: Type.String(),
  labels: Type.Integer({ minimum: 0, description: 'Answers that both a person and the judges graded.' }),
  usable: Type.Boolean({ description: 'κ of 0.6 or more, on 100 labels or more.' }),
  agreement: Figure,
  kappa: Nullable(Type.Number({ description: 'Cohen’s κ of pass (a score of at least ½) and fail.' })),
  kappa_ci_low: Figure,
  kappa_ci_high: Figure,
  sensitivity: Nullable(Type.Number({ description: 'Of what people pass, the share judges pass.' })),
  specificity: Nullable(Type.Number({ description: 'Of what people fail, the share judges fail.' })),
  targets: Type.Array(
    Type.Object({
      target_label: Type.String(),
      judged_rate: Type.Number({ description: 'The share of answers judges pass.' }),
      corrected_rate: Nullable(
        Type.Number({
          description:
            'The same, corrected for the judges’ errors (Rogan and Gladen). Neither it nor its interval is cut at 0 and 1: outside, the labels and the judged rate contradict each other.',
        }),
      ),
      corrected_rate_ci_low: Figure,
      corrected_rate_ci_high: Figure,
      judged_score: Type.Number(),
      corrected_score: Nullable(
        Type.Number({ description: 'The mean score by people, from labels and judgements (PPI++).' }),
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
        'Spearman’s, of the score and the length of the answer; of two answers, by how much one is longer.',
    },
  ),
);

const Preferences = Type.Object(
  {
    pairs: Type.Array(
      Type.Object({
        target_a: Type.String(),
        target_b: Type.String(),
        compared: Type.Integer({ minimum: 0, description: 'Pairs of answers; with epochs each counts.' }),
        wins_a: Count,
        wins_b: Count,
        ties: Count,
        win_rate: Nullable(Type.Number({ description: 'Of target_a, over items; a tie counts half.' })),
        ci_low: Nullable(Type.Number({ description: 'Null while results are provisional.' })),
        ci_high: Figure,
      }),
    ),
    ranking: Nullable(
      Type.Object(
        {
          half_wins_added: Type.Boolean({
            description:
              'Someone never won or never lost: ½ a win was added each way, which pulls all together.',
          }),
          targets: Type.Array(
            Type.Object({
              target_label: Type.String(),
              strength: Type.Number({ description: 'Geometric mean 1: P(i beats j) = pᵢ/(pᵢ + pⱼ).' }),
              log_strength: Type.Number(),
              se: Type.Number({ description: 'Of log_strength, with items taken as independent.' }),
              elo: Type.Number(),
            }),
          ),
        },
        {
          description:
            'By Bradley and Terry, best first: targets that were compared with any other and whose coverage is that of any other; null below three.',
        },
      ),
    ),
    position: Type.Array(
      Type.Object({
        judge: Type.String(),
        pairs: Type.Integer({ minimum: 0, description: 'That it compared in both orders.' }),
        consistency: Nullable(Type.Number({ description: 'The share with the same answer in both orders.' })),
        consistency_ci_low: Figure,
        consistency_ci_high: Figure,
        bias: Nullable(Type.Number({ description: 'P(the first shown wins) − ½, of what it decided.' })),
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
        failed: Type.Integer({ minimum: 0, description: 'Asked again when the evaluation is graded again.' }),
        failures: Type.Optional(
          Type.Array(
            Type.Object({
              reason: Type.String({
                description: '`unreadable`, or the class of the failure of its call, as for targets.',
              }),
              judgements: Count,
              message: Type.String({ description: 'Of one of them, in the words of its provider.' }),
            }),
            { description: 'Why judgements failed, most frequent first; absent where none failed.' },
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
          Type.Number({ description: 'The share of answers all judges grade alike; null with one judge.' }),
        ),
        alpha: Nullable(Type.Number({ description: 'Krippendorff’s α of the judges.' })),
        length_correlation: LengthCorrelation,
      }),
    ),
    calibration: Type.Array(Calibration, { description: 'Against labels, where there are any.' }),
    preferences: Type.Optional(Preferences),
  },
  { title: 'Judging' },
);
export type Judging = Static<typeof Judging>;
