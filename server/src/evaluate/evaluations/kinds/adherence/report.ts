import type { Static } from 'typebox';
import { benchmarkAt, type Plan } from '../../plan/plan.ts';
import { estimateItems } from '../../results/item-estimate.ts';
import { lowerIsBetter, type Metrics, metricsBelow, metricsByTarget } from '../../results/metrics.ts';
import type { AdherenceReport } from '../../schemas/kinds/adherence-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { CountedResponses, MeasuredAdherence } from './aggregate.ts';

/** For each target: how many responses break any rule, and how often each rule is kept. */
export function reportAdherence(measured: readonly MeasuredAdherence[], { plan }: ReportContext): KindReport {
  return { results: { adherence: measured.map((one) => reportOf(one, plan)) } };
}

/** The share of responses that break any rule as a metric of each target. */
export function adherenceMetrics(measured: readonly MeasuredAdherence[], plan: Plan): Metrics[] {
  return metricsByTarget(plan, measured, (one) => {
    const { benchmark, breaking } = reportOf(one, plan);
    return metricsBelow(benchmark, { breaking_any_rule: lowerIsBetter(breaking.share) });
  });
}

function reportOf(
  { at, target, breaking, rules }: MeasuredAdherence,
  plan: Plan,
): Static<typeof AdherenceReport> {
  return {
    target_label: plan.targets[target]?.label ?? '',
    benchmark: benchmarkAt(plan, at, 'adherence').key,
    answers: breaking.answers.reduce((sum, n) => sum + n, 0),
    breaking: shareOf(breaking, at, plan),
    rules: [...rules]
      .map(([rule, kept]) => ({ rule, kept: shareOf(kept, at, plan) }))
      .toSorted((a, b) => (a.kept.share ?? 0) - (b.kept.share ?? 0) || (a.rule < b.rule ? -1 : 1)),
  };
}

/** A share with its interval, averaged over items. */
function shareOf({ answers, counted }: CountedResponses, at: number, plan: Plan) {
  const asked = [...answers.keys()].filter((item) => (answers[item] ?? 0) > 0);
  const scores = asked.map((item) => (counted[item] ?? 0) / (answers[item] ?? 1));
  const { estimate, ci_low, ci_high } = estimateItems(plan, plan.benchmarks[at], asked, scores);
  return { share: estimate, ci_low, ci_high };
}
