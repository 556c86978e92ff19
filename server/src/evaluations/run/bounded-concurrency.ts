import type { Lane } from './model-slot.ts';
import type { Run } from './run.ts';

/**
 * Works on units in their order, as many at once as `createWindow` allows the lanes that they ask, until all are done
 * or the run ends. What one of them throws ends the run.
 */
export async function throughWindow(
  run: Run,
  units: Iterable<number>,
  work: (unit: number) => Promise<void>,
  lanes: readonly Lane[] = run.lanes,
): Promise<void> {
  const window = createWindow(lanes);
  for (const unit of units) {
    if (run.signal.aborted) break;
    await window.enter(() => work(unit).catch(run.fail));
  }
  await window.empty();
  run.throwIfEnded();
}

/**
 * Bounds the units that are under way to what the limiters allow, twice over: half of them may be backing off or
 * being graded while their slots are used by others. Memory is in proportion to concurrency, never to units.
 */
function createWindow(lanes: readonly Lane[]) {
  const limiters = [...new Set(lanes.map(({ limiter }) => limiter))];
  const size = () => 2 * limiters.reduce((sum, limiter) => sum + limiter.state().limit, 0);
  const running = new Set<Promise<void>>();
  let wake: (() => void) | null = null;
  return {
    async enter(work: () => Promise<void>): Promise<void> {
      while (running.size >= size()) await new Promise<void>((resolve) => (wake = resolve));
      const one: Promise<void> = work().finally(() => {
        running.delete(one);
        wake?.();
      });
      running.add(one);
    },
    async empty(): Promise<void> {
      await Promise.all(running);
    },
  };
}
