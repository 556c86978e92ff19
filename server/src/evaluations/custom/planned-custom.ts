import type { Scale } from './custom-schemas.ts';

/** A criterion as it is graded. */
export interface PlannedCriterion {
  name: string;
  /** Of the sum of all weights. */
  weight: number;
  /** Null where a built-in grader decides it, which each item carries with what it expects. */
  judged: { description: string; scale: Scale } | null;
}

/** What decides the scores of a custom evaluation, beside its items. */
export interface PlannedCustom {
  criteria: PlannedCriterion[];
  /** What judges are told first; null = nothing. */
  instructions: string | null;
}

/** The criteria that judges grade, with their places among all. */
export function judgedCriteria({ criteria }: PlannedCustom) {
  return criteria.flatMap(({ name, judged }, index) => (judged ? [{ index, name, ...judged }] : []));
}
