import { minRequestsForUpperBound, quantileAdvantage } from '../../../../measure/statistics/statistics.ts';
import { latencySample } from '../../../../measure/traffic/traffic.ts';
import { COMPARED_PERCENTILES, hasMargin } from '../../plan/no-worse.ts';
import { benchmarksOfKind } from '../../plan/plan.ts';
import type { Kind } from '../kind.ts';
import type { MeasuredWindows } from './aggregate.ts';
import type { PlannedLoad } from './describe.ts';

/**
 * Compares the latency percentiles of a candidate with the baseline's; an unanswered request counts as slower than
 * any response.
 */
export const latencyNoWorse: NonNullable<Kind<PlannedLoad, MeasuredWindows[]>['noWorse']> = (
  measured,
  plan,
  { candidate, baseline, margins: { latency_ratio: margin } },
) => {
  if (margin === undefined) return [];
  const compared = benchmarksOfKind(plan, 'load').filter(({ benchmark }) =>
    hasMargin(benchmark, 'latency_ratio'),
  );
  return compared.flatMap(({ benchmark: { key } }) => {
    const windowsOf = (target: number) =>
      measured.find((one) => one.benchmark === key && one.target === target)?.windows ?? [];
    return Object.entries(COMPARED_PERCENTILES).map(([measure, perMille]) => () => {
      const mine = latencySample(windowsOf(candidate), perMille);
      const theirs = latencySample(windowsOf(baseline), perMille);
      const advantage = mine && theirs && quantileAdvantage(mine, theirs, perMille);
      return {
        ...{ benchmark: key, measure, scale: 'ratio' as const, margin },
        candidate: mine?.observed ?? null,
        baseline: theirs?.observed ?? null,
        advantage,
        completions: [],
        n: Math.min(mine?.sorted.length ?? 0, theirs?.sorted.length ?? 0),
        worth: Math.min(mine?.worth ?? 0, theirs?.worth ?? 0),
        clusters: null,
        test: 'order_statistics',
        barred: advantage ? null : 'not_measured',
        fewest: minRequestsForUpperBound(perMille, 1 - plan.methodology.confidence_level),
      };
    });
  });
};
