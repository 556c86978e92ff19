import type { Static } from 'typebox';
import { estimateScore } from '../../../../measure/statistics/statistics.ts';
import { numberClusters } from '../../plan/clusters.ts';
import { benchmarkAt, type Plan } from '../../plan/plan.ts';
import { lowerIsBetter, type Metrics, metricsBelow } from '../../results/metrics.ts';
import type { AdherenceReport } from '../../schemas/kinds/adherence-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { CountedResponses, MeasuredAdherence } from './aggregate.ts';

/** How many responses break any rule, and how often each rule is kept, target by target. */
export function reportAdherence(measured: readonly MeasuredAdherence[], { plan }: ReportContext): KindReport {
  return { results: { adherence: measured.map((one) => reportOf(one, plan)) } };
}

/** The share of responses that break any rule as a metric of each target. */
export function adherenceMetrics(measured: readonly MeasuredAdherence[], plan: Plan): Metrics[] {
  return plan.targets.map((_, target) =>
    Object.assign(
      {},
      ...measured
        .filter((one) => one.target === target)
        .map((one) => {
          const { benchmark, breaking } = reportOf(one, plan);
          return metricsBelow(benchmark, { breaking_any_rule: lowerIsBetter(breaking.share) });
        }),
    ),
  );
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

/** A share with its interval: the mean over items, of which those of one cluster are not independent. */
function shareOf({ answers, counted }: CountedResponses, at: number, { benchmarks, methodology }: Plan) {
  const numbers = numberClusters(benchmarks[at]?.clusters);
  const asked = [...answers.keys()].filter((item) => (answers[item] ?? 0) > 0);
  const scores = asked.map((item) => (counted[item] ?? 0) / (answers[item] ?? 1));
  const { estimate, ci_low, ci_high } = estimateScore({
    scores,
    binary: methodology.epochs === 1,
    ...(numbers && { clusters: asked.map((item) => numbers[item] as number) }),
    confidence: methodology.confidence_level,
  });
  return { share: estimate, ci_low, ci_high };
}
