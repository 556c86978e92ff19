import { judgedCriteria } from '../../plan/planned-judging.ts';
import { answersEstimate } from '../answers/estimate.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedJudging } from './describe.ts';

/** Assumed token counts of a judge's call: its instructions, and its output for each criterion or pair. */
const PROMPT_TOKENS = 300;
const TOKENS_A_JUDGEMENT = 60;

const JUDGE_ASSUMPTION = `Judges: one call for each response, two for each compared pair, ${PROMPT_TOKENS} tokens of instructions, and ${TOKENS_A_JUDGEMENT} output tokens for each criterion or pair.`;

export const judgingEstimate: KindEstimate<PlannedJudging> = {
  ...answersEstimate,
  judgeVolume({ custom }, context) {
    const judgements = judgedCriteria(custom).length;
    const { at } = context;
    return judgements === 0
      ? { calls: 0, input_tokens: 0, output_tokens: 0 }
      : judgedVolume(context, { of: at, times: context.plan.targets.length, answers: 1, judgements });
  },
  assumptions: (_, { judges = [] }) => (judges.length > 0 ? [JUDGE_ASSUMPTION] : []),
};

/** The judge calls if each item of benchmark `of` is judged `times` times. */
interface JudgedItems {
  of: number;
  times: number;
  /** Number of responses shown in a call, and number of judgements it returns. */
  answers: number;
  judgements: number;
}

export function judgedVolume(
  { plan: { benchmarks, methodology }, characters, tokensOf, answerTokens }: EstimateContext,
  { of, times, answers, judgements }: JudgedItems,
): Volume {
  const each = methodology.epochs * times;
  const calls = (benchmarks[of]?.items ?? 0) * each;
  const read = tokensOf((characters[of] ?? 0) * each);
  return {
    calls,
    input_tokens: read + calls * (PROMPT_TOKENS + answers * answerTokens),
    output_tokens: calls * judgements * TOKENS_A_JUDGEMENT,
  };
}
