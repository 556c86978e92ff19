import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  asksModel,
  type GradedAnswer,
  type GradedBy,
  type GradeResult,
  type GraderSpec,
  grade,
  gradeAsking,
  gradedBy,
  isCostly,
  LENIENT,
} from '../../../../measure/graders/graders.ts';
import { gradedByJson } from '../../results/graded-by.ts';
import { createEmbedTexts } from '../../run/embed-texts.ts';
import { GradingTimedOut } from '../../run/grading.ts';
import { BudgetDenied } from '../../run/paid-call.ts';
import type { Run } from '../../run/run.ts';
import { type Graded, UNGRADED } from '../../stores/sample-store.ts';
import { createAskJudge } from './judge-part.ts';

const withQuestion = ({ input }: Item, answer: GradedAnswer): GradedAnswer => ({
  ...answer,
  question: input.at(-1)?.content ?? '',
});

/** The grade of an answer where the grader is a program that takes no time worth mentioning; else null. */
export function gradeAtOnce(item: Item, answer: GradedAnswer): Graded | null {
  const { grader, expected } = item;
  try {
    if (asksModel(grader) || isCostly(grader, expected, answer)) return null;
    return toGraded(grader, grade(grader, expected, withQuestion(item, answer)));
  } catch (error) {
    return failedGrader(item, error);
  }
}

/**
 * Grades an answer by the program its item names; one that the grader fails on, or takes too long for, is `unscored`, for
 * it was paid for. What ends the run is thrown.
 */
export async function gradeByItem(run: Run, item: Item, answer: GradedAnswer): Promise<Graded> {
  const { grader, expected } = item;
  const atOnce = gradeAtOnce(item, answer);
  if (atOnce !== null) return atOnce;
  try {
    const graded = toGraded(
      grader,
      await run.grading.grade({ grader, expected, answer: withQuestion(item, answer) }),
    );
    run.active();
    return graded;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof GradingTimedOut) {
      run.active();
      return by(gradedBy(grader), unscored('grading_timeout', error.message));
    }
    return failedGrader(item, error);
  }
}

/** The same by any grader, also one that asks a model; null where the money for that is spent. */
export async function gradeAskingModels(run: Run, item: Item, answer: GradedAnswer): Promise<Graded | null> {
  if (!asksModel(item.grader)) return gradeByItem(run, item, answer);
  let grading_cost: number | null = null;
  const paid = (cost: number | null) => {
    grading_cost = sumKnown(grading_cost, cost);
  };
  const models = { embed: createEmbedTexts(run, paid), judge: createAskJudge(run, paid) };
  try {
    const result = await gradeAsking(item.grader, item.expected, withQuestion(item, answer), models);
    return { ...toGraded(item.grader, result), grading_cost };
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof BudgetDenied) return null;
    return { ...failedGrader(item, error), grading_cost };
  }
}

/** The sum of what is known of two costs; null where neither is. */
export function sumKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}

function failedGrader({ grader }: Item, error: unknown): Graded {
  const said = error instanceof Error ? error.message : String(error);
  return by(
    gradedBy(grader),
    unscored('grader_error', `The grader ${grader.type} failed: ${said.slice(0, 500)}`),
  );
}

function toGraded(grader: GraderSpec, result: GradeResult): Graded {
  const reference_grade = result.referenceGrade ?? null;
  if (result.state === 'unscored')
    return by(gradedBy(grader), { ...unscored(result.reason, null), reference_grade });
  const { score, extraction, extracted, details, onlyReasoning, lenient } = result;
  const { reason = null, message = null } = result;
  const figures = { ...details, ...(lenient !== undefined && { [LENIENT]: lenient }) };
  return by(gradedBy(grader), {
    ...scored(score === 1 ? 'right' : 'wrong', score),
    reference_grade,
    reason: onlyReasoning ? 'only_reasoning' : reason,
    message: message === null ? null : sanitizeText(message),
    details_json: Object.keys(figures).length === 0 ? null : JSON.stringify(figures),
    extraction,
    extracted: extracted === null ? null : sanitizeText(extracted),
  });
}

/** A grade with this score. */
export function scored(outcome: 'right' | 'wrong' | 'compared', score: number): Graded {
  return { ...UNGRADED, state: 'scored', outcome, score };
}

/** An answer without a grade, which is not a wrong one. */
export function unscored(reason: string, message: string | null): Graded {
  return {
    ...UNGRADED,
    state: 'unscored',
    outcome: 'unscored',
    reason,
    message: message === null ? null : sanitizeText(message),
  };
}

/** The same grade with the versions of what gave it. */
export const by = (versions: GradedBy, graded: Graded): Graded => ({
  ...graded,
  graded_by_json: gradedByJson(versions),
});
