import type { PlannedCustom } from '../kinds/judging/describe.ts';

/** The score of comparisons, which no criterion may be called, and its key among the benchmarks. */
export const PREFERENCE_NAME = 'preference';
export const PREFERENCE_KEY = `custom/${PREFERENCE_NAME}`;

/** The criteria that judges grade, with their places among all. */
export function judgedCriteria({ criteria }: PlannedCustom) {
  return criteria.flatMap(({ name, judged }, index) => (judged ? [{ index, name, ...judged }] : []));
}
