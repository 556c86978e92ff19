import { type Models, needsNetwork } from '../../../models/models.ts';
import { kindOf } from '../kinds/registry.ts';
import { clusterSizes } from '../plan/clusters.ts';
import { asksForScores, comparesPairs, hasScores, makesManyCalls, type Plan } from '../plan/plan.ts';
import { chargedPrice } from '../plan/targets.ts';

/** What an evaluation would observe, known before it runs. */
export interface Outline {
  /** Labels of the called targets and the scenarios, each in the order of the definition. */
  readonly targets: readonly string[];
  readonly scenarios: readonly string[];
  readonly benchmarks: readonly {
    readonly key: string;
    readonly items: number;
    /** Number of independent units among its items. */
    readonly units: number;
    /** Whether an item is several calls, so that its latency is not that of a call. */
    readonly isManyCalls: boolean;
  }[];
  /** The keys of its load benchmarks. */
  readonly loads: readonly string[];
  /** Targets and judges without a known price whose responses do not report a cost either. */
  readonly unpriced: readonly string[];
}

export function outlinePlan(
  models: Models,
  { targets, judges = [], scenarios = [], benchmarks }: Plan,
): Outline {
  return {
    targets: targets.map(({ label }) => label),
    scenarios: scenarios.map(({ label }) => label),
    benchmarks: benchmarks
      .filter((one) => hasScores(one) && asksForScores(one) && !comparesPairs(one))
      .map((one) => ({
        key: one.key,
        items: one.items,
        units: clusterSizes(one.clusters)?.length ?? one.items,
        isManyCalls: makesManyCalls(one),
      })),
    loads: benchmarks.filter((one) => kindOf(one).observe !== undefined).map(({ key }) => key),
    unpriced: [...targets, ...judges]
      .filter(
        (one) =>
          needsNetwork(one) &&
          chargedPrice(models, one) === undefined &&
          one.endpoint?.response.cost_usd === undefined,
      )
      .map(({ label }) => label),
  };
}
