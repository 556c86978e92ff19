import { toUsdNumber } from '../../kernel/money.ts';
import { createGiveWay } from '../give-way.ts';
import type { Plan } from '../plan.ts';
import { krippendorffAlpha, spearman } from '../statistics/statistics.ts';
import { calibrate } from './calibration.ts';
import type { Judging } from './judging-schemas.ts';
import type { CriterionFacts, JudgingFacts } from './measure-judging.ts';
import { preferenceWarnings } from './preference-report.ts';

/** What is to be known of the judges before their scores are believed; what they prefer is `preferenceReport`. */
export async function judgingReport(
  { targets, judges, methodology }: Plan,
  facts: JudgingFacts,
): Promise<Judging> {
  const confidence = methodology.confidence_level;
  const labels = targets.map(({ label }) => label);
  const giveWay = createGiveWay();
  const criteria: Judging['criteria'] = [];
  const calibration: Judging['calibration'] = [];
  for (const criterion of facts.criteria) {
    await giveWay();
    criteria.push(criterionReport(criterion, confidence));
    const { name, labelled, unlabelled } = criterion;
    const calibrated = calibrate(name, labelled, unlabelled, { labels, confidence });
    if (calibrated) calibration.push(calibrated);
  }
  return {
    judges: facts.judges.map(({ judgements, failed, cost, unpriced }, i) => ({
      judge: judges?.[i]?.label ?? '',
      judgements,
      failed,
      cost_usd: unpriced === judgements + failed ? null : toUsdNumber(cost),
    })),
    criteria,
    calibration,
  };
}

function criterionReport(
  { name, ratings, lengths }: CriterionFacts,
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

/** What of it must not be overlooked. */
export function judgingWarnings({ judges, criteria, calibration, preferences }: Judging): string[] {
  const said = judges.flatMap(({ judge, failed }) =>
    failed === 0
      ? []
      : [`${judge} failed on ${failed} judgements; grade the evaluation again to ask it again.`],
  );
  if (preferences) said.push(...preferenceWarnings(preferences));
  if (calibration.length === 0 && criteria.length > 0) {
    said.push('No person has labelled any answer: how far the judges can be believed is not known.');
  }
  for (const { criterion, labels, sensitivity, specificity } of calibration) {
    if (sensitivity !== null && specificity !== null) continue;
    const alike = sensitivity === null ? 'fail' : 'pass';
    said.push(
      `custom/${criterion}: all ${labels} labels are a ${alike}, so the judges’ errors are not known; label answers drawn at random.`,
    );
  }
  return said.concat(
    calibration
      .filter(({ usable }) => !usable)
      .map(({ criterion, labels, kappa }) => {
        const kappaSaid = kappa === null ? 'no κ' : `κ = ${kappa.toFixed(2)}`;
        return `custom/${criterion}: ${kappaSaid} on ${labels} labels; scores of judges are usable from κ = 0.6 on 100 labels.`;
      }),
  );
}
