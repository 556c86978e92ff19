import { endOfModel } from '../../../models/catalog/catalog.ts';
import type { PlannedTarget } from './plan.ts';
import type { References } from './references.ts';

/** Warnings about models of candidates and judges that end soon, one for each model. */
export function endingModels(
  targets: readonly PlannedTarget[],
  { facts, sayModelEnd }: Pick<References, 'facts' | 'sayModelEnd'>,
): string[] {
  const sentences = targets.flatMap(({ provider, modelId }) => {
    const end = endOfModel(facts, provider, modelId);
    return (end && sayModelEnd?.(end)) ?? [];
  });
  return [...new Set(sentences)];
}
