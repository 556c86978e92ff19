import type { AskJudge } from '../../../../measure/graders/graders.ts';
import { sentSeed } from '../../plan/plan.ts';
import { answerCost, askPaid } from '../../run/ask-paid.ts';
import { createHelperModels, type HelperModels } from '../../run/helper-models.ts';
import { BudgetDenied } from '../../run/paid-call.ts';
import type { Run } from '../../run/run.ts';
import { gradingInstructions, gradingPrompt, repairPrompt } from '../judging/prompt/judge-prompt.ts';
import { readGrades } from '../judging/prompt/judge-reply.ts';

/** The judges that graders name, by run. */
const judges = new WeakMap<Run, HelperModels>();

function judgesOf(run: Run): HelperModels {
  const known = judges.get(run) ?? createHelperModels(run);
  judges.set(run, known);
  return known;
}

/**
 * Makes the function that calls a judge named by a grader, a second time if its response cannot be read. `paid`
 * receives the cost of each response. Rejects with the failure's message, or with `BudgetDenied` if the budget is
 * spent.
 */
export function createAskJudge(run: Run, paid: (cost: number | null) => void): AskJudge {
  return async ({ provider, modelId }, { criterion, scale, question, reply }) => {
    const slot = judgesOf(run).slotOf({ provider, model_id: modelId });
    const { label } = slot.target;
    const criteria = [{ index: 0, name: 'criterion', description: criterion, scale }];
    const prompt = gradingPrompt(gradingInstructions(criteria, null), {
      task: question,
      reference: '',
      answer: reply,
    });
    const seed = sentSeed(run.plan);
    let { messages } = prompt;
    let problem = '';
    for (let repair = 0; repair < 2; repair++) {
      const outcome = await askPaid(run, {
        slot,
        payer: `helper ${label}`,
        request: { messages, ...(seed !== undefined && { seed }) },
        id: `grader-${prompt.mark}-${repair}`,
        keep: async (answer) => paid(answerCost(answer, slot.connection.price)),
      });
      if (outcome === null && slot.stopped === null && run.budget.isSpent()) throw new BudgetDenied();
      if (outcome === null)
        throw new Error(`${label}: ${slot.stopped?.message ?? 'its account is exhausted'}`);
      if (!outcome.ok) throw new Error(`${label}: ${outcome.message}`);
      const read = readGrades(outcome.text, prompt, criteria);
      const [grade] = 'said' in read ? read.said : [];
      if (grade !== undefined) return grade;
      problem = 'problem' in read ? read.problem : 'it has no grade';
      ({ messages } = repairPrompt(prompt, outcome.text, problem));
    }
    throw new Error(`The response of ${label} could not be read: ${problem}.`);
  };
}
