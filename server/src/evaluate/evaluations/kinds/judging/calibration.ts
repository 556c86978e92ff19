import {
  agreementTable,
  type CorrectedRate,
  cohenKappa,
  type JudgeErrors,
  mean,
  predictionPowered,
  roganGladen,
} from '../../../../measure/statistics/statistics.ts';
import type { Calibration } from '../../schemas/kinds/judging-schemas.ts';

/** One response with the score of a person and that of the judges, 0 to 1. */
export interface LabelledScore {
  target: number;
  human: number;
  judge: number;
}

const PASS_THRESHOLD = 0.5;
/** Landis and Koch's "substantial". */
const USABLE_KAPPA = 0.6;
/**
 * With this many labels, intervals contain the true value in at least 92 % of simulations; with 50 not always
 * (`bench/simulated.ts judges`).
 */
export const ENOUGH_LABELS_FOR_CALIBRATION = 100;

/** With fewer labels, a figure has no interval, because its error cannot be estimated. */
const MIN_LABELS = 15;

const isPass = (score: number) => score >= PASS_THRESHOLD;

/**
 * How well judges agree with people on one criterion, and every target's pass rate and mean score corrected for it.
 * The judges' error rates are assumed to be equal for all targets, so labels of all targets are pooled. Null without
 * labels.
 */
export function calibrateJudges(
  criterion: string,
  labelled: readonly LabelledScore[],
  unlabelled: readonly (readonly number[])[],
  { labels, confidence }: { labels: readonly string[]; confidence: number },
): Calibration | null {
  if (labelled.length === 0) return null;
  const pairs = labelled.map(({ human, judge }) => [isPass(human), isPass(judge)] as const);
  const kappa = cohenKappa(agreementTable(pairs, [true, false]), confidence);
  const errors = judgeErrors(pairs);
  const { right, wrong } = errors;
  // If all labels are equal, or people and judges always agree, there is no error from which to build an interval.
  const isSure = right.n > 0 && wrong.n > 0 && labelled.length >= MIN_LABELS;
  const kappaCi = isSure && kappa !== null && kappa.se > 0 ? kappa.ci : null;
  return {
    criterion,
    labels: labelled.length,
    usable: kappa !== null && kappa.kappa >= USABLE_KAPPA && labelled.length >= ENOUGH_LABELS_FOR_CALIBRATION,
    agreement: pairs.filter(([human, judge]) => human === judge).length / pairs.length,
    kappa: kappa?.kappa ?? null,
    kappa_ci_low: kappaCi?.low ?? null,
    kappa_ci_high: kappaCi?.high ?? null,
    sensitivity: right.n === 0 ? null : right.agreed / right.n,
    specificity: wrong.n === 0 ? null : wrong.agreed / wrong.n,
    targets: labels.flatMap((target_label, target) => {
      const own = labelled.filter((one) => one.target === target);
      return correctTarget(target_label, own, unlabelled[target] ?? [], { errors, confidence });
    }),
  };
}

function judgeErrors(pairs: readonly (readonly [human: boolean, judge: boolean])[]): JudgeErrors {
  const among = (human: boolean) => {
    const those = pairs.filter((pair) => pair[0] === human);
    return { agreed: those.filter((pair) => pair[1] === human).length, n: those.length };
  };
  return { right: among(true), wrong: among(false) };
}

function correctTarget(
  target_label: string,
  labelled: readonly LabelledScore[],
  unlabelled: readonly number[],
  { errors, confidence }: { errors: JudgeErrors; confidence: number },
): Calibration['targets'] {
  const judged = [...unlabelled, ...labelled.map(({ judge }) => judge)];
  if (judged.length === 0) return [];
  const passed = judged.filter(isPass).length;
  const known = errors.right.n > 0 && errors.wrong.n > 0;
  const rate = known ? roganGladen({ passed, n: judged.length }, errors, confidence) : null;
  const score = predictionPowered({ unlabelled, labelled }, confidence);
  const enough = errors.right.n + errors.wrong.n >= MIN_LABELS;
  const varies = labelled.some(({ human }) => human !== labelled[0]?.human);
  return [
    {
      target_label,
      judged_rate: passed / judged.length,
      corrected_rate: rate?.estimate ?? null,
      ...bounds('corrected_rate', enough ? rate : null),
      judged_score: mean(judged),
      corrected_score: score?.estimate ?? null,
      ...bounds('corrected_score', varies && labelled.length >= MIN_LABELS ? score : null),
    },
  ];
}

type Name = 'corrected_rate' | 'corrected_score';
type Bounds<N extends Name> = Record<`${N}_ci_low` | `${N}_ci_high`, number | null>;

function bounds<N extends Name>(name: N, corrected: CorrectedRate | null): Bounds<N> {
  return {
    [`${name}_ci_low`]: corrected?.ci.low ?? null,
    [`${name}_ci_high`]: corrected?.ci.high ?? null,
  } as Bounds<N>;
}
