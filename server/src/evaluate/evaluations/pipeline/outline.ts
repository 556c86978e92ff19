import { needsNetwork } from '../../../models/models.ts';
import { kindOf } from '../kinds/registry.ts';
import { clusterSizes } from '../plan/clusters.ts';
import { comparesPairs, isAsked, isManyCalls, isScored, type Plan } from '../plan/plan.ts';

/** How much of what an evaluation would observe, before it runs. */
export interface Outline {
  /** What the targets that are asked and the scenarios are called, each in the order of the definition. */
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
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
  /** Targets and judges of which neither a price is known nor their answers say what they cost. */
  readonly unpriced: readonly string[];
}

export function outlineOf({ targets, judges = [], scenarios = [], benchmarks }: Plan): Outline {
  return {
    targets: targets.map(({ label }) => label),
    scenarios: scenarios.map(({ label }) => label),
    benchmarks: benchmarks
      .filter((one) => isScored(one) && isAsked(one) && !comparesPairs(one))
      .map((one) => ({
        key: one.key,
        items: one.items,
        units: clusterSizes(one.clusters)?.length ?? one.items,
        isManyCalls: isManyCalls(one),
      })),
    loads: benchmarks.filter((one) => kindOf(one).observe !== undefined).map(({ key }) => key),
    unpriced: [...targets, ...judges]
      .filter(
        (one) =>
          needsNetwork(one) && one.price === undefined && one.endpoint?.response.cost_usd === undefined,
      )
      .map(({ label }) => label),
  };
}
