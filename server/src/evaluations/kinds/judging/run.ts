import { benchmarkAt } from '../../plan/plan.ts';
import { judgedCriteria } from '../../plan/planned-judging.ts';
import { askAndGrade } from '../answers/run.ts';
import { type CriterionScore, gradeByGraders, notJudgeable, overallGrade } from './criterion-scores.ts';
import { judgeAnswer } from './judge-answer.ts';

/** Units of a custom evaluation: asked like any other, then graded by every criterion. */
export const runJudging = askAndGrade(async (run, item, answer, { unit, benchmark }) => {
  const { custom } = benchmarkAt(run.plan, benchmark, 'judging');
  const scores = await gradeByGraders(run, item, answer);
  const criteria = judgedCriteria(custom);
  const why = notJudgeable(answer);
  if (criteria.length > 0 && why === null) {
    const { instructions } = custom;
    const judged = await judgeAnswer(run, { unit, item, answer: answer.text, criteria, instructions });
    if (judged === null) return null;
    for (const [index, score] of judged) scores[index] = score;
  }
  return overallGrade(custom, scores.map((score) => score ?? why) as CriterionScore[]);
});
