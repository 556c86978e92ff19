import { estimateScore } from '../../../measure/statistics/statistics.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { numberClusters } from '../plan/clusters.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * The mean score of these items with its interval, in which items of one cluster are not independent. `binary`: each
 * score is 0 or 1 and observed once.
 */
export function estimateItems(
  { methodology: { epochs, confidence_level } }: Plan,
  benchmark: Pick<PlannedBenchmark, 'clusters'> | undefined,
  items: readonly number[],
  scores: readonly number[],
  binary: boolean = epochs === 1 && scores.every((score) => score === 0 || score === 1),
) {
  const numbers = numberClusters(benchmark?.clusters);
  return estimateScore({
    scores,
    binary,
    ...(numbers && { clusters: items.map((item) => numbers[item] as number) }),
    confidence: confidence_level,
  });
}
