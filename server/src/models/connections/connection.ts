import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { ModelPrice } from '../contract/cost.ts';
import type { AccountLimits } from '../limits/limiter.ts';
import type { Entry, ProviderConfig } from './provider-config.ts';

/** The common fields of chat and embedding connections. */
export interface Connection {
  provider: string;
  modelId: string;
  /** Equal for connections with the same server and account, so that they share a limiter. Reveals no key. */
  connectionKey: string;
  maxConcurrency?: number;
  requestsPerMinute?: number;
  price?: ModelPrice;
  /** Other names by which the server may refer to the model, according to the operator. */
  answersAs?: readonly string[];
}

export function toConnection(config: ProviderConfig, modelId: string): Connection {
  const price = config.prices?.[modelId];
  const answersAs = config.answersAs?.[modelId];
  const maxConcurrency = concurrencyOf(config);
  return {
    provider: config.name,
    modelId,
    connectionKey: connectionKey(config),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(config.requestsPerMinute === undefined ? {} : { requestsPerMinute: config.requestsPerMinute }),
    ...(price === undefined ? {} : { price }),
    ...(answersAs === undefined ? {} : { answersAs }),
  };
}

export const concurrencyOf = ({ kind, maxConcurrency }: ProviderConfig) =>
  maxConcurrency ?? (kind === 'command' ? availableParallelism() : undefined);

/** The lowest limits that are configured for each account. */
export function limitsByAccount(entries: Iterable<Entry>): Map<string, AccountLimits> {
  const limits = new Map<string, AccountLimits>();
  for (const { config } of entries) {
    const key = connectionKey(config);
    const { maxConcurrency, requestsPerMinute } = limits.get(key) ?? {};
    limits.set(key, {
      maxConcurrency: lower(maxConcurrency, concurrencyOf(config)),
      requestsPerMinute: lower(requestsPerMinute, config.requestsPerMinute),
    });
  }
  return limits;
}

const lower = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

export function connectionKey(config: ProviderConfig): string {
  if (config.kind === 'baseline') return config.name;
  const account = JSON.stringify([
    config.apiKey ?? null,
    config.headers ?? {},
    ...(config.account ? [config.account] : []),
    ...(config.endpoint || config.command ? [config.endpoint ?? config.command, config.secrets] : []),
  ]);
  return `${config.baseUrl}#${createHash('sha256').update(account).digest('hex').slice(0, 12)}`;
}
