import { toUsdNumber } from '../../kernel/money.ts';
import { costOf, type Models } from '../../models/models.ts';
import type { Plan } from '../plan.ts';
import { judgedCriteria } from './planned-custom.ts';

/** Assumed of a judge: what it is told beside task and answer, and what it says of a criterion. */
const PROMPT_TOKENS = 300;
const TOKENS_A_CRITERION = 60;

export interface JudgeEstimate {
  judge: string;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  /** Null without a price. */
  cost_usd: number | null;
}

export const JUDGE_ASSUMPTION = `Judges: one call an answer, ${PROMPT_TOKENS} tokens of instructions, ${TOKENS_A_CRITERION} tokens of reply for each criterion.`;

/** What judging would take; `characters` are those sent of each benchmark, `tokensOf` estimates a text's tokens, `answerTokens` is assumed of an answer. */
export function estimateJudges(
  models: Models,
  { benchmarks, targets, judges = [], methodology }: Plan,
  characters: readonly number[],
  { tokensOf, answerTokens }: { tokensOf: (characters: number) => number; answerTokens: number },
): JudgeEstimate[] {
  const at = benchmarks.findIndex(({ custom }) => custom !== undefined);
  const custom = benchmarks[at]?.custom;
  if (!custom) return [];
  const criteria = judgedCriteria(custom).length;
  const asked = criteria === 0 ? 0 : (benchmarks[at]?.items ?? 0);
  const repeats = methodology.epochs * targets.length;
  const calls = asked * repeats;
  const read = asked === 0 ? 0 : tokensOf((characters[at] ?? 0) * repeats);
  const input_tokens = Math.ceil(read + calls * (PROMPT_TOKENS + answerTokens));
  const output_tokens = calls * criteria * TOKENS_A_CRITERION;
  return judges.map(({ label, provider, modelId }) => {
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
