import { plural } from '@touchstone/report/figures';
import { sum } from '../../../kernel/sum.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import { isStandardTier, isTierPriced } from '../../../models/models.ts';
import { callPriceOf } from '../../../models/prices/prices.ts';
import { AT_STANDARD_RATES } from '../plan/model-quirks.ts';
import type { Plan } from '../plan/plan.ts';
import { requestedTier } from '../plan/preflight.ts';
import type { Aggregate } from './aggregate.ts';

/** Responses that another service tier served than the one that was requested, and those whose tier has no price. */
export function tierWarnings(
  { calls }: Pick<Aggregate, 'calls'>,
  { targets, preflight, pricesOf }: Pick<Plan, 'targets' | 'preflight' | 'pricesOf'>,
  facts: Facts | undefined,
): string[] {
  return targets.flatMap((target, i) => {
    const tiers = Object.entries(calls[i]?.tiers ?? {}).filter(([name]) => name !== '');
    const asked = requestedTier(target, preflight?.targets[i]);
    const others = tiers.filter(([name]) => !isSameTier(asked, name));
    const known = facts && pricesOf !== undefined ? callPriceOf(facts, target, pricesOf) : null;
    const unpriced = known ? tiers.filter(([name]) => !isTierPriced(known.price, name)) : [];
    const all = sum(tiers.map(([, n]) => n));
    return [
      ...(asked !== undefined && others.length > 0
        ? [
            `${target.label}: requested the service tier ${asked}; of ${plural(all, 'response')}, ${servedBy(others)}. Latency and the cost of calls are those of the tiers that served.`,
          ]
        : []),
      ...(unpriced.length > 0
        ? [
            `${target.label}: of ${plural(all, 'response')}, ${servedBy(unpriced)}, of which no rates are known: ${AT_STANDARD_RATES}`,
          ]
        : []),
    ];
  });
}

const servedBy = (tiers: readonly (readonly [string, number])[]) =>
  tiers.map(([name, n]) => `${n} ${n === 1 ? 'was' : 'were'} served by the tier ${name}`).join(' and ');

/** With `auto` the provider chooses, and the standard tier has several names. */
const isSameTier = (asked: string | undefined, served: string): boolean =>
  asked === undefined ||
  asked === 'auto' ||
  asked === served ||
  (isStandardTier(asked) && isStandardTier(served));
