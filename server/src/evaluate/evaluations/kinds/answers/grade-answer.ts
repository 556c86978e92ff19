import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  asksOutside,
  type GradedAnswer,
  type GradedBy,
  type GradeResult,
  type GraderServices,
  type GraderSpec,
  GradingTimedOut,
  grade,
  gradeAsking,
  gradedBy,
  isCostly,
  LENIENT_DETAIL,
} from '../../../../measure/graders/graders.ts';
import { gradedByJson } from '../../results/graded-by.ts';
import { createEmbedTexts } from '../../run/embed-texts.ts';
import { gradeGiven, partGrading, withoutGrade } from '../../run/grade-given.ts';
import { BudgetDenied } from '../../run/paid-call.ts';
import type { Run } from '../../run/run.ts';
import { type GradedColumns, UNGRADED_VALUES } from '../../stores/sample-store.ts';
import { createAskJudge } from './judge-part.ts';

const withQuestion = ({ input }: Item, answer: GradedAnswer): GradedAnswer => ({
  ...answer,
  question: input.at(-1)?.content ?? '',
});

/** The response with what graders of users are given beside it. */
const withRow = (item: Item, answer: GradedAnswer): GradedAnswer => ({
  ...withQuestion(item, answer),
  row: { input: item.input, ...(item.metadata && { metadata: item.metadata }) },
});

/** Grades a response if its grader takes no noticeable time; otherwise null. */
export function gradeAtOnce(item: Item, answer: GradedAnswer): GradedColumns | null {
  const { grader, expected } = item;
  try {
    if (asksOutside(grader) || isCostly(grader, expected, answer)) return null;
    return toGraded(grader, grade(grader, expected, withQuestion(item, answer)));
  } catch (error) {
    return failedGrader(item, error);
  }
}

/**
 * Grades a response by the grader that its item names. If the grader fails or takes too long, the response is
 * `unscored`: it was paid for and is kept. Errors that end the run are thrown.
 */
export async function gradeByItem(run: Run, item: Item, answer: GradedAnswer): Promise<GradedColumns> {
  const { grader, expected } = item;
  const atOnce = gradeAtOnce(item, answer);
  if (atOnce !== null) return atOnce;
  if (asksOutside(grader)) {
    const result = await gradeGiven(run, grader, expected, withRow(item, answer));
    run.active();
    return toGraded(grader, result);
  }
  try {
    const graded = toGraded(
      grader,
      await run.grading.grade({ grader, expected, answer: withQuestion(item, answer) }),
    );
    run.active();
    return graded;
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof GradingTimedOut) run.active();
    return failedGrader(item, error);
  }
}

/** Grades a response by any grader, including one that calls a model or server or runs code; null if the budget is spent. */
export async function gradeAskingModels(
  run: Run,
  item: Item,
  answer: GradedAnswer,
): Promise<GradedColumns | null> {
  if (!asksOutside(item.grader)) return gradeByItem(run, item, answer);
  let grading_cost: number | null = null;
  const paid = (cost: number | null) => {
    grading_cost = sumKnownCosts(grading_cost, cost);
  };
  const services: GraderServices = {
    embed: createEmbedTexts(run, paid),
    judge: createAskJudge(run, paid),
    code: run.grading.code,
    http: (call) => run.grading.http(call).finally(run.active),
    command: run.grading.command,
  };
  try {
    const asked = withRow(item, answer);
    const result = await gradeAsking(item.grader, item.expected, asked, services, partGrading(run));
    return { ...toGraded(item.grader, result), grading_cost };
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof BudgetDenied) return null;
    return { ...failedGrader(item, error), grading_cost };
  }
}

/** The sum of two costs as far as known; null if neither is. */
export function sumKnownCosts(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}

const failedGrader = ({ grader }: Item, error: unknown): GradedColumns =>
  toGraded(grader, withoutGrade(grader, error));

function toGraded(grader: GraderSpec, result: GradeResult): GradedColumns {
  const reference_grade = result.referenceGrade ?? null;
  if (result.state === 'unscored')
    return withGraderVersions(gradedBy(grader), {
      ...unscoredGrade(result.reason, result.message ?? null),
      reference_grade,
    });
  const { score, extraction, extracted, details, onlyReasoning, lenient } = result;
  const { reason = null, message = null } = result;
  const figures = { ...details, ...(lenient !== undefined && { [LENIENT_DETAIL]: lenient }) };
  return withGraderVersions(gradedBy(grader), {
    ...scoredGrade(score === 1 ? 'right' : 'wrong', score),
    reference_grade,
    reason: onlyReasoning ? 'only_reasoning' : reason,
    message: message === null ? null : sanitizeText(message),
    details_json: Object.keys(figures).length === 0 ? null : JSON.stringify(figures),
    extraction,
    extracted: extracted === null ? null : sanitizeText(extracted),
  });
}

/** A grade with this score. */
export function scoredGrade(outcome: 'right' | 'wrong' | 'compared', score: number): GradedColumns {
  return { ...UNGRADED_VALUES, state: 'scored', outcome, score };
}

/** A response without a grade, which does not count as wrong. */
export function unscoredGrade(reason: string, message: string | null): GradedColumns {
  return {
    ...UNGRADED_VALUES,
    state: 'unscored',
    outcome: 'unscored',
    reason,
    message: message === null ? null : sanitizeText(message),
  };
}

/** Adds the versions of the graders to a grade. */
export const withGraderVersions = (versions: GradedBy, graded: GradedColumns): GradedColumns => ({
  ...graded,
  graded_by_json: gradedByJson(versions),
});
