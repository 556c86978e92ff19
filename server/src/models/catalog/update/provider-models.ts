import { readListedDay } from './offered-day.ts';
import { asFields, type Fields, type OfferedModel, type OfferedPrices, type Origin } from './price-list.ts';

/** Whether this is a response to `GET /models`: `data` with entries that have an id. */
export function isModelList(list: unknown): boolean {
  const { data } = asFields(list);
  return Array.isArray(data) && data.some((entry) => typeof asFields(entry).id === 'string');
}

/**
 * The end dates in a provider's own list of models. The fields are `shutdown_date` (OpenAI), `expiration_date`
 * (OpenRouter) and `deprecation` with `deprecation_replacement_model` (Mistral); null means that none is announced.
 * @param provider the provider of the list, to which its dates are limited
 */
export function readProviderModels(list: unknown, provider: string, origin: Origin): OfferedPrices {
  const entries = asFields(list).data as readonly unknown[];
  const models: OfferedModel[] = [];
  const skipped: string[] = [];
  for (const entry of entries.map(asFields)) {
    const { id } = entry;
    const stated = statedEnd(entry);
    if (typeof id !== 'string' || id === '' || stated === undefined) continue;
    const name = `${provider}/${id}`;
    if (typeof stated === 'object') {
      if (stated !== null) skipped.push(`${name}: ${stated.problem}`);
      else models.push({ ...base(provider, id), shutdown_at: null });
      continue;
    }
    const replacement = entry.deprecation_replacement_model;
    models.push({
      ...base(provider, id),
      shutdown_at: { date: stated, ...origin },
      ...(typeof replacement === 'string' &&
        replacement !== '' && { replacement: { model_id: replacement, ...origin } }),
    });
  }
  const states = { rates: [], serviceTiers: [] };
  return { format: 'provider’s own', source: origin.source, models, skipped, states };
}

const base = (provider: string, model_id: string) => ({
  provider,
  model_id,
  // The list has no field for the kind of model that all providers share.
  kind: /embed/i.test(model_id) ? ('embedding' as const) : ('chat' as const),
  prices: [],
});

/** The day; null if the list says that there is none, a problem as text, or undefined if it does not say. */
function statedEnd(entry: Fields): string | null | undefined | { readonly problem: string } {
  const field = ['shutdown_date', 'expiration_date', 'deprecation'].find((name) => entry[name] !== undefined);
  if (field === undefined) return undefined;
  const value = entry[field];
  // Mistral lists an alias with the date and the name of the model that it currently refers to.
  const { id, name } = entry;
  if (field === 'deprecation' && typeof name === 'string' && name !== id)
    return value === null ? undefined : { problem: `an alias; its day is that of ${name}` };
  if (value === null) return null;
  return readListedDay(value) ?? { problem: `its ${field} is no day, ${JSON.stringify(value)}` };
}
