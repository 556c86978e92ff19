import {
  calibrateJudges,
  type LabelledScore,
} from '../../src/evaluate/evaluations/kinds/judging/calibration.ts';
import {
  createRandom,
  type Preference,
  positionBias,
  type Random,
  type SwappedPair,
} from '../../src/measure/statistics/statistics.ts';

const CONFIDENCE = 0.95;

/** A judge of known errors, and what it is tried on. */
export interface JudgeTrial {
  /** The share of right answers. */
  rate: number;
  sensitivity: number;
  specificity: number;
  /** Answers that are judged, and how many of them people label. */
  answers: number;
  labels: number;
  /** The share of comparisons it decides by the order alone, and of those it calls a tie. */
  byOrder: number;
  ties: number;
  /** Pairs compared in both orders. */
  pairs: number;
}

/** What intervals are tried for. */
export const FIGURES = ['kappa', 'corrected rate', 'corrected score', 'position bias'] as const;
export type Figure = (typeof FIGURES)[number];

/** How often the 95 % interval of each figure holds the truth; a run without an interval does not. */
export function coverageOf(trial: JudgeTrial, runs: number, seed: number): Record<Figure, number> {
  const truth = truthOf(trial);
  const held: Record<Figure, number> = {
    kappa: 0,
    'corrected rate': 0,
    'corrected score': 0,
    'position bias': 0,
  };
  for (let run = 0; run < runs; run++) {
    const random = createRandom(seed, 'judges', String(run));
    const intervals = { ...calibrated(trial, random), 'position bias': biased(trial, random) };
    for (const figure of FIGURES) {
      const [low, high] = intervals[figure];
      if (low !== null && high !== null && low <= truth[figure] && truth[figure] <= high) held[figure]++;
    }
  }
  for (const figure of FIGURES) held[figure] /= runs;
  return held;
}

type Bounds = readonly [low: number | null, high: number | null];

function truthOf({ rate, sensitivity, specificity, byOrder }: JudgeTrial): Record<Figure, number> {
  const agreed = rate * sensitivity + (1 - rate) * specificity;
  const passed = rate * sensitivity + (1 - rate) * (1 - specificity);
  const chance = rate * passed + (1 - rate) * (1 - passed);
  return {
    kappa: (agreed - chance) / (1 - chance),
    'corrected rate': rate,
    'corrected score': rate,
    // Of the others it decides by order, half are first; so P(first) = byOrder + (1 − byOrder)/2.
    'position bias': byOrder / 2,
  };
}

function calibrated(trial: JudgeTrial, random: Random): Record<Exclude<Figure, 'position bias'>, Bounds> {
  const { rate, sensitivity, specificity, answers, labels } = trial;
  const labelled: LabelledScore[] = [];
  const unlabelled: number[] = [];
  for (let i = 0; i < answers; i++) {
    const human = random.fraction() < rate ? 1 : 0;
    const passes = random.fraction() < (human === 1 ? sensitivity : 1 - specificity);
    if (i < labels) labelled.push({ target: 0, human, judge: passes ? 1 : 0 });
    else unlabelled.push(passes ? 1 : 0);
  }
  const of = { labels: ['target'], confidence: CONFIDENCE };
  const found = calibrateJudges('criterion', labelled, [unlabelled], of);
  const target = found?.targets[0];
  return {
    kappa: [found?.kappa_ci_low ?? null, found?.kappa_ci_high ?? null],
    'corrected rate': [target?.corrected_rate_ci_low ?? null, target?.corrected_rate_ci_high ?? null],
    'corrected score': [target?.corrected_score_ci_low ?? null, target?.corrected_score_ci_high ?? null],
  };
}

function biased({ byOrder, ties, pairs }: JudgeTrial, random: Random): Bounds {
  const compare = (firstIsBetter: boolean): Preference => {
    if (random.fraction() < ties) return 'tie';
    if (random.fraction() < byOrder) return 'first';
    return firstIsBetter ? 'first' : 'second';
  };
  const judged = Array.from({ length: pairs }, (): SwappedPair => {
    const isABetter = random.fraction() < 0.6;
    return { aFirst: compare(isABetter), bFirst: compare(!isABetter) };
  });
  const ci = positionBias(judged, CONFIDENCE)?.bias_ci;
  return [ci?.low ?? null, ci?.high ?? null];
}
