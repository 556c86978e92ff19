import { createSlots } from '../../../kernel/slots.ts';
import { createSpan } from '../../../kernel/span.ts';
import type { ModelSlot } from './model-slot.ts';
import type { Run } from './run.ts';

/** One unit, from its first call to its grade. */
export const unitRun = createSpan<{ evaluationId: string; workspaceId: string; unit: number }, void>(
  'unit.run',
);

/**
 * Processes units in order with bounded concurrency, until all are done or the run ends. An error of one unit ends
 * the run.
 *
 * Twice as many units are in progress as the limiters allow calls, because half of them may be backing off or being
 * graded while others use their slots. Memory grows with concurrency, not with the number of units.
 */
export async function runUnitsBounded(
  run: Run,
  units: Iterable<number>,
  work: (unit: number) => Promise<void>,
  models: readonly ModelSlot[] = run.targets,
): Promise<void> {
  const limiters = [...new Set(models.map(({ limiter }) => limiter))];
  const slots = createSlots(() => 2 * limiters.reduce((sum, limiter) => sum + limiter.state().limit, 0));
  const running = new Set<Promise<void>>();
  for (const unit of units) {
    if (run.signal.aborted) break;
    const release = await slots.take();
    const { id: evaluationId, workspaceId } = run.held;
    const one: Promise<void> = unitRun
      .run({ evaluationId, workspaceId, unit }, () => work(unit))
      .catch(run.fail)
      .finally(() => {
        running.delete(one);
        release();
      });
    running.add(one);
  }
  await Promise.all(running);
  run.throwIfEnded();
}
