import { toUsdNumber } from '../../../kernel/money.ts';
import { costOf, type Models } from '../../../models/models.ts';
import type { Plan } from '../../plan/plan.ts';
import { judgedCriteria } from '../../plan/planned-judging.ts';
import { countPairs } from '../../plan/target-pairs.ts';

/** Assumed of a judge: what it is told beside task and answers, and what it says of a criterion or of two answers. */
const PROMPT_TOKENS = 300;
const TOKENS_A_VERDICT = 60;

export interface JudgeEstimate {
  judge: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** Null without a price. */
  cost_usd: number | null;
}

export const JUDGE_ASSUMPTION = `Judges: one call an answer, two a pair of answers that are compared, ${PROMPT_TOKENS} tokens of instructions, ${TOKENS_A_VERDICT} tokens of reply for each criterion or pair.`;

interface Assumed {
  /** Estimates a text's tokens. */
  tokensOf: (characters: number) => number;
  answerTokens: number;
}

type Volume = Omit<JudgeEstimate, 'judge' | 'cost_usd'>;

/** What judging would take; `characters` are those sent of each benchmark. */
export function estimateJudges(
  models: Models,
  plan: Plan,
  characters: readonly number[],
  assumed: Assumed,
): JudgeEstimate[] {
  const parts = volumes(plan, characters, assumed);
  const sum = (of: keyof Volume) => Math.ceil(parts.reduce((total, part) => total + part[of], 0));
  const [calls, input_tokens, output_tokens] = [sum('calls'), sum('input_tokens'), sum('output_tokens')];
  return (plan.judges ?? []).map(({ label, provider, modelId }) => {
    const { price } = models.resolve(provider, modelId);
    const usage = { input_tokens, output_tokens, reasoning_tokens: null, cached_tokens: null };
    const cost = price ? costOf(usage, price) : null;
    return {
      judge: label,
      calls,
      input_tokens,
      output_tokens,
      cost_usd: cost === null ? null : toUsdNumber(cost),
    };
  });
}

/** What one judge grades, and what it compares. */
function volumes(
  { benchmarks, targets, methodology }: Plan,
  characters: readonly number[],
  { tokensOf, answerTokens }: Assumed,
): Volume[] {
  const part = (of: number, times: number, answers: number, verdicts: number): Volume => {
    const each = methodology.epochs * times;
    const calls = (benchmarks[of]?.items ?? 0) * each;
    const read = tokensOf((characters[of] ?? 0) * each);
    return {
      calls,
      input_tokens: read + calls * (PROMPT_TOKENS + answers * answerTokens),
      output_tokens: calls * verdicts * TOKENS_A_VERDICT,
    };
  };
  return benchmarks.flatMap(({ custom, pairs }, at) => {
    if (pairs) return [part(pairs.of, 2 * countPairs(targets.length), 2, 1)];
    const criteria = custom ? judgedCriteria(custom).length : 0;
    return criteria === 0 ? [] : [part(at, targets.length, 1, criteria)];
  });
}
