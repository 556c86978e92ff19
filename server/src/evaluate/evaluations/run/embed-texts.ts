import type { EmbedTexts } from '../../../measure/graders/graders.ts';
import {
  callCost,
  type EmbedAnswer,
  type EmbeddingConnection,
  type ModelPrice,
} from '../../../models/models.ts';
import { paidCall } from './paid-call.ts';
import type { Run } from './run.ts';

/**
 * Makes a function that embeds texts with the configured providers, within their limits, retries and the budget of
 * the run, and not during load. `paid` receives the cost of each call. Rejects with the failure's message, or with
 * `BudgetDenied` if the budget is spent.
 */
export function createEmbedTexts(run: Run, paid: (cost: number | null) => void): EmbedTexts {
  return async ({ provider, modelId }, texts) => {
    const connection = run.deps.models.resolveEmbedding(provider, modelId);
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += connection.maxTexts) {
      const some = texts.slice(from, from + connection.maxTexts);
      vectors.push(...(await embedSome(run, connection, some, paid)));
    }
    return vectors;
  };
}

async function embedSome(
  run: Run,
  { embed, price, provider, modelId }: EmbeddingConnection,
  texts: readonly string[],
  paid: (cost: number | null) => void,
): Promise<readonly Float32Array[]> {
  const { plan, signal } = run;
  const outcome = await paidCall(run, {
    payer: 'embeddings',
    call: () => embed(texts, { signal, timeoutMs: plan.methodology.request_timeout_ms }),
    costOf(answer) {
      const cost = answer.ok && price ? costOfTexts(answer, price) : null;
      paid(cost);
      return cost;
    },
  });
  run.active();
  if (!outcome.ok) throw new Error(`${provider}/${modelId}: ${outcome.message}`);
  return outcome.vectors;
}

/** Cost in 10⁻¹² USD, for input tokens only; null if tokens were not counted. */
function costOfTexts({ usage: { input_tokens } }: EmbedAnswer, price: ModelPrice): number | null {
  const cost = callCost(
    { input_tokens, output_tokens: 0, reasoning_tokens: null, cached_tokens: null },
    price,
  );
  return cost === null ? null : Number(cost);
}
