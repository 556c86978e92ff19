import { type Static, Type } from 'typebox';
import { Count, Nullable } from '../../http/schemas.ts';

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
        Type.Number({ description: 'The same, corrected for the judges’ errors (Rogan and Gladen).' }),
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

export const Judging = Type.Object(
  {
    judges: Type.Array(
      Type.Object({
        judge: Type.String(),
        judgements: Count,
        failed: Type.Integer({ minimum: 0, description: 'Asked again when the evaluation is graded again.' }),
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
        length_correlation: Nullable(
          Type.Object(
            { n: Count, r: Type.Number(), ci_low: Figure, ci_high: Figure },
            { description: 'Spearman’s, of the score and the length of the answer.' },
          ),
        ),
      }),
    ),
    calibration: Type.Array(Calibration, { description: 'Against labels, where there are any.' }),
  },
  { title: 'Judging' },
);
export type Judging = Static<typeof Judging>;
