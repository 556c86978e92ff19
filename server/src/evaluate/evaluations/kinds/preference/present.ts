import { type Preference, swappedOutcome } from '../../../../measure/statistics/statistics.ts';
import { benchmarkAt, unitAt, unitNumber } from '../../plan/plan.ts';
import { answerFromRow } from '../../run/call-model.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import type { JudgementRow } from '../../stores/judgement-store.ts';
import { sampleId } from '../../stores/sample-id.ts';
import { readSample } from '../../stores/sample-store.ts';
import { unreadReplyOf } from '../judging/present.ts';
import type { PresentContext } from '../kind.ts';
import { preferenceOfJudgement, preferencesInBothOrders } from './panel-preference.ts';

type Pair = NonNullable<Sample['pair']>;

/** The two responses that a sample compares, and the judgements in both orders. */
export async function samplePair({
  db,
  row,
  plan,
  judgements,
}: PresentContext): Promise<Pick<Sample, 'pair'>> {
  const { of } = benchmarkAt(plan, row.benchmark, 'preference').pairs;
  const { item, epoch, target, against = target } = unitAt(plan, row.unit);
  const labels = [target, against].map((one) => plan.targets[one]?.label ?? '') as [string, string];
  const units = [target, against].map((one) => unitNumber(plan, { benchmark: of, item, epoch, target: one }));
  const [sample_a, sample_b] = units.map((unit) => sampleId(row.evaluation_id, unit)) as [string, string];
  const answer = async (unit: number | undefined) => {
    const sample = await readSample(db, { workspaceId: row.workspace_id, id: row.evaluation_id }, unit ?? -1);
    return sample?.answer == null ? null : answerFromRow(sample).text;
  };
  return {
    pair: {
      target_a: labels[0],
      target_b: labels[1],
      sample_a,
      sample_b,
      answer_a: await answer(units[0]),
      answer_b: await answer(units[1]),
      winner: row.score === null ? null : row.score === 0.5 ? 'tie' : labels[row.score === 1 ? 0 : 1],
      judges: (plan.judges ?? []).map(({ label }, judge) => ({
        judge: label,
        ...saidBy(
          judge,
          labels,
          judgements.filter((one) => one.judge === judge),
        ),
      })),
    },
  };
}

function saidBy(
  judge: number,
  labels: readonly [a: string, b: string],
  judgements: readonly JudgementRow[],
): Omit<Pair['judges'][number], 'judge'> {
  const both = preferencesInBothOrders(judgements, judge);
  const outcome = both && swappedOutcome(both);
  return {
    winner: outcome && { a: labels[0], b: labels[1], tie: 'tie' }[outcome],
    orders: judgements.map((judgement) => {
      const shown = judgement.swapped === 0 ? labels : ([labels[1], labels[0]] as const);
      const said = preferenceOfJudgement(judgement);
      return {
        first: shown[0],
        winner: said && labelOf(said.winner, shown),
        reason: said?.reason ?? judgement.message,
        ...unreadReplyOf(judgement),
      };
    }),
  };
}

function labelOf(winner: Preference, [first, second]: readonly [string, string]): string {
  return { first, second, tie: 'tie' }[winner];
}
