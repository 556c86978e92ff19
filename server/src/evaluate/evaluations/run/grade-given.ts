import {
  failedGrade,
  type GradeResult,
  type GraderSpec,
  GradingTimedOut,
  grade,
  gradeAsking,
  isCostly,
  type PartGrading,
  type UnscoredGrade,
} from '../../../measure/graders/graders.ts';
import { BudgetDenied } from './paid-call.ts';
import type { Run } from './run.ts';

/**
 * Slow parts of a composite grader run in the grading thread of the run. Errors that end or pause the run are thrown.
 */
export const partGrading = (run: Pick<Run, 'grading' | 'signal'>): PartGrading => ({
  grade: (grader, expected, answer) =>
    isCostly(grader, expected, answer)
      ? run.grading.grade({ grader, expected, answer })
      : grade(grader, expected, answer),
  failed(grader, error) {
    run.signal.throwIfAborted();
    if (error instanceof BudgetDenied) throw error;
    return withoutGrade(grader, error);
  },
});

/** Grades a response by a grader that calls no model; one that the grader fails on is unscored. */
export async function gradeGiven(
  run: Pick<Run, 'grading' | 'signal'>,
  ...[spec, expected, answer]: Parameters<typeof grade>
): Promise<GradeResult> {
  const noModel = () => Promise.reject(new Error('No model is called here.'));
  const { code, http, command } = run.grading;
  const services = { embed: noModel, judge: noModel, code, http, command };
  try {
    return await gradeAsking(spec, expected, answer, services, partGrading(run));
  } catch (error) {
    run.signal.throwIfAborted();
    return withoutGrade(spec, error);
  }
}

/** The grade of a response whose grader failed. */
export const withoutGrade = (grader: GraderSpec, error: unknown): UnscoredGrade =>
  error instanceof GradingTimedOut
    ? { state: 'unscored', reason: 'grading_timeout', message: error.message }
    : failedGrade(grader, error);
