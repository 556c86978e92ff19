import type { BatchSettings } from '../../../platform/config-providers.ts';
import type { Batches, BatchPrice } from '../../contract/batches.ts';

/** The price of batches at a server without a configured one. */
export const UNKNOWN_PRICE: BatchPrice = { factor: 1, source: null, asOf: null };

/** The batches of a kind of provider with the operator's settings. */
export function withBatchSettings(
  batches: Batches,
  usual: BatchPrice,
  { priceFactor, priceSource, maxRequests = Infinity }: BatchSettings = {},
): Batches & { price: BatchPrice } {
  const { requests, bytes } = batches.most;
  return {
    ...batches,
    most: { requests: Math.min(requests, maxRequests), bytes },
    price:
      priceFactor === undefined ? usual : { factor: priceFactor, source: priceSource ?? null, asOf: null },
  };
}
