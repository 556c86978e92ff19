import { hostAndPort } from '../../kernel/address-guard.ts';
import { isObject } from '../../kernel/json.ts';
import type { ProviderSettings } from '../../platform/config-providers.ts';
import type { CallFailure } from '../contract/failure.ts';
import { accountOf } from './account.ts';
import { createBatchExchange } from './batches/exchange.ts';
import { createAccountRedaction } from './http/redaction.ts';

/** The ids of a provider's models on the first page of its list, or why there is none. */
export type ListedModels =
  | { ok: true; ids: string[]; hasMore: boolean }
  | CallFailure
  | { ok: false; message: string };

type Kind = ProviderSettings['kind'] | 'baseline';

/** Where a protocol lists its models, and how it receives the key. */
interface Listing {
  headers(key: string): Record<string, string>;
  /** The path, with the maximum page size if the default is smaller. */
  path?: string;
  /** The address, if it differs from that of calls. */
  at?(baseUrl: string): string;
}

const LISTINGS: Partial<Record<Kind, Listing>> = {
  'openai-compatible': { headers: bearer },
  openai: { headers: bearer },
  mistral: { headers: bearer },
  anthropic: {
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    path: '/models?limit=1000',
  },
  google: { headers: googleKey, path: '/models?pageSize=1000' },
  azure: { headers: bearer },
  'openai-responses': { headers: bearer },
  cohere: {
    headers: bearer,
    path: '/v1/models?page_size=1000&endpoint=chat',
    at: (baseUrl) => baseUrl.replace(/\/v2\/?$/, ''),
  },
  vertex: {
    headers: googleKey,
    path: '/v1beta1/publishers/google/models?pageSize=1000',
    at: (baseUrl) => new URL(baseUrl).origin,
  },
  bedrock: {
    headers: bearer,
    path: '/foundation-models?byOutputModality=TEXT',
    at: (baseUrl) => baseUrl.replace('//bedrock-runtime.', '//bedrock.'),
  },
};

/** Requests the list of models once, without retries. */
export async function listModels(
  settings: Partial<Omit<ProviderSettings, 'kind'>> & { kind: Kind },
  signal: AbortSignal,
): Promise<ListedModels> {
  const { kind, apiKey, headers, guard } = settings;
  const listing = LISTINGS[kind];
  if (listing === undefined || kind === 'baseline')
    return { ok: false, message: `A provider of the kind ${kind} lists no models.` };
  const baseUrl = listing.at?.(settings.baseUrl ?? '') ?? settings.baseUrl ?? '';
  const { authorization, secrets } = accountOf({ ...settings, kind });
  const account = { baseUrl, secrets, ...(apiKey !== undefined && { apiKey }), ...(headers && { headers }) };
  const exchange = createBatchExchange({
    baseUrl,
    headers: { ...(apiKey !== undefined && listing.headers(apiKey)), ...headers },
    redact: createAccountRedaction(account),
    authorization,
    ...(guard && { guard: { ...guard, ...(guard.only && { only: [hostAndPort(new URL(baseUrl))] }) } }),
  });
  try {
    const { path = '/models' } = listing;
    const answered = await exchange.ask('GET', path, { signal });
    if (!answered.ok) return answered;
    const ids = idsIn(answered.value);
    return ids === null
      ? { ok: false, message: `The response to GET ${path.split('?')[0]} is no list of models.` }
      : { ok: true, ids, hasMore: namesNextPage(answered.value) };
  } finally {
    await exchange.stop();
  }
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

function googleKey(key: string) {
  return { 'x-goog-api-key': key };
}

/** Anthropic returns `has_more`, Google the token of the next page. */
function namesNextPage(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value.has_more === true || (typeof value.nextPageToken === 'string' && value.nextPageToken !== '');
}

/** The fields in which servers list models, each with an `id`, a `modelId` or a `name`. */
const LISTS = ['data', 'models', 'modelSummaries', 'publisherModels'];

function idsIn(value: unknown): string[] | null {
  const rows = Array.isArray(value)
    ? value
    : isObject(value)
      ? LISTS.map((name) => value[name]).find(Array.isArray)
      : null;
  if (!Array.isArray(rows)) return null;
  return rows.flatMap((row) => {
    if (!isObject(row)) return [];
    const name = row.id ?? row.modelId ?? row.name;
    return typeof name === 'string' ? [name.replace(/^(?:publishers\/google\/)?models\//, '')] : [];
  });
}
