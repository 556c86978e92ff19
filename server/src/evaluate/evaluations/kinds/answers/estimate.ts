import type { PlannedTarget } from '../../plan/plan.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedBenchmark } from '../shapes.ts';

/**
 * The volume of asking each item in each epoch; also for a custom evaluation, whose items are asked in the same way.
 */
export const answersEstimate: KindEstimate<PlannedBenchmark> = {
  targetVolume: volume,
  targetMs(benchmark, target, latency, context) {
    const { calls } = volume(benchmark, target, context);
    if (calls === 0) return 0;
    return latency === null ? null : (latency * calls) / context.plan.methodology.concurrency;
  },
};

function volume(
  { items }: PlannedBenchmark,
  { maxTokens, system = '' }: PlannedTarget,
  { plan: { methodology }, at, characters, tokensOf, answerTokens }: EstimateContext,
): Volume {
  const calls = items * methodology.epochs;
  return {
    calls,
    input_tokens: tokensOf((characters[at] ?? 0) * methodology.epochs + calls * system.length),
    output_tokens: calls * (maxTokens ?? answerTokens),
  };
}
