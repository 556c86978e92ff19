import { benchmarkAt } from '../../plan/plan.ts';
import { judgedCriteria } from '../../plan/planned-judging.ts';
import { withGraderVersions } from '../answers/grade-answer.ts';
import { askAndGrade } from '../answers/run.ts';
import {
  type CriterionScore,
  gradeByGraders,
  graderVersionsOfItem,
  overallGrade,
  scoresWithoutJudge,
} from './criterion-scores.ts';
import { judgeAnswer } from './judge-answer.ts';
import { JUDGE_READER_VERSION } from './prompt/judge-reply.ts';

/** Runs units of a custom evaluation: sent like other items, then graded by every criterion. */
export const runJudging = askAndGrade(async (run, item, answer, { unit, benchmark }) => {
  const { custom } = benchmarkAt(run.plan, benchmark, 'judging');
  const scores = await gradeByGraders(run, item, answer);
  const criteria = judgedCriteria(custom);
  const given = scoresWithoutJudge(answer);
  if (criteria.length > 0 && given === null) {
    const { instructions } = custom;
    const judged = await judgeAnswer(run, { unit, item, answer: answer.text, criteria, instructions });
    if (judged === null) return null;
    for (const [index, score] of judged) scores[index] = score;
  }
  const versions = { ...graderVersionsOfItem(item), ...(criteria.length > 0 && JUDGE_READER_VERSION) };
  const overall = overallGrade(custom, scores.map((score) => score ?? given) as CriterionScore[]);
  const graded = withGraderVersions(versions, overall);
  const isSilent = given !== null && 'score' in given;
  if (!isSilent || graded.state !== 'scored') return graded;
  const reason = answer.reasoning?.trim() ? 'only_reasoning' : null;
  return { ...graded, reason, message: criteria.length > 0 ? SILENT_JUDGE_MESSAGE : null };
});

const SILENT_JUDGE_MESSAGE =
  'The response is empty: every judged criterion has the lowest score, and no judge was called.';
