import { countPairs } from '../plan/target-pairs.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Metrics } from './metrics.ts';

/**
 * With more targets than this the differences that only describe a run are not listed pair by pair: of 20 targets they
 * would be 190 for each metric, around the few that have an outcome.
 */
export const MOST_DESCRIBED_IN_PAIRS = 4;

/** The lowest and highest value of each metric that two targets or more have; nothing where the pairs are listed. */
export function metricRanges(
  labels: readonly string[],
  metrics: readonly Metrics[],
): Pick<Results, 'metric_ranges'> {
  if (labels.length <= MOST_DESCRIBED_IN_PAIRS) return {};
  const names = [...new Set(metrics.flatMap(Object.keys))];
  const ranges = names.flatMap((metric) => {
    const known = labels.flatMap((target_label, i) => {
      const found = metrics[i]?.[metric];
      return found === undefined ? [] : [{ target_label, ...found }];
    });
    const sorted = known.toSorted((a, b) => a.value - b.value);
    const [lowest, highest] = [sorted[0], sorted.at(-1)];
    if (!lowest || !highest || known.length < 2) return [];
    const at = ({ target_label, value }: typeof lowest) => ({ target_label, value });
    return [
      {
        metric,
        direction: lowest.direction,
        lowest: at(lowest),
        highest: at(highest),
        differences: countPairs(known.length),
      },
    ];
  });
  return ranges.length === 0 ? {} : { metric_ranges: ranges };
}
