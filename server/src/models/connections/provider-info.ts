import { BASELINE_PROGRAMS } from '../adapters/baseline.ts';
import type { ModelPrice } from '../contract/cost.ts';
import { concurrencyOf } from './connection.ts';
import type { Entry, ProviderConfig } from './provider-config.ts';

/** The description of each kind, one sentence. */
export const KIND_DESCRIPTIONS: Record<ProviderConfig['kind'], string> = {
  baseline: 'Small built-in programs that respond without a network: a lower bound for every benchmark.',
  'openai-compatible': 'A server that speaks the OpenAI chat completions protocol.',
  openai: 'OpenAI’s own API.',
  'openai-responses': 'OpenAI’s responses API, also of other servers that speak it.',
  anthropic: 'Anthropic’s own API.',
  google: 'Google’s Gemini API.',
  mistral: 'Mistral’s own API.',
  cohere: 'Cohere’s own API.',
  bedrock: 'Amazon Bedrock, by its Converse API.',
  vertex: 'Gemini at Google Cloud (Vertex AI).',
  azure: 'Azure OpenAI, by its v1 API, with a key or an application of Entra ID.',
  http: 'An application that is called over HTTP with a request template.',
  command: 'A program that is started for each request.',
};

/** A provider in the form of `GET /providers`, without secrets. */
export interface ProviderInfo {
  name: string;
  kind: ProviderConfig['kind'];
  description: string;
  source: Entry['source'];
  /** Why it cannot be called; null if it can. */
  problem: string | null;
  /** Origin and path only. Null if it needs no network. */
  base_url: string | null;
  models: { id: string; description: string | null; price: ModelPrice | null }[];
  /** Whether unlisted model ids are passed on to the server. */
  accepts_other_models: boolean;
  max_concurrency: number | null;
  requests_per_minute: number | null;
  /** The batch price; absent if the provider has no batches. */
  batches?: { price_factor: number; source: string | null; as_of: string | null };
}

/** The only model ids that this provider accepts; null for any. */
export function acceptedModels(config: ProviderConfig): string[] | null {
  return config.kind === 'baseline' ? BASELINE_PROGRAMS.map((p) => p.id) : (config.models ?? null);
}

export function toInfo({ config, source, problem, adapter: { batches } }: Entry): ProviderInfo {
  const baseline = config.kind === 'baseline';
  const url = URL.parse(config.baseUrl ?? '');
  const ids = acceptedModels(config) ?? Object.keys(config.prices ?? {});
  return {
    name: config.name,
    kind: config.kind,
    description: KIND_DESCRIPTIONS[config.kind],
    source,
    problem,
    base_url: url === null ? null : url.origin + url.pathname,
    models: ids.map((id) => ({
      id,
      description: baseline ? (BASELINE_PROGRAMS.find((p) => p.id === id)?.description ?? null) : null,
      price: config.prices?.[id] ?? null,
    })),
    accepts_other_models: acceptedModels(config) === null,
    max_concurrency: concurrencyOf(config) ?? null,
    requests_per_minute: config.requestsPerMinute ?? null,
    ...(batches && {
      batches: {
        price_factor: batches.price.factor,
        source: batches.price.source,
        as_of: batches.price.asOf,
      },
    }),
  };
}
