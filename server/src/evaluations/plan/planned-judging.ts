import type { Scale } from '../schemas/custom-eval-schemas.ts';
import type { JudgeMode } from '../schemas/manifest-schemas.ts';

/** A criterion as it is graded. */
export interface PlannedCriterion {
  name: string;
  /** Of the sum of all weights. */
  weight: number;
  /** Null where a built-in grader decides it, which each item carries with what it expects. */
  judged: { description: string; scale: Scale } | null;
}

/** The score of comparisons, which no criterion may be called, and its key among the benchmarks. */
export const PREFERENCE = 'preference';
export const PREFERENCE_KEY = `custom/${PREFERENCE}`;

/** What decides the scores of a custom evaluation, beside its items. */
export interface PlannedCustom {
  criteria: PlannedCriterion[];
  /** What judges are told beside the criteria; null = nothing. */
  instructions: string | null;
  /** SHA-256 in hex of what judges are told, by what they do; absent in old plans. */
  judgePrompts?: Partial<Record<JudgeMode, string>>;
}

/** The criteria that judges grade, with their places among all. */
export function judgedCriteria({ criteria }: PlannedCustom) {
  return criteria.flatMap(({ name, judged }, index) => (judged ? [{ index, name, ...judged }] : []));
}
