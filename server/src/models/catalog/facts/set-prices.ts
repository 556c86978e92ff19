import { findModel } from './find.ts';
import { onOtherDays } from './price-days.ts';
import type { Facts, ModelFact, ModelPriceFact } from './schemas.ts';

/** A price that people set while the service runs. */
export interface SetPrice {
  /** Whether it applies to one workspace or to all. */
  readonly set_by: 'workspace' | 'service';
  /** The UTC day on which it was set. */
  readonly set_on: string;
  readonly provider: string;
  readonly model_id: string;
  readonly price: ModelPriceFact;
}

const OWNERS = { workspace: 'by this workspace', service: 'for all workspaces' } as const;

/**
 * Adds prices that people set to the facts; each replaces earlier ones on the days it covers. A model that the facts do
 * not contain is added as a chat model with only its price.
 */
export function withSetPrices(facts: Facts, prices: readonly SetPrice[]): Facts {
  let known = facts;
  for (const one of prices) known = { ...known, models: withPrice(known, one) };
  return known;
}

function withPrice(facts: Facts, { set_by, set_on, provider, model_id, price }: SetPrice): ModelFact[] {
  const { source, as_of } = price;
  const set = {
    ...price,
    source: `price set ${OWNERS[set_by]} on ${set_on}, source: ${source}`,
    set_by,
  };
  const found = findModel(facts, provider, model_id);
  if (!found.known)
    return [...facts.models, { provider, model_id, kind: 'chat', prices: [set], source: set.source, as_of }];
  return facts.models.map((model) =>
    model === found.value
      ? { ...model, prices: [...model.prices.flatMap((other) => onOtherDays(other, price)), set] }
      : model,
  );
}
