import { checkCount, checkFinite, type Interval, ROUNDING_TOLERANCE, zFromConfidence } from './interval.ts';
import { mean, sampleVariance } from './one-sample.ts';

export interface CorrectedRate {
  readonly estimate: number;
  readonly se: number;
  readonly ci: Interval;
}

/** How often a judge agreed with a person's labels. */
export interface JudgeErrors {
  /** Number of items that the person labelled right, and on how many of them the judge agreed. */
  readonly right: { readonly agreed: number; readonly n: number };
  /** Number of items that the person labelled wrong, and on how many of them the judge agreed. */
  readonly wrong: { readonly agreed: number; readonly n: number };
}

function intervalAround(estimate: number, variance: number, confidence: number): CorrectedRate {
  const se = Math.sqrt(variance);
  const half = zFromConfidence(confidence) * se;
  return { estimate, se, ci: { low: estimate - half, high: estimate + half } };
}

/**
 * The true rate of right answers behind a judge's rate (Rogan and Gladen 1978): θ̂ = (p + spec − 1)/J with Youden's J =
 * sens + spec − 1, and the variance of p, sens and spec together. `passed` of `n` answers passed the judge. Estimate
 * and interval are not limited to [0,1]: outside of it the judge's errors and its rate contradict each other. Null if J
 * ≤ 0, because a judge no better than chance cannot be corrected. A share of 0 or 1 would have no variance although it
 * is uncertain, so Laplace's (x + 1)/(n + 2) is used instead.
 */
export function roganGladen(
  { passed, n }: { passed: number; n: number },
  { right, wrong }: JudgeErrors,
  confidence: number,
): CorrectedRate | null {
  for (const count of [n, right.n, wrong.n]) checkCount('A number of items', count, 1);
  const p = passed / n;
  const sens = right.agreed / right.n;
  const spec = wrong.agreed / wrong.n;
  const youden = sens + spec - 1;
  if (youden <= ROUNDING_TOLERANCE) return null;
  const theta = (p + spec - 1) / youden;
  const variance =
    varianceOf(passed, n) +
    theta ** 2 * varianceOf(right.agreed, right.n) +
    (1 - theta) ** 2 * varianceOf(wrong.agreed, wrong.n);
  return intervalAround(theta, variance / youden ** 2, confidence);
}

function varianceOf(count: number, n: number): number {
  const share = count === 0 || count === n ? (count + 1) / (n + 2) : count / n;
  return (share * (1 - share)) / n;
}

/** A judge's scores for all items, and a person's for some of them. */
export interface JudgedScores {
  /** The judge's scores for items without a person's label. */
  readonly unlabelled: readonly number[];
  /** Both scores of the labelled items. */
  readonly labelled: readonly { readonly human: number; readonly judge: number }[];
}

/** The sample covariance of human and judge scores. */
function covariance(labelled: JudgedScores['labelled']): number {
  const humans = mean(labelled.map(({ human }) => human));
  const judges = mean(labelled.map(({ judge }) => judge));
  const products = labelled.map(({ human, judge }) => (human - humans) * (judge - judges));
  return products.reduce((sum, product) => sum + product, 0) / (labelled.length - 1);
}

/** λ of PPI++, which minimises the variance; 0 for a judge whose scores are all the same. */
function bestWeight({ unlabelled, labelled }: JudgedScores): number {
  const spread = sampleVariance([...unlabelled, ...labelled.map(({ judge }) => judge)]) as number;
  if (spread === 0) return 0;
  return covariance(labelled) / ((1 + labelled.length / unlabelled.length) * spread);
}

/**
 * Prediction-powered inference (Angelopoulos et al. 2023): the mean human score, from few human labels and many
 * judgements: θ̂ = λ·mean(judge, N) + mean(human − λ·judge, n), with λ of PPI++ (Angelopoulos, Duchi, Zrnic 2023) or as
 * given: 1 is plain PPI, 0 uses only the labels. Unlike Rogan-Gladen it accepts any score. Null for fewer than two of
 * either.
 */
export function predictionPowered(
  scores: JudgedScores,
  confidence: number,
  given?: number,
): (CorrectedRate & { readonly weight: number }) | null {
  const { unlabelled, labelled } = scores;
  if (unlabelled.length < 2 || labelled.length < 2) return null;
  checkFinite([...unlabelled, ...labelled.flatMap(({ human, judge }) => [human, judge])]);
  const weight = given ?? bestWeight(scores);
  const rests = labelled.map(({ human, judge }) => human - weight * judge);
  const variance =
    (weight ** 2 * (sampleVariance(unlabelled) as number)) / unlabelled.length +
    (sampleVariance(rests) as number) / rests.length;
  return { ...intervalAround(weight * mean(unlabelled) + mean(rests), variance, confidence), weight };
}
