import { plural } from '@touchstone/report/figures';
import type { NameCounts } from '../../../kernel/name-counts.ts';
import { sum } from '../../../kernel/sum.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import { isStandardTier, isTierPriced } from '../../../models/models.ts';
import { callPriceOf } from '../../../models/prices/prices.ts';
import { AT_STANDARD_RATES } from '../plan/model-quirks.ts';
import type { Plan } from '../plan/plan.ts';
import { requestedTier } from '../plan/preflight.ts';

type ServedCalls = { readonly tiers?: Readonly<NameCounts> } | undefined;

/** Responses that another service tier served than the one that was requested, and those whose tier has no price. */
export function tierWarnings(
  calls: readonly ServedCalls[],
  underLoad: readonly ServedCalls[],
  { targets, preflight, pricesOf }: Pick<Plan, 'targets' | 'preflight' | 'pricesOf'>,
  facts: Facts | undefined,
): string[] {
  return targets.flatMap((target, i) => {
    const tiers = namedTiers(calls[i]);
    const asked = requestedTier(target, preflight?.targets[i]);
    const known = facts && pricesOf !== undefined ? callPriceOf(facts, target, pricesOf) : null;
    const unpriced = known ? tiers.filter(([name]) => !isTierPriced(known.price, name)) : [];
    return [
      ...servedByOthers(asked, tiers).map(
        (others) => `${others}. Latency and the cost of calls are those of the tiers that served.`,
      ),
      ...servedByOthers(asked, namedTiers(underLoad[i]), ' under load').map(
        (others) =>
          `${others}. Latency under load is that of the tiers that served, and its cost that of ${asked}.`,
      ),
      ...(unpriced.length > 0
        ? [`of ${servedBy(tiers, unpriced)}, of which no rates are known: ${AT_STANDARD_RATES}`]
        : []),
    ].map((sentence) => `${target.label}: ${sentence}`);
  });
}

type Tiers = readonly (readonly [name: string, responses: number])[];

const namedTiers = (calls: ServedCalls): Tiers =>
  Object.entries(calls?.tiers ?? {}).filter(([name]) => name !== '');

/** What other tiers served than the one that was requested; empty if they served nothing. */
function servedByOthers(asked: string | undefined, tiers: Tiers, where = ''): string[] {
  const others = tiers.filter(([name]) => !isSameTier(asked, name));
  return others.length === 0
    ? []
    : [`requested the service tier ${asked}; of ${servedBy(tiers, others, where)}`];
}

function servedBy(all: Tiers, some: Tiers, where = ''): string {
  const parts = some.map(([name, n]) => `${n} ${n === 1 ? 'was' : 'were'} served by the tier ${name}`);
  return `${plural(sum(all.map(([, n]) => n)), 'response')}${where}, ${parts.join(' and ')}`;
}

/** With `auto` the provider chooses, and the standard tier has several names. */
const isSameTier = (asked: string | undefined, served: string): boolean =>
  asked === undefined ||
  asked === 'auto' ||
  asked === served ||
  (isStandardTier(asked) && isStandardTier(served));
