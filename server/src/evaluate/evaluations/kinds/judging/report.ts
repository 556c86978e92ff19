import { decimal } from '@touchstone/report/figures';
import { toUsdNumber } from '../../../../kernel/money.ts';
import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  krippendorffAlpha,
  ROUNDING_TOLERANCE,
  spearman,
} from '../../../../measure/statistics/statistics.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Calibration, Judging } from '../../schemas/kinds/judging-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { CriterionMeasurement, JudgingMeasurement } from './aggregate.ts';
import { calibrateJudges, ENOUGH_LABELS_FOR_CALIBRATION } from './calibration.ts';

/** Reports the reliability of judges; preferences are reported by `preferenceReport`. */
export async function judgingReport(
  { targets, judges, methodology }: Plan,
  measured: JudgingMeasurement,
): Promise<Judging> {
  const confidence = methodology.confidence_level;
  const labels = targets.map(({ label }) => label);
  const yieldToEventLoop = createYieldToEventLoop();
  const criteria: Judging['criteria'] = [];
  const calibration: Judging['calibration'] = [];
  for (const criterion of measured.criteria) {
    await yieldToEventLoop();
    criteria.push(criterionReport(criterion, confidence));
    const { name, labelled, unlabelled } = criterion;
    const calibrated = calibrateJudges(name, labelled, unlabelled, { labels, confidence });
    if (calibrated) calibration.push(calibrated);
  }
  return {
    judges: measured.judges.map(({ judgements, failed, failures, cost, unpriced }, i) => ({
      judge: judges?.[i]?.label ?? '',
      judgements,
      failed,
      ...(failures.length > 0 && { failures }),
      cost_usd: unpriced === judgements + failed ? null : toUsdNumber(cost),
    })),
    criteria,
    calibration,
  };
}

function criterionReport(
  { name, ratings, lengths }: CriterionMeasurement,
  confidence: number,
): Judging['criteria'][number] {
  const several = ratings.filter((given) => given.length > 1);
  const alike = several.filter((given) => given.every((score) => score === given[0]));
  const correlation = spearman(lengths, confidence);
  return {
    criterion: name,
    answers: lengths.length,
    unanimous: several.length === 0 ? null : alike.length / several.length,
    alpha: several.length === 0 ? null : krippendorffAlpha(ratings, 'interval'),
    length_correlation: correlation && {
      n: correlation.n,
      r: correlation.r,
      ci_low: correlation.ci?.low ?? null,
      ci_high: correlation.ci?.high ?? null,
    },
  };
}

/** The results about judging, its cost, and its warnings. */
export async function reportJudging(
  measured: JudgingMeasurement,
  { plan }: ReportContext,
): Promise<KindReport> {
  const judging = await judgingReport(plan, measured);
  return {
    results: { judging },
    cost: { judge_usd: judgeCost(judging) },
    warnings: judgingWarnings(judging),
  };
}

/** The cost of all judges; null if unknown. */
function judgeCost({ judges }: Judging): number | null {
  const known = judges.flatMap(({ cost_usd }) => cost_usd ?? []);
  return known.length === 0 ? null : known.reduce((total, usd) => total + usd, 0);
}

/** Warnings about judges. */
export function judgingWarnings({ judges, criteria, calibration }: Judging): string[] {
  const said = judges.flatMap((judge) => failureSentence(judge, judges.length));
  if (calibration.length === 0 && criteria.length > 0 && judges.some(({ judgements }) => judgements > 0)) {
    said.push('No response has a label from a person, so the accuracy of the judges is unknown.');
  }
  return said.concat(calibration.flatMap(calibrationWarnings));
}

/** States how much a judge did not grade, why, and what to do. */
function failureSentence(
  { judge, judgements, failed, failures = [] }: Judging['judges'][number],
  panel: number,
): string[] {
  if (failed === 0) return [];
  const lead = judgements === 0 ? 'graded nothing: it failed' : 'failed';
  const messages = failures.map(({ reason, message }) =>
    reason === 'unreadable' ? `its response could not be read: ${message}` : message,
  );
  const why =
    messages.length === 1 ? messages : messages.map((one, i) => `${failures[i]?.judgements} times: ${one}`);
  const unscored = panel === 1 ? 'What it should have graded' : 'What at most half of the judges graded';
  return [
    `${judge} ${lead} on ${failed} of ${judgements + failed} judgements (${why.join('; ')}). ${unscored} is unscored, which counts as missing, not as wrong. Correct the cause, then rescore the evaluation to call the judge again.`,
  ];
}

/** Warnings if labels do not support the judges on one criterion. */
function calibrationWarnings(calibration: Calibration): string[] {
  const { criterion, labels, sensitivity, specificity, kappa, usable, targets } = calibration;
  const said: string[] = [];
  if (sensitivity === null || specificity === null) {
    const alike = sensitivity === null ? 'fail' : 'pass';
    said.push(
      `all ${labels} labels are a ${alike}, so the judges’ error rates are unknown; label randomly chosen responses.`,
    );
  }
  if (!usable) {
    const kappaSaid = kappa === null ? 'no κ' : `κ = ${decimal(kappa)}`;
    said.push(
      `${kappaSaid} on ${labels} labels; scores of judges are usable from κ = 0.6 with ${ENOUGH_LABELS_FOR_CALIBRATION} labels.`,
    );
  }
  return [...said, ...targets.flatMap(impossibleRate)].map((one) => `custom/${criterion}: ${one}`);
}

/**
 * Warns about a corrected rate below 0 or above 1, which is shown unclipped: clipped, it would look like a valid
 * rate.
 */
function impossibleRate({ target_label, corrected_rate }: Calibration['targets'][number]): string[] {
  if (
    corrected_rate === null ||
    (corrected_rate >= -ROUNDING_TOLERANCE && corrected_rate <= 1 + ROUNDING_TOLERANCE)
  )
    return [];
  const seen =
    corrected_rate < 0
      ? 'judges pass a smaller share of its responses than of those that people fail'
      : 'judges pass a larger share of its responses than of those that people pass';
  return [
    `the corrected rate of ${target_label} is ${decimal(corrected_rate)}, which is impossible: ${seen}, so there are too few labels, or the judges’ error rates differ for this target. Label more randomly chosen responses.`,
  ];
}
