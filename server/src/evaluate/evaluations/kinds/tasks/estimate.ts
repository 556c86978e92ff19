import type { PlannedTarget } from '../../plan/plan.ts';
import { estimateCalls } from '../answers/estimate.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedTasks } from './describe.ts';

/** Assumed number of responses in a conversation; only running it shows the actual number. */
const ASSUMED_REPLIES = 6;

/** Each request contains all previous messages. */
export const tasksEstimate: KindEstimate<PlannedTasks> = {
  ...estimateCalls(volume),
  assumptions: () => [
    `A task: ${ASSUMED_REPLIES} responses of the target, each to the opening and the previous responses. Tool results and models that simulate the user or judge are not counted.`,
  ],
};

function volume(
  { items }: PlannedTasks,
  { maxTokens, system = '' }: PlannedTarget,
  { plan: { methodology }, at, characters, tokensOf, answerTokens }: EstimateContext,
): Volume {
  const conversations = items * methodology.epochs;
  const calls = conversations * ASSUMED_REPLIES;
  const replied = maxTokens ?? answerTokens;
  const before = (ASSUMED_REPLIES * (ASSUMED_REPLIES - 1)) / 2;
  return {
    calls,
    input_tokens:
      ASSUMED_REPLIES * tokensOf((characters[at] ?? 0) * methodology.epochs + conversations * system.length) +
      conversations * before * replied,
    output_tokens: calls * replied,
  };
}
