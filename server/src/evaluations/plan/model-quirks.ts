import { type Facts, modelQuirks } from '../../catalog/catalog.ts';
import { describeQuirks, type ModelQuirks, type Models } from '../../models/models.ts';
import type { PlannedTarget, ResolvedMethodology } from './plan.ts';

/** What the catalogue knows of how requests to a model must differ; what it does not know is left out. */
export function knownQuirks(facts: Facts, provider: string, modelId: string): ModelQuirks {
  const { acceptsTemperature, maxTokensField } = modelQuirks(facts, provider, modelId);
  return {
    ...(acceptsTemperature !== null && { acceptsTemperature }),
    ...(maxTokensField !== null && { maxTokensParameter: maxTokensField }),
  };
}

/** What each target will be sent otherwise than its stack says, before anything is asked. */
export function quirkWarnings(
  models: Models,
  targets: readonly PlannedTarget[],
  { random_seed }: ResolvedMethodology,
): string[] {
  return targets.flatMap((target) => {
    const { label, temperature, maxTokens } = target;
    const asked = {
      seed: random_seed,
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxTokens }),
    };
    const sentences = describeQuirks(asked, models.resolveTarget(target).quirks);
    return sentences.map((sentence) => `${label}: ${sentence}`);
  });
}
