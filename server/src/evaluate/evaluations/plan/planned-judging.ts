import type { PlannedCustom } from '../kinds/judging/describe.ts';

/** The name of the score of comparisons, which no criterion may have, and its key among the benchmarks. */
export const PREFERENCE_NAME = 'preference';
export const PREFERENCE_KEY = `custom/${PREFERENCE_NAME}`;

/** The criteria that judges grade, with their indexes among all. */
export function judgedCriteria({ criteria }: PlannedCustom) {
  return criteria.flatMap(({ name, judged }, index) => (judged ? [{ index, name, ...judged }] : []));
}
