import type { SampledItem } from '../../benchmarks/benchmarks.ts';
import { impossible } from '../../kernel/errors.ts';
import type { DraftBenchmark, PlanContext } from '../kinds/kind.ts';
import { kindOfChoice } from '../kinds/registry.ts';
import { prefixErrorPointer } from '../plan/prefix-error-pointer.ts';
import type { NewBenchmarkChoice } from '../schemas/evaluation-schemas.ts';

/**
 * The benchmarks that a definition chooses, in order, each planned by its kind. Throws 422 with pointers below
 * `/benchmarks`, also while items are drawn.
 */
export async function drawBenchmarks(
  choices: readonly NewBenchmarkChoice[],
  context: PlanContext,
): Promise<DraftBenchmark[]> {
  const drawn: DraftBenchmark[] = [];
  for (const [i, choice] of choices.entries()) {
    const at = `/benchmarks/${i}`;
    const found = await kindOfChoice(choice)
      .plan.draw(choice, context)
      .catch((error: unknown) => {
        throw prefixErrorPointer(error, at);
      });
    for (const { planned, drawing } of found) {
      if (drawn.some((other) => other.planned.key === planned.key)) {
        throw impossible(at, `${planned.key} is listed twice.`);
      }
      context.room.take(drawing.count, choice.num_samples == null ? null : `${at}/num_samples`);
      drawn.push({ planned, drawing: { ...drawing, items: pointedItems(drawing.items, at) } });
    }
  }
  return drawn;
}

/** The same items; what drawing them throws points below `at`. */
async function* pointedItems(items: AsyncIterable<SampledItem>, at: string): AsyncGenerator<SampledItem> {
  try {
    yield* items;
  } catch (error) {
    throw prefixErrorPointer(error, at);
  }
}
