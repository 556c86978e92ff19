import type { Models } from '../models/models.ts';
import type { Item } from './benchmarks/benchmarks.ts';
import { type EmbedTexts, embeddingModelOf } from './graders/graders.ts';
import { pointed } from './pointed.ts';
import type { Run } from './run.ts';

/** Embeds by the providers that are configured, with their limits and retries; a failure rejects with its message. */
export function createEmbedTexts({
  deps: { models },
  plan: { methodology },
  signal,
}: Pick<Run, 'deps' | 'plan' | 'signal'>): EmbedTexts {
  const options = { signal, timeoutMs: methodology.request_timeout_ms };
  return async ({ provider, modelId }, texts) => {
    const { embed, maxTexts } = models.resolveEmbedding(provider, modelId);
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += maxTexts) {
      const outcome = await embed(texts.slice(from, from + maxTexts), options);
      if (!outcome.ok) throw new Error(`${provider}/${modelId}: ${outcome.message}`);
      vectors.push(...outcome.vectors);
    }
    return vectors;
  };
}

/**
 * Looks at items one by one. Throws `provider_not_configured` (422) at the subset of the data whose grader names a model
 * that cannot be asked.
 */
export function createEmbeddingCheck(models: Models): (item: Item) => void {
  const known = new Set<unknown>();
  return ({ grader: { options } }) => {
    if (options.model === undefined || known.has(options.model)) return;
    known.add(options.model);
    const named = embeddingModelOf(options);
    if (named === null) return;
    try {
      models.resolveEmbedding(named.provider, named.modelId);
    } catch (error) {
      throw pointed(error, '/subset');
    }
  };
}
