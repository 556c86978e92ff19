import { kindOf } from '../kinds/registry.ts';
import { clusterSizes } from '../plan/clusters.ts';
import { comparesPairs, isAsked, isManyCalls, isScored, type Plan } from '../plan/plan.ts';

/** How much of what an evaluation would observe, before it runs. */
export interface Outline {
  readonly targets: number;
  readonly benchmarks: readonly {
    readonly key: string;
    readonly items: number;
    /** How many units its items are that are independent of each other. */
    readonly units: number;
    /** Whether an item is many calls, whose latencies say nothing of one. */
    readonly isManyCalls: boolean;
  }[];
  /** The keys of its loads. */
  readonly loads: readonly string[];
}

export function outlineOf({ targets, benchmarks }: Plan): Outline {
  return {
    targets: targets.length,
    benchmarks: benchmarks
      .filter((one) => isScored(one) && isAsked(one) && !comparesPairs(one))
      .map((one) => ({
        key: one.key,
        items: one.items,
        units: clusterSizes(one.clusters)?.length ?? one.items,
        isManyCalls: isManyCalls(one),
      })),
    loads: benchmarks.filter((one) => kindOf(one).observe !== undefined).map(({ key }) => key),
  };
}
