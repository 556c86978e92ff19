import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import { modelsAsked } from '../../../measure/graders/graders.ts';
import type { Models } from '../../../models/models.ts';
import { prefixErrorPointer } from '../plan/prefix-error-pointer.ts';

/**
 * Checks items one by one. Throws `provider_not_configured` (422) at the benchmark's subset if a grader names a model
 * that cannot be called; `unpriced` receives each model that `max_cost_usd` cannot count.
 */
export function createAskedModelsCheck(
  models: Models,
  unpriced: (model: string) => void,
): (item: Item) => void {
  const known = new Set<string>();
  return ({ grader }) => {
    for (const { provider, modelId, asks } of modelsAsked(grader)) {
      const key = JSON.stringify([provider, modelId, asks]);
      if (known.has(key)) continue;
      known.add(key);
      try {
        const { price } =
          asks === 'embed' ? models.resolveEmbedding(provider, modelId) : models.resolve(provider, modelId);
        if (price === undefined) unpriced(`${provider}/${modelId}`);
      } catch (error) {
        throw prefixErrorPointer(error, '/subset');
      }
    }
  };
}
