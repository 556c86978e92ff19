import { answeredKind } from '../answered-units.ts';
import type { PlannedBenchmark } from '../plan.ts';
import { type CriterionScore, gradeByGraders, overallGrade } from './criterion-scores.ts';
import type { PlannedCustom } from './planned-custom.ts';

/** Units of a custom evaluation: asked like any other, then graded by every criterion. */
export const customKind = answeredKind('custom', async (run, item, answer, { benchmark }) => {
  const custom = customOf(run.plan.benchmarks[benchmark]);
  const graded = gradeByGraders(item, answer);
  return overallGrade(custom, graded as CriterionScore[]);
});

function customOf(planned: PlannedBenchmark | undefined): PlannedCustom {
  if (!planned?.custom) throw new Error('The plan has no criteria for a custom evaluation.');
  return planned.custom;
}
