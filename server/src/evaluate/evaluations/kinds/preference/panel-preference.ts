import { type SwappedPair, swappedOutcome } from '../../../../measure/statistics/statistics.ts';
import type { Judgement } from '../../stores/judgement-store.ts';
import type { CriterionScore } from '../judging/criterion-scores.ts';
import { judgementFailure } from '../judging/panel.ts';
import type { JudgePreference } from '../judging/prompt/judge-reply.ts';

type SaidPreference = Pick<Judgement, 'judge' | 'swapped' | 'state' | 'said_json'>;

/** The preference in a stored judgement; null if the judge failed. */
export function preferenceOfJudgement({
  state,
  said_json,
}: Pick<SaidPreference, 'state' | 'said_json'>): JudgePreference | null {
  return state === 'graded' && said_json !== null ? (JSON.parse(said_json) as JudgePreference) : null;
}

/** The preferences of one judge in both orders; null unless it compared both. */
export function preferencesInBothOrders(
  judgements: readonly SaidPreference[],
  judge: number,
): SwappedPair | null {
  const inOrder = (swapped: number) => {
    const one = judgements.find((given) => given.judge === judge && given.swapped === swapped);
    return one === undefined ? null : preferenceOfJudgement(one);
  };
  const [aFirst, bFirst] = [inOrder(0), inOrder(1)];
  return aFirst && bFirst && { aFirst: aFirst.winner, bFirst: bFirst.winner };
}

/**
 * The preference of a panel as the score of the first response: 1, 0, or ½ for a tie. A judge prefers a response if
 * it does so in both orders. The response that more than half of the judges prefer wins; otherwise it is a tie. More
 * than half of the panel must have compared both orders.
 */
export function panelPreference(judgements: readonly Judgement[], judges: number): CriterionScore {
  const outcomes = Array.from({ length: judges }, (_, judge) => preferencesInBothOrders(judgements, judge))
    .filter((pair) => pair !== null)
    .map(swappedOutcome);
  if (2 * outcomes.length <= judges)
    return { unscored: 'judge_failed', message: judgementFailure(judgements) };
  const wins = (side: 'a' | 'b') => 2 * outcomes.filter((one) => one === side).length > outcomes.length;
  return { score: wins('a') ? 1 : wins('b') ? 0 : 0.5 };
}
