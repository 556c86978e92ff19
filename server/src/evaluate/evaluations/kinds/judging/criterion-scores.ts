import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  type Details,
  type GradedAnswer,
  type GradedBy,
  gradedBy,
  LENIENT_DETAIL,
  lenientBy,
  lenientPart,
  unreadable,
} from '../../../../measure/graders/graders.ts';
import type { Run } from '../../run/run.ts';
import type { GradedColumns } from '../../stores/sample-store.ts';
import { gradeByItem, scoredGrade, unscoredGrade } from '../answers/grade-answer.ts';
import type { PlannedCustom } from './describe.ts';
import type { CriterionGrading } from './items.ts';

/** The score of one criterion, with the score under a lenient reading if that differs; or why there is none. */
export type CriterionScore =
  | { score: number; lenient?: { score: number; grader: string } }
  | { unscored: string; message: string | null };

const gradingsOf = ({ grader }: Item) => grader.options.gradings as (CriterionGrading | null)[];

/** The versions of the built-in graders that grade criteria of an item. */
export const graderVersionsOfItem = (item: Item): GradedBy =>
  Object.assign({}, ...gradingsOf(item).map((grading) => grading && gradedBy(grading)));

/** The scores of criteria with built-in graders; null for those of judges. */
export async function gradeByGraders(
  run: Run,
  item: Item,
  answer: GradedAnswer,
): Promise<(CriterionScore | null)[]> {
  const scores = gradingsOf(item).map(async (grading) => {
    if (grading === null) return null;
    const { expected, ...grader } = grading;
    const graded = await gradeByItem(run, { ...item, expected, grader }, answer);
    const { score, reason, message, details_json } = graded;
    if (score === null) return { unscored: reason ?? 'grader_error', message };
    const { [LENIENT_DETAIL]: lenient } = JSON.parse(details_json ?? '{}') as Details;
    return typeof lenient === 'number'
      ? { score, lenient: { score: lenient, grader: grading.type } }
      : { score };
  });
  return Promise.all(scores);
}

/**
 * Criterion scores that need no judge; null if one must be called. An empty response that ended normally has the
 * lowest score, as with every grader; one that was truncated has none.
 */
export function scoresWithoutJudge(answer: GradedAnswer): CriterionScore | null {
  const reason = unreadable(answer) ?? (answer.finishReason === 'length' ? 'truncated' : null);
  if (reason === 'empty') return { score: 0 };
  return reason === null ? null : { unscored: reason, message: null };
}

/**
 * The grade of a response: Σ weight · score, if every criterion has a score. Otherwise the response is unscored, and
 * the existing scores are stored with it.
 */
export function overallGrade({ criteria }: PlannedCustom, scores: readonly CriterionScore[]): GradedColumns {
  const values = scores.map((one) => ('score' in one ? one.score : null));
  const scores_json = JSON.stringify(values);
  const missing = scores.findIndex((one) => 'unscored' in one);
  const why = scores[missing];
  if (why !== undefined && 'unscored' in why) {
    const said = why.message ?? 'there is no score';
    return { ...unscoredGrade(why.unscored, `${criteria[missing]?.name}: ${said}`), scores_json };
  }
  const score = weightedSum(values as number[], criteria);
  return {
    ...scoredGrade(score === 1 ? 'right' : 'wrong', score),
    scores_json,
    ...lenientlyRead(criteria, scores),
  };
}

/** Scores of the criteria under a lenient reading, and their overall score; empty if none differs. */
function lenientlyRead(
  criteria: PlannedCustom['criteria'],
  scores: readonly CriterionScore[],
): Partial<Pick<GradedColumns, 'details_json'>> {
  const of = (one: CriterionScore) => ('lenient' in one ? one.lenient : undefined);
  const parts = scores.flatMap((one, i) => {
    const lenient = of(one);
    if (lenient === undefined) return [];
    return [[lenientPart(i), lenient.score] as const, [lenientBy(lenient.grader), 1] as const];
  });
  if (parts.length === 0) return {};
  const together = weightedSum(
    scores.map((one) => of(one)?.score ?? ('score' in one ? one.score : 0)),
    criteria,
  );
  return { details_json: JSON.stringify({ [LENIENT_DETAIL]: together, ...Object.fromEntries(parts) }) };
}

/** Summed so that perfect scores give exactly 1, although the rounded weights may not add up to 1. */
function weightedSum(scores: readonly number[], criteria: PlannedCustom['criteria']): number {
  if (scores.every((score) => score === scores[0])) return scores[0] ?? 0;
  const sum = scores.reduce((total, score, i) => total + score * (criteria[i]?.weight ?? 0), 0);
  return Math.min(1, Math.max(0, sum));
}
