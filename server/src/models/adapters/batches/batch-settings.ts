import type { BatchSettings } from '../../../platform/config-providers.ts';
import type { Batches, BatchPrice } from '../../contract/batches.ts';

/** Of a server of which nobody says that batches are cheaper. */
export const UNKNOWN_PRICE: BatchPrice = { factor: 1, source: null, asOf: null };

/** The batches of a kind of provider as the operator set them. */
export function withSettings(
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
