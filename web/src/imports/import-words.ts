import { bytes, plural } from '@touchstone/report/figures';
import type { Import } from '../api/api.ts';

export const FORMAT_NAMES: readonly [name: string, says: string][] = [
  ['auto', 'Detect automatically'],
  ['otlp', 'OTLP/JSON spans'],
  ['openai', 'OpenAI stored completions'],
  ['litellm', 'LiteLLM logs'],
  ['langfuse', 'Langfuse export'],
  ['hosted_evals', 'Hosted-evals export'],
  ['jsonl', 'JSON Lines'],
];

export const formatName = (format: Import['format']): string =>
  FORMAT_NAMES.find(([name]) => name === format)?.[1] ?? 'unknown format';

const STATUS_SAYS: Readonly<Record<Import['status'], string>> = {
  receiving: 'waiting for the file',
  making: 'processing',
  ready: 'ready',
  failed: 'failed',
};

export const statusText = ({ status, paused }: Import): string => (paused ? 'paused' : STATUS_SAYS[status]);

const KINDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  private_key: ['private key', 'private keys'],
  url_password: ['URL with a password', 'URLs with a password'],
  jwt: ['signed token (JWT)', 'signed tokens (JWT)'],
  api_key: ['API key', 'API keys'],
  access_token: ['access token', 'access tokens'],
  password: ['password', 'passwords'],
  card: ['card number', 'card numbers'],
  account_number: ['account number', 'account numbers'],
  email: ['e-mail address', 'e-mail addresses'],
  phone: ['telephone number', 'telephone numbers'],
};

/** What was taken out of the file: `3 e-mail addresses`. */
export function redactionText({ redaction }: Import): string[] {
  return Object.entries(redaction.found).map(([kind, times]) =>
    plural(times, ...(KINDS[kind] ?? [kind, kind])),
  );
}

/** One import in a line. */
export function importSummary(one: Import): string {
  const { result, error, calls, received_bytes } = one;
  if (error) return error.message;
  if (result === null) return `${plural(calls, 'call')} in ${bytes(received_bytes)} so far`;
  const items = plural(result.items?.lines ?? 0, 'item');
  return `${formatName(one.format)} · ${plural(calls, 'call')} · ${plural(result.sessions.count, 'session')} · ${items}`;
}
