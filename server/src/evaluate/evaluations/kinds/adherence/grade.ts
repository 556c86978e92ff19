import { type Item, rulesOfItem } from '../../../../measure/benchmarks/benchmarks.ts';
import {
  type Details,
  type GradedAnswer,
  type GradedBy,
  LENIENT_DETAIL,
  lenientBy,
  lenientPart,
  storedLenientScore,
} from '../../../../measure/graders/graders.ts';
import type { Run } from '../../run/run.ts';
import type { GradedColumns } from '../../stores/sample-store.ts';
import { gradeByItem, scoredGrade, withGraderVersions } from '../answers/grade-answer.ts';

/** Prefix of the names under which details store whether a rule was kept (1 or 0). */
const RULE_DETAIL_PREFIX = 'rule ';
export const ruleOfDetail = (name: string) =>
  name.startsWith(RULE_DETAIL_PREFIX) ? name.slice(RULE_DETAIL_PREFIX.length) : null;

/**
 * Grades each rule of the item by its own grader. The score is the share of rules that are kept. If a rule cannot be
 * graded, because the response was truncated or its grader failed, the response is unscored. The score under a
 * lenient reading is stored too if it differs.
 */
export async function gradeRules(run: Run, item: Item, answer: GradedAnswer): Promise<GradedColumns> {
  const details: Record<string, number> = {};
  const broken: string[] = [];
  let versions: GradedBy = {};
  const rules = rulesOfItem(item);
  let lenientlyKept = 0;
  for (const [i, { rule, grader, expected, not = false }] of rules.entries()) {
    const graded = await gradeByItem(run, { ...item, grader, expected }, answer);
    if (graded.state !== 'scored') return graded;
    versions = { ...versions, ...(JSON.parse(graded.graded_by_json ?? '{}') as GradedBy) };
    const lenient = storedLenientScore(JSON.parse(graded.details_json ?? '{}') as Details);
    const isKept = (graded.score === 1) !== not;
    if (lenient !== null) Object.assign(details, { [lenientPart(i)]: lenient, [lenientBy(grader.type)]: 1 });
    if (((lenient ?? graded.score) === 1) !== not) lenientlyKept++;
    details[RULE_DETAIL_PREFIX + rule] = Number(isKept);
    if (!isKept) broken.push(rule);
  }
  const score = (rules.length - broken.length) / rules.length;
  const lenient = lenientlyKept / rules.length;
  if (lenient !== score) details[LENIENT_DETAIL] = lenient;
  return withGraderVersions(versions, {
    ...scoredGrade(broken.length === 0 ? 'right' : 'wrong', score),
    reason: broken.length === 0 ? null : 'broken_rules',
    message: broken.length === 0 ? null : `Broken: ${broken.join(', ')}.`,
    details_json: JSON.stringify(details),
  });
}
