import { judgedCriteria } from '../../plan/planned-judging.ts';
import type { JudgeTrial, TrialJudgement } from '../kind.ts';
import { judgeRequest } from './ask-judge.ts';
import type { PlannedJudging } from './describe.ts';
import { promptText, referenceAnswer } from './judge-answer.ts';
import { gradingInstructions, gradingPrompt } from './prompt/judge-prompt.ts';
import { readGrades } from './prompt/judge-reply.ts';
import { problemOfRead } from './prompt/marked-judgement.ts';

/** Asks a judge to grade the reference answer of the first item, or else its question. */
export async function judgingTrial({
  plan,
  judge,
  benchmark: { custom },
  item,
}: JudgeTrial<PlannedJudging>): Promise<TrialJudgement | null> {
  const criteria = judgedCriteria(custom);
  if (criteria.length === 0) return null;
  const first = await item();
  const [task, reference] = [promptText(first), referenceAnswer(first)];
  const told = gradingInstructions(criteria, custom.instructions);
  const prompt = gradingPrompt(told, { task, reference, answer: reference || task });
  return {
    request: judgeRequest(plan, judge, prompt.messages),
    problemOf: (reply) => problemOfRead(readGrades(reply, prompt, criteria)),
  };
}
