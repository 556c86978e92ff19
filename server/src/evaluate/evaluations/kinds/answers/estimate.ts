import type { PlannedTarget } from '../../plan/plan.ts';
import type { EstimateContext, KindEstimate, Volume } from '../kind.ts';
import type { PlannedBenchmark } from '../shapes.ts';

/**
 * The volume of sending each item in each epoch; also used for custom evaluations, whose items are sent the same way.
 */
export const answersEstimate: KindEstimate<PlannedBenchmark> = estimateCalls(volume);

/** The volume and duration of the calls of a target, with the concurrency of the methodology. */
export function estimateCalls<B extends PlannedBenchmark>(
  targetVolume: (benchmark: B, target: PlannedTarget, context: EstimateContext) => Volume,
): KindEstimate<B> {
  return {
    targetVolume,
    targetMs(benchmark, target, latency, context) {
      const { calls } = targetVolume(benchmark, target, context);
      if (calls === 0) return 0;
      return latency === null ? null : (latency * calls) / context.plan.methodology.concurrency;
    },
  };
}

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
