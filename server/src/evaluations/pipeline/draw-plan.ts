import type { SampledItem } from '../../benchmarks/benchmarks.ts';
import { createItemSummary, type ItemFacts } from '../plan/item-summary.ts';
import { type Plan, restsOn } from '../plan/plan.ts';
import { warningsAboutSize } from '../plan/warnings.ts';
import type { Defined } from './define.ts';
import type { Planned } from './estimate.ts';

/** An item with its place in the plan. */
export interface PlacedItem extends SampledItem {
  benchmark: number;
}

/** Draws the items of a definition, in whatever order they come; once they have, its plan can be completed. */
export function drawPlan({ plan, drawings, warnings }: Defined) {
  const summaries = drawings.map(({ count }) => createItemSummary(count));

  /** One by one, so that memory does not grow with them but for some hundred bytes of each. */
  async function* items(): AsyncGenerator<PlacedItem> {
    for (const [benchmark, { items }] of drawings.entries()) {
      for await (const drawn of items) {
        summaries[benchmark]?.add(drawn);
        yield { benchmark, ...drawn };
      }
    }
  }

  return {
    items,
    /** Draws them and keeps none. */
    async count(): Promise<void> {
      for await (const _ of items());
    },
    /** The whole plan, once every item was drawn. */
    async complete(): Promise<Planned> {
      const facts = await Promise.all(summaries.map((summary) => summary.facts()));
      const completed = withFacts(plan, facts);
      return {
        plan: completed,
        characters: summaries.map((summary) => summary.characters()),
        warnings: [...warnings, ...warningsAboutSize(completed)],
      };
    },
  };
}

/** Criteria and preferences have the items of the benchmark whose answers they grade, and so its clusters. */
function withFacts(plan: Plan, facts: readonly ItemFacts[]): Plan {
  return {
    ...plan,
    benchmarks: plan.benchmarks.map((benchmark, i) => {
      const of = restsOn(benchmark);
      const { clusters } = facts[of ?? i] ?? {};
      if (of !== null) return clusters ? { ...benchmark, clusters } : benchmark;
      return benchmark.items === 0 ? benchmark : { ...benchmark, ...facts[i] };
    }),
  };
}
