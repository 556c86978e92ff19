import { countPairs } from '../plan/target-pairs.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Metrics } from './metrics.ts';

/** With fewer targets the pairs are few; 20 targets have 190 pairs for each metric. */
const MIN_TARGETS = 5;

/** The lowest and highest value of each metric that at least two targets have, with the number of pairs. */
export function metricRanges(
  labels: readonly string[],
  metrics: readonly Metrics[],
): Pick<Results, 'metric_ranges'> {
  if (labels.length < MIN_TARGETS) return {};
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
