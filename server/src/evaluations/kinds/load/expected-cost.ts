import { meanOf } from '../../../catalog/catalog.ts';
import { costOf, type ModelPrice } from '../../../models/models.ts';
import type { RequestSizes } from '../../../traffic/traffic.ts';
import { requestsToSend, type WindowPlan } from '../../../traffic/traffic.ts';

/** What a window should cost, its warm-up included, in 10⁻¹² USD; 0 without a price. */
export function expectedOfWindow(window: WindowPlan, price: ModelPrice | undefined): number {
  return price === undefined ? 0 : expectedCost({ ...window, requests: requestsToSend(window) }, price);
}

/** What requests of these sizes should cost, in 10⁻¹² USD, by their mean token counts; 0 without a price. */
export function expectedCost(
  { requests, inputTokens, outputTokens }: RequestSizes & { requests: number },
  price: ModelPrice | undefined,
): number {
  if (price === undefined) return 0;
  const usage = {
    input_tokens: Math.round(meanOf(inputTokens) ?? 0),
    output_tokens: Math.round(meanOf(outputTokens) ?? 0),
    reasoning_tokens: null,
    cached_tokens: null,
  };
  return requests * Number(costOf(usage, price));
}
