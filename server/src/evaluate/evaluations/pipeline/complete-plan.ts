import type { SampledItem } from '../../../measure/benchmarks/benchmarks.ts';
import { createItemSummary, type ItemDigests } from '../plan/item-summary.ts';
import { gradedBenchmark, type Plan } from '../plan/plan.ts';
import { warningsAboutQuality, warningsAboutRetrieval, warningsAboutSize } from '../plan/warnings.ts';
import type { DefinedEvaluation } from './define.ts';
import type { PlannedVolume } from './estimate.ts';

/** An item with its index in the plan. */
export interface PlacedItem extends SampledItem {
  benchmark: number;
}

/** Completes the plan of a definition with what depends on its items, which arrive in any order. */
export function completePlan({ plan, sampled, warnings }: DefinedEvaluation) {
  const summaries = sampled.map(({ count }) => createItemSummary(count));

  /** Yields items one by one, so that memory grows only by some hundred bytes per item. */
  async function* items(): AsyncGenerator<PlacedItem> {
    for (const [benchmark, { items }] of sampled.entries()) {
      for await (const one of items) {
        summaries[benchmark]?.add(one);
        yield { benchmark, ...one };
      }
    }
  }

  return {
    items,
    /** Reads all items without keeping them. */
    async count(): Promise<void> {
      for await (const _ of items());
    },
    /** The complete plan, once every item was read. */
    async complete(): Promise<PlannedVolume> {
      const digests = await Promise.all(summaries.map((summary) => summary.digests()));
      const completed = withDigests(plan, digests);
      return {
        plan: completed,
        characters: summaries.map((summary) => summary.characters()),
        warnings: [
          ...warnings,
          ...warningsAboutSize(completed),
          ...warningsAboutQuality(completed),
          ...warningsAboutRetrieval(completed),
        ],
      };
    },
  };
}

/** Criteria and preferences have the items and clusters of the benchmark whose responses they grade. */
function withDigests(plan: Plan, digests: readonly ItemDigests[]): Plan {
  return {
    ...plan,
    benchmarks: plan.benchmarks.map((benchmark, i) => {
      const of = gradedBenchmark(benchmark);
      const { clusters } = digests[of ?? i] ?? {};
      if (of !== null) return clusters ? { ...benchmark, clusters } : benchmark;
      return benchmark.items === 0 ? benchmark : { ...benchmark, ...digests[i] };
    }),
  };
}
