import { duration, formatWholePercent, usd } from '@touchstone/report/figures';
import type { Estimate } from '../../api/api.ts';

/** What it would cost; in batches also what it would by single calls. */
export function costText({ cost_usd, cost_usd_if_direct: direct }: Estimate): string {
  return direct === undefined || direct === null
    ? usd(cost_usd)
    : `${usd(cost_usd)}; ${usd(direct)} by single calls`;
}

/** How long it would take; nobody knows of a batch. */
export function durationText({ delivery, duration_seconds }: Estimate): string {
  return delivery === 'batch' ? 'up to 24 hours per batch' : duration(duration_seconds);
}

/** What batches cost of the price of single calls. */
export function batchPriceText({ targets }: Estimate): string {
  const factors = new Set(targets.flatMap(({ batch_price }) => batch_price?.price_factor ?? []));
  const [factor, ...others] = factors;
  if (factor === undefined || others.length > 0) return 'at the price of each provider';
  if (factor === 1) return 'at the same price';
  return factor === 0.5 ? 'at half the price' : `at ${formatWholePercent(factor)} of the price`;
}
