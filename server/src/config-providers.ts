import { existsSync, readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** A model provider as the operator names it; the key itself never leaves this object. */
export interface ProviderSettings {
  name: string;
  kind: 'openai-compatible';
  baseUrl: string;
  apiKey?: string;
  headers?: Record<string, string>;
  maxConcurrency?: number;
  requestsPerMinute?: number;
  models?: string[];
  prices?: Record<string, { input_usd_per_million: string; output_usd_per_million: string }>;
}

/** Providers from the usual variables and from the file that TOUCHSTONE_CONFIG names; adds to `problems`. */
export function readProviders(
  file: string | undefined,
  env: Environment,
  problems: string[],
): ProviderSettings[] {
  const providers: ProviderSettings[] = [];
  if (env.OPENAI_API_KEY) {
    const baseUrl = env.OPENAI_BASE_URL || 'https://api.openai.com/v1';
    providers.push({ name: 'openai', kind: 'openai-compatible', baseUrl, apiKey: env.OPENAI_API_KEY });
  }
  if (file === undefined) return providers;
  if (!existsSync(file)) {
    problems.push(`TOUCHSTONE_CONFIG names ${file}, which does not exist.`);
    return providers;
  }
  try {
    const { providers: named } = JSON.parse(readFileSync(file, 'utf8')) as { providers?: unknown };
    if (!Array.isArray(named)) throw new Error('it must hold an object with a list "providers"');
    for (const [i, entry] of named.entries()) {
      const provider = readProvider(entry, `providers[${i}]`, env);
      const same = providers.findIndex(({ name }) => name === provider.name);
      if (same !== -1) providers.splice(same, 1);
      providers.push(provider);
    }
  } catch (error) {
    problems.push(`TOUCHSTONE_CONFIG (${file}): ${(error as Error).message}.`);
  }
  return providers;
}

const PROVIDER_FIELDS = [
  'name',
  'kind',
  'base_url',
  'api_key_env',
  'headers',
  'max_concurrency',
  'requests_per_minute',
  'models',
  'prices',
];

function readProvider(entry: unknown, at: string, env: Environment): ProviderSettings {
  if (entry === null || typeof entry !== 'object') throw new Error(`${at} must be an object`);
  const fields = entry as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((key) => !PROVIDER_FIELDS.includes(key));
  if (unknown.length > 0)
    throw new Error(`${at} has unknown fields: ${unknown.join(', ')}; known: ${PROVIDER_FIELDS.join(', ')}`);
  const { name, kind, base_url, api_key_env } = fields;
  if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name) || name === 'baseline') {
    throw new Error(
      `${at}.name must be a word of letters, digits, dot, dash or underscore, other than baseline`,
    );
  }
  if (kind !== 'openai-compatible') {
    throw new Error(`${at}.kind must be openai-compatible; other kinds are not available yet`);
  }
  if (typeof base_url !== 'string' || !/^https?:\/\//.test(base_url))
    throw new Error(`${at}.base_url must be an http address`);
  const provider: ProviderSettings = { name, kind, baseUrl: base_url };
  if (api_key_env !== undefined) {
    if (typeof api_key_env !== 'string')
      throw new Error(`${at}.api_key_env must name an environment variable`);
    const apiKey = env[api_key_env];
    if (!apiKey) throw new Error(`${at}.api_key_env names ${api_key_env}, which is not set`);
    provider.apiKey = apiKey;
  }
  if (fields.headers !== undefined) provider.headers = readHeaders(fields.headers, `${at}.headers`);
  if (fields.models !== undefined) provider.models = readModels(fields.models, `${at}.models`);
  if (fields.max_concurrency !== undefined)
    provider.maxConcurrency = positive(fields.max_concurrency, `${at}.max_concurrency`);
  if (fields.requests_per_minute !== undefined) {
    provider.requestsPerMinute = positive(fields.requests_per_minute, `${at}.requests_per_minute`);
  }
  if (fields.prices !== undefined) provider.prices = readPrices(fields.prices, `${at}.prices`);
  return provider;
}

function readHeaders(value: unknown, at: string): Record<string, string> {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject || !Object.values(value).every((header) => typeof header === 'string'))
    throw new Error(`${at} must be an object of header names and texts`);
  return value as Record<string, string>;
}

function readModels(value: unknown, at: string): string[] {
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string' && id !== ''))
    throw new Error(`${at} must be a list of model ids`);
  return value as string[];
}

function positive(value: unknown, at: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw new Error(`${at} must be a whole number from 1`);
  return value;
}

function readPrices(value: unknown, at: string): NonNullable<ProviderSettings['prices']> {
  if (value === null || typeof value !== 'object') throw new Error(`${at} must be an object by model id`);
  return Object.fromEntries(
    Object.entries(value).map(([model, price]) => {
      const read = (field: string) => {
        const amount = (price as Record<string, unknown>)?.[field];
        const decimal = typeof amount === 'number' ? String(amount) : amount;
        if (typeof decimal !== 'string' || !/^\d+(\.\d{1,6})?$/.test(decimal)) {
          throw new Error(`${at}.${model}.${field} must be a price in USD with at most 6 decimals`);
        }
        return decimal;
      };
      return [
        model,
        {
          input_usd_per_million: read('input_usd_per_million'),
          output_usd_per_million: read('output_usd_per_million'),
        },
      ];
    }),
  );
}
