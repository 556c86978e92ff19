import { isObject } from '../../kernel/json.ts';
import type { ProviderSettings } from '../../platform/config-providers.ts';
import type { CallFailure } from '../contract/failure.ts';
import { createBatchExchange } from './batches/exchange.ts';
import { createAccountRedaction } from './http/redaction.ts';

/** The ids of a provider's models as it lists them on its first page, or why it did not. */
export type ListedModels =
  | { ok: true; ids: string[]; hasMore: boolean }
  | CallFailure
  | { ok: false; message: string };

type Kind = ProviderSettings['kind'] | 'baseline';

/** How each protocol is told the key. */
const KEY_HEADERS: Partial<Record<Kind, (key: string) => Record<string, string>>> = {
  'openai-compatible': bearer,
  openai: bearer,
  mistral: bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
};

/** The largest page, for the kinds whose page is smaller where none is named (20 and 50). */
const LARGEST_PAGE: Partial<Record<Kind, string>> = {
  anthropic: '?limit=1000',
  google: '?pageSize=1000',
};

/** Asks `GET /models` once, without retries. */
export async function listModels(
  { kind, baseUrl = '', apiKey, headers, guard }: Partial<Omit<ProviderSettings, 'kind'>> & { kind: Kind },
  signal: AbortSignal,
): Promise<ListedModels> {
  const keyHeaders = KEY_HEADERS[kind];
  if (keyHeaders === undefined)
    return { ok: false, message: `A provider of the kind ${kind} lists no models.` };
  const account = { baseUrl, ...(apiKey !== undefined && { apiKey }), ...(headers && { headers }) };
  const exchange = createBatchExchange({
    baseUrl,
    headers: { ...(apiKey !== undefined && keyHeaders(apiKey)), ...headers },
    redact: createAccountRedaction(account),
    ...(guard && { guard }),
  });
  try {
    const answered = await exchange.ask('GET', `/models${LARGEST_PAGE[kind] ?? ''}`, { signal });
    if (!answered.ok) return answered;
    const ids = idsIn(answered.value);
    return ids === null
      ? { ok: false, message: 'The response to GET /models is no list of models.' }
      : { ok: true, ids, hasMore: namesNextPage(answered.value) };
  } finally {
    await exchange.stop();
  }
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

/** Anthropic says `has_more`, Google names the token of the next page. */
function namesNextPage(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value.has_more === true || (typeof value.nextPageToken === 'string' && value.nextPageToken !== '');
}

/** `data` with `id`, or, of Google, `models` with `name`. */
function idsIn(value: unknown): string[] | null {
  const rows = Array.isArray(value) ? value : isObject(value) ? (value.data ?? value.models) : null;
  if (!Array.isArray(rows)) return null;
  return rows.flatMap((row) => {
    if (!isObject(row)) return [];
    const name = typeof row.id === 'string' ? row.id : row.name;
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : [];
  });
}
