import { type Item, rulesOf } from '../../../../measure/benchmarks/benchmarks.ts';
import type { GradedAnswer, GradedBy } from '../../../../measure/graders/graders.ts';
import type { Run } from '../../run/run.ts';
import type { Graded } from '../../stores/sample-store.ts';
import { by, gradeByItem, scored } from '../answers/grade-answer.ts';

/** The name under which details have whether a rule was kept: 1 or 0. */
const RULE = 'rule ';
export const ruleOfDetail = (name: string) => (name.startsWith(RULE) ? name.slice(RULE.length) : null);

/**
 * Grades each rule of the item by its own grader. The score is the share of rules that are kept; where one of them cannot be
 * graded, because the response was cut off or its grader failed, nothing is said of the response.
 */
export async function gradeRules(run: Run, item: Item, answer: GradedAnswer): Promise<Graded> {
  const details: Record<string, number> = {};
  const broken: string[] = [];
  let versions: GradedBy = {};
  for (const { rule, grader, expected, not } of rulesOf(item)) {
    const graded = await gradeByItem(run, { ...item, grader, expected }, answer);
    if (graded.state !== 'scored') return graded;
    versions = { ...versions, ...(JSON.parse(graded.graded_by_json ?? '{}') as GradedBy) };
    const isKept = (graded.score === 1) !== (not === true);
    details[RULE + rule] = Number(isKept);
    if (!isKept) broken.push(rule);
  }
  const count = Object.keys(details).length;
  return by(versions, {
    ...scored(broken.length === 0 ? 'right' : 'wrong', (count - broken.length) / count),
    reason: broken.length === 0 ? null : 'broken_rules',
    message: broken.length === 0 ? null : `Broken: ${broken.join(', ')}.`,
    details_json: JSON.stringify(details),
  });
}
