import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Run } from '../../run/run.ts';
import { askJudge } from './ask-judge.ts';
import { askPanel } from './ask-panel.ts';
import type { CriterionScore } from './criterion-scores.ts';
import { panelScore } from './panel.ts';
import { gradingInstructions, gradingPrompt, type JudgedCriterion } from './prompt/judge-prompt.ts';
import { readGrades } from './prompt/judge-reply.ts';

/** A response as judges see it, with the criteria. */
export interface AnswerToJudge {
  unit: number;
  item: Item;
  answer: string;
  criteria: readonly JudgedCriterion[];
  instructions: string | null;
}

/** The scores of the judges for one response, by criterion index. Null if a judge could not be called. */
export async function judgeAnswer(
  run: Run,
  { unit, item, answer, criteria, instructions }: AnswerToJudge,
): Promise<Map<number, CriterionScore> | null> {
  const told = gradingInstructions(criteria, instructions);
  const judged = { task: promptText(item), reference: referenceAnswer(item), answer };
  const judgements = await askPanel(run, unit, [0], (judgement) =>
    askJudge(run, judgement, gradingPrompt(told, judged), (reply, prompt) =>
      readGrades(reply, prompt, criteria),
    ),
  );
  if (judgements === null) return null;
  return new Map(criteria.map((criterion) => [criterion.index, panelScore(criterion, judgements)]));
}

/** All messages that a target received. */
export function promptText({ input }: Item): string {
  return input.map(({ content }) => content).join('\n\n');
}

export function referenceAnswer({ expected }: Item): string {
  return typeof expected === 'string' ? expected : expected.join('\n');
}
