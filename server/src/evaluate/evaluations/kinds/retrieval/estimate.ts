import { plural } from '@touchstone/report/figures';
import type { PlannedTarget } from '../../plan/plan.ts';
import { estimateCalls } from '../answers/estimate.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedRetrieval } from './describe.ts';

/** Characters of the prompt around question and chunks. */
const PROMPT_CHARACTERS = 600;
/** Assumed length of a chunk if no right chunk shows it. */
const ASSUMED_PASSAGE_CHARACTERS = 1_200;

/**
 * Each question is sent under each condition; retrieved chunks are assumed to be as long as the right ones on
 * average.
 */
export const retrievalEstimate: KindEstimate<PlannedRetrieval> = {
  ...estimateCalls(volume),
  assumptions(benchmarks) {
    const conditions = new Set(benchmarks.map(({ retrieval }) => retrieval.condition));
    return [
      `rag: each question is sent under ${plural(conditions.size, 'condition')} (${[...conditions].join(', ')}), unanswerable questions only under the first. Retrieved chunks are assumed to be as long as the right ones on average; retrieval inside an application is not counted.`,
    ];
  },
};

function volume(
  { items, retrieval }: PlannedRetrieval,
  { maxTokens, system = '', endpoint, retrieval: how }: PlannedTarget,
  { plan, at, characters, tokensOf, answerTokens }: EstimateContext,
): Volume {
  const { epochs } = plan.methodology;
  const calls = items * epochs;
  const around = endpoint ? 0 : PROMPT_CHARACTERS + system.length;
  const shown = passageCharacters(
    plan.benchmarks[retrieval.of],
    retrieval,
    items,
    endpoint ? 0 : (how?.k ?? 0),
  );
  return {
    calls,
    input_tokens: tokensOf(((characters[at] ?? 0) + shown) * epochs + calls * around),
    output_tokens: calls * (maxTokens ?? answerTokens),
  };
}

/** Characters of the chunks of all items, each counted once. */
function passageCharacters(
  base: { kind: string } | undefined,
  { condition, goldCharacters }: PlannedRetrieval['retrieval'],
  items: number,
  k: number,
): number {
  if (condition === 'none') return 0;
  if (condition === 'gold') return goldCharacters;
  const { goldPassages = 0, goldCharacters: characters = 0 } =
    base?.kind === 'retrieval' ? (base as PlannedRetrieval).retrieval : {};
  return items * k * (goldPassages === 0 ? ASSUMED_PASSAGE_CHARACTERS : characters / goldPassages);
}
