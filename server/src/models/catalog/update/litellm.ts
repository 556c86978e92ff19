import type { ModelPriceFact } from '../facts/schemas.ts';
import { readListedDay } from './offered-day.ts';
import {
  asFields,
  definedFields,
  type Fields,
  type OfferedModel,
  type OfferedPrices,
  type Origin,
  readPrice,
} from './price-list.ts';

/** Providers whose name differs between the list and the catalogue. Vertex AI is not Google's own API. */
const CATALOGUE_NAMES: ReadonlyMap<string, string> = new Map([
  ['gemini', 'google'],
  ['bedrock', 'amazon-bedrock'],
  ['bedrock_converse', 'amazon-bedrock'],
  ['cohere_chat', 'cohere'],
  ['dashscope', 'alibaba'],
  ['fireworks_ai', 'fireworks'],
  ['moonshot', 'moonshotai'],
  ['text-completion-openai', 'openai'],
  ['together_ai', 'together'],
]);

const KINDS: ReadonlyMap<unknown, OfferedModel['kind']> = new Map([
  ['chat', 'chat'],
  ['responses', 'chat'],
  ['embedding', 'embedding'],
]);

/** Whether this is LiteLLM's list (`model_prices_and_context_window.json`): entries that name their provider. */
export function isLiteLlm(list: Fields): boolean {
  return Object.values(list).some((entry) => {
    const { litellm_provider, mode } = asFields(entry);
    return typeof litellm_provider === 'string' && KINDS.has(mode);
  });
}

/**
 * LiteLLM's price list: an entry per model, prices in USD per token, and `deprecation_date`, the day on which the
 * provider shuts it down. An entry only describes its own provider's model, under the provider's id.
 */
export function readLiteLlm(list: Fields, origin: Origin): OfferedPrices {
  const models = new Map<string, OfferedModel>();
  const skipped: string[] = [];
  for (const [key, entry] of Object.entries(list)) {
    const fields = asFields(entry);
    const { litellm_provider, mode, deprecation_date, max_input_tokens } = fields;
    const kind = KINDS.get(mode);
    if (typeof litellm_provider !== 'string' || kind === undefined) continue;
    const provider = CATALOGUE_NAMES.get(litellm_provider) ?? litellm_provider;
    const model_id = withoutProvider(key, litellm_provider);
    const name = `${provider}/${model_id}`;
    // Two interfaces of one model: the first is used.
    if (models.has(name)) continue;
    const price = toPrice(fields, origin);
    const end = readListedDay(deprecation_date);
    if (deprecation_date !== undefined && end === null)
      skipped.push(`${name}: its deprecation_date is no day, ${JSON.stringify(deprecation_date)}`);
    if (price === null && end === null) continue;
    const context_tokens = readPrice(max_input_tokens);
    models.set(name, {
      provider,
      model_id,
      kind,
      prices: price === null ? [] : [price],
      ...(context_tokens !== undefined &&
        Number.isInteger(context_tokens) &&
        context_tokens > 0 && { context_tokens }),
      ...(end !== null && { shutdown_at: { date: end, ...origin } }),
    });
  }
  const states = { rates: Object.values(FIELDS), serviceTiers: SERVICE_TIERS };
  return { format: 'LiteLLM', source: origin.source, models: [...models.values()], skipped, states };
}

/** `groq/openai/gpt-oss-20b` of groq is called `openai/gpt-oss-20b` there; `vertex_ai-…` writes `vertex_ai/`. */
function withoutProvider(key: string, provider: string): string {
  const prefix = [provider, provider.split('-')[0]].find((name) => key.startsWith(`${name}/`));
  return prefix === undefined ? key : key.slice(prefix.length + 1);
}

const FIELDS = {
  input_cost_per_token: 'input_usd_per_million',
  cache_read_input_token_cost: 'cached_input_usd_per_million',
  cache_creation_input_token_cost: 'cache_write_usd_per_million',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h_usd_per_million',
  output_cost_per_token: 'output_usd_per_million',
} as const;

/** Fields such as `input_cost_per_token_above_200k_tokens` and `input_cost_per_token_above_200k_tokens_priority`. */
const TIER = /_above_(\d+)k_tokens(_[a-z]+)?$/;

/** Service tiers whose rates are in fields such as `input_cost_per_token_flex`. */
const SERVICE_TIERS = ['flex', 'priority'];

/** The price, or null if none is stated; the list uses 0 in all fields for an unknown price. */
function toPrice(fields: Fields, origin: Origin): ModelPriceFact | null {
  const rates = ratesOf(fields, '');
  if (rates.input_usd_per_million === undefined) return null;
  if (Object.values(rates).every((rate) => rate === 0)) return null;
  const service_tiers = SERVICE_TIERS.flatMap((tier) => {
    const ofTier = ratesOf(fields, `_${tier}`);
    const isWhole = Object.keys(rates).every((name) => name in ofTier);
    return isWhole ? [[tier, { ...ofTier, ...contextTiers(fields, ofTier, `_${tier}`) }] as const] : [];
  });
  return {
    ...rates,
    ...contextTiers(fields, rates, ''),
    ...(service_tiers.length > 0 && { service_tiers: Object.fromEntries(service_tiers) }),
    ...origin,
  } as ModelPriceFact;
}

/** The rates above sizes of the prompt of a service tier, or of the standard tier with the suffix ''. */
function contextTiers(fields: Fields, rates: ReturnType<typeof ratesOf>, suffix: string) {
  const sizes = new Set(
    Object.keys(fields).flatMap((name) => {
      const [, size, ofTier = ''] = TIER.exec(name) ?? [];
      return size !== undefined && ofTier === suffix ? [size] : [];
    }),
  );
  const context_tiers = [...sizes]
    .sort((a, b) => Number(a) - Number(b))
    .map((size) => ({
      above_input_tokens: Number(size) * 1000,
      ...rates,
      ...ratesOf(fields, `_above_${size}k_tokens${suffix}`),
    }));
  return context_tiers.length > 0 ? { context_tiers } : {};
}

function ratesOf(fields: Fields, suffix: string) {
  const rates = Object.entries(FIELDS).map(([theirs, ours]) => {
    const perToken = readPrice(fields[`${theirs}${suffix}`]);
    // 1.1e-7 a token times a million has additional digits that the list does not state.
    return [ours, perToken === undefined ? undefined : Number((perToken * 1e6).toPrecision(10))] as const;
  });
  return definedFields(
    Object.fromEntries(rates) as Record<(typeof FIELDS)[keyof typeof FIELDS], number | undefined>,
  );
}
