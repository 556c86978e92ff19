import { benchmarkAt } from '../../plan/plan.ts';
import { judgeRequest } from '../judging/ask-judge.ts';
import { comparingPrompt, toldToCompare } from '../judging/comparing-prompt.ts';
import { referenceOf, taskOf } from '../judging/judge-answer.ts';
import { readPreference } from '../judging/prompt/judge-reply.ts';
import { problemIn } from '../judging/prompt/marked-judgement.ts';
import type { JudgeTrial, TrialJudgement } from '../kind.ts';
import type { PlannedPreference } from './describe.ts';

/** The first item, with what is expected of it, or the question itself, as both answers. */
export async function preferenceTrial({
  plan,
  judge,
  benchmark: { pairs },
  item,
}: JudgeTrial<PlannedPreference>): Promise<TrialJudgement> {
  const { criteria, instructions } = benchmarkAt(plan, pairs.of, 'judging').custom;
  const first = await item(pairs.of);
  const [task, reference] = [taskOf(first), referenceOf(first)];
  const answer = reference || task;
  const told = toldToCompare(criteria, instructions);
  const prompt = comparingPrompt(told, { task, reference, first: answer, second: answer });
  return {
    request: judgeRequest(plan, judge, prompt.messages),
    problemOf: (reply) => problemIn(readPreference(reply, prompt)),
  };
}
