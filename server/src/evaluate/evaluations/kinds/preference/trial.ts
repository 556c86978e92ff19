import { benchmarkAt } from '../../plan/plan.ts';
import { judgeRequest } from '../judging/ask-judge.ts';
import { comparingInstructions, comparingPrompt } from '../judging/comparing-prompt.ts';
import { promptText, referenceAnswer } from '../judging/judge-answer.ts';
import { readPreference } from '../judging/prompt/judge-reply.ts';
import { problemOfRead } from '../judging/prompt/marked-judgement.ts';
import type { JudgeTrial, TrialJudgement } from '../kind.ts';
import type { PlannedPreference } from './describe.ts';

/** Asks a judge to compare the reference answer of the first item, or else its question, with itself. */
export async function preferenceTrial({
  plan,
  judge,
  benchmark: { pairs },
  item,
}: JudgeTrial<PlannedPreference>): Promise<TrialJudgement> {
  const { criteria, instructions } = benchmarkAt(plan, pairs.of, 'judging').custom;
  const first = await item(pairs.of);
  const [task, reference] = [promptText(first), referenceAnswer(first)];
  const answer = reference || task;
  const told = comparingInstructions(criteria, instructions);
  const prompt = comparingPrompt(told, { task, reference, first: answer, second: answer });
  return {
    request: judgeRequest(plan, judge, prompt.messages),
    problemOf: (reply) => problemOfRead(readPreference(reply, prompt)),
  };
}
