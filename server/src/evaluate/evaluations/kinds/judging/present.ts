import { benchmarkAt, benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import type { JudgementRow } from '../../stores/judgement-store.ts';
import type { Column, PresentContext } from '../kind.ts';
import { unreadReply } from './ask-judge.ts';
import { gradesOfJudgement } from './panel.ts';

/** The scores of a sample by criterion, with the grades and reasons of each judge. */
export function sampleCriteria({
  row: { benchmark, scores_json },
  plan,
  judgements,
}: PresentContext): Pick<Sample, 'criteria'> {
  if (scores_json === null) return {};
  const { criteria } = benchmarkAt(plan, benchmark, 'judging').custom;
  const scores = JSON.parse(scores_json) as (number | null)[];
  return {
    criteria: criteria.map(({ name, judged }, i) => ({
      criterion: name,
      score: scores[i] ?? null,
      ...(judged && { judges: judgements.map((one) => judgementOnCriterion(one, plan, i)) }),
    })),
  };
}

/** The score of each criterion, named as in the results. */
export function criterionColumns(plan: Plan): Column[] {
  return benchmarksOfKind(plan, 'judging').flatMap(({ benchmark }) =>
    benchmark.custom.criteria.map(
      ({ name }): Column => [
        `custom/${name}`,
        ({ criteria }) => criteria?.find(({ criterion }) => criterion === name)?.score ?? null,
      ],
    ),
  );
}

/** The response of a judge that could not be read. */
export function unreadReplyOf(judgement: JudgementRow): { reply?: string } {
  const reply = unreadReply(judgement);
  return reply === null ? {} : { reply };
}

function judgementOnCriterion(judgement: JudgementRow, { judges = [] }: Plan, criterion: number) {
  const grade = gradesOfJudgement(judgement)?.find(({ index }) => index === criterion);
  return {
    judge: judges[judgement.judge]?.label ?? '',
    score: grade?.score ?? null,
    reason: grade?.reason ?? judgement.message,
    ...unreadReplyOf(judgement),
  };
}
