import type { Item } from '../benchmarks/benchmarks.ts';
import type { Run } from '../run.ts';
import { askJudge } from './ask-judge.ts';
import type { CriterionScore } from './criterion-scores.ts';
import { gradingPrompt, type JudgedCriterion } from './judge-prompt.ts';
import { readGrades } from './judge-reply.ts';
import { type Judgement, readJudgements } from './judgement-store.ts';
import { panelScore } from './panel.ts';

/**
 * The scores that the judges give one answer, by the place of the criterion. What a judge said before is kept; who failed
 * is asked. Null = not every judge could be asked.
 */
export async function judgeAnswer(
  run: Run,
  {
    unit,
    item,
    answer,
    criteria,
  }: { unit: number; item: Item; answer: string; criteria: readonly JudgedCriterion[] },
): Promise<Map<number, CriterionScore> | null> {
  const instructions = run.plan.benchmarks.find(({ custom }) => custom)?.custom?.instructions ?? null;
  const judged = {
    criteria,
    instructions,
    task: taskOf(item),
    reference: referenceOf(item),
    answer,
  };
  const kept = await readJudgements(run.deps.db, run.held, [unit]);
  const judgements = await Promise.all(
    run.judges.map((_, judge) => {
      const before = kept.find((one) => one.judge === judge && one.state === 'graded');
      if (before) return before;
      return askJudge(run, { unit, judge, swapped: 0 }, gradingPrompt(judged), (reply, mark) =>
        readGrades(reply, mark, criteria),
      );
    }),
  );
  const all = judgements.filter((one): one is Judgement => one !== null);
  if (all.length < judgements.length) return null;
  return new Map(criteria.map((criterion) => [criterion.index, panelScore(criterion, all)]));
}

/** Everything a target was sent. */
export function taskOf({ input }: Item): string {
  return input.map(({ content }) => content).join('\n\n');
}

export function referenceOf({ expected }: Item): string {
  return typeof expected === 'string' ? expected : expected.join('\n');
}
