import type { Plan } from '../../plan/plan.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import type { JudgementRow } from '../../stores/judgement-store.ts';
import type { SampleRow } from '../../stores/sample-store.ts';
import { gradesOf } from './panel.ts';

/** What a sample of a custom evaluation got on each criterion, and what each judge said of it. */
export function sampleCriteria(
  { benchmark, scores_json }: Pick<SampleRow, 'benchmark' | 'scores_json'>,
  plan: Plan,
  judgements: readonly JudgementRow[],
): Pick<Sample, 'criteria'> {
  const criteria = plan.benchmarks[benchmark]?.custom?.criteria;
  if (!criteria || scores_json === null) return {};
  const scores = JSON.parse(scores_json) as (number | null)[];
  return {
    criteria: criteria.map(({ name, judged }, i) => ({
      criterion: name,
      score: scores[i] ?? null,
      ...(judged && { judges: judgements.map((one) => saidOf(one, plan, i)) }),
    })),
  };
}

function saidOf(judgement: JudgementRow, { judges = [] }: Plan, criterion: number) {
  const grade = gradesOf(judgement)?.find(({ index }) => index === criterion);
  return {
    judge: judges[judgement.judge]?.label ?? '',
    score: grade?.score ?? null,
    reason: grade?.reason ?? judgement.message,
  };
}
