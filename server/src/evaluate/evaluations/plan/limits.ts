import { impossibleField } from '../../../kernel/errors.ts';
import { countUnits, type Plan } from './plan.ts';

/** Maximum items of one evaluation; planning keeps some hundred bytes of each in memory. */
export const MAX_ITEMS = 100_000;
/** Maximum rows of one ledger; a run keeps some twenty bytes of each in memory to compute its results. */
export const MAX_UNITS = 1_000_000;
/** Maximum characters of all datasets of one evaluation together, which is also the maximum of a single one. */
export const MAX_DATASET_CHARACTERS = 64 * 1024 * 1024;

/** The number of items that may still be added to an evaluation. */
export type PlanningBudget = ReturnType<typeof createPlanningBudget>;

export function createPlanningBudget() {
  let taken = 0;
  return {
    /** Throws `limit_exceeded` at `pointer`, or at the sample size without one, if there are too many. */
    take(items: number, pointer: string | null): void {
      taken += items;
      if (taken <= MAX_ITEMS) return;
      throw impossibleField(
        pointer ?? '/methodology/sample_size',
        `An evaluation may have at most ${MAX_ITEMS} items over all benchmarks; reduce the number of samples.`,
        'limit_exceeded',
      );
    },
  };
}

/** Refuses a plan with more units than an evaluation may have. */
export function requireUnitsWithinLimit(plan: Plan): void {
  const units = countUnits(plan);
  if (units <= MAX_UNITS) return;
  throw impossibleField(
    '/methodology/sample_size',
    `This would be ${units} units (items × epochs × targets, or pairs of targets where answers are compared); an evaluation has at most ${MAX_UNITS}. ` +
      'Reduce samples, epochs or targets.',
    'limit_exceeded',
  );
}
