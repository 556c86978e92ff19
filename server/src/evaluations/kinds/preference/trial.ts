import type { ChatRequest } from '../../../models/models.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import { judgeRequest } from '../judging/ask-judge.ts';
import { comparingPrompt, toldToCompare } from '../judging/comparing-prompt.ts';
import { referenceOf, taskOf } from '../judging/judge-answer.ts';
import type { JudgeTrial } from '../kind.ts';
import type { PlannedPreference } from '../shapes.ts';

/** The first item, with what is expected of it, or the question itself, as both answers. */
export async function preferenceTrial({
  plan,
  judge,
  benchmark: { pairs },
  item,
}: JudgeTrial<PlannedPreference>): Promise<ChatRequest> {
  const { criteria, instructions } = benchmarkAt(plan, pairs.of, 'judging').custom;
  const first = await item(pairs.of);
  const [task, reference] = [taskOf(first), referenceOf(first)];
  const answer = reference || task;
  const told = toldToCompare(criteria, instructions);
  return judgeRequest(
    plan,
    judge,
    comparingPrompt(told, { task, reference, first: answer, second: answer }).messages,
  );
}
