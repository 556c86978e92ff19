import { impossibleField } from '../../kernel/errors.ts';
import {
  type Account,
  accountFields,
  accountProblem,
  PROVIDER_KINDS,
  PROVIDER_PRESETS,
} from '../../platform/provider-presets.ts';
import { accountUseProblem, KIND_DESCRIPTIONS, type ProviderSettings } from '../models.ts';
import { ADDED_KINDS } from './provider-input.ts';

type Kind = ProviderSettings['kind'];

/** The secrets that authorize requests. */
export interface ProviderSecrets {
  apiKey?: string | undefined;
  account: Account;
}

/** The kinds that can be added, with the fields of each, for forms. */
export const addedKinds = () =>
  ADDED_KINDS.map((kind) => ({
    kind,
    description: KIND_DESCRIPTIONS[kind],
    base_url: PROVIDER_KINDS[kind],
    presets: Object.entries(PROVIDER_PRESETS).flatMap(([name, preset]) =>
      preset.kind === kind ? [name] : [],
    ),
    account: accountFields(kind)
      .filter(({ isOperatorOnly = false }) => !isOperatorOnly)
      .map(({ name, label, isSecret, need }) => ({ name, label, secret: isSecret, need })),
  }));

/** Every added provider is guarded; the address rules do not affect its account. */
const ADDED = { allowPrivateNetworks: false, allowHosts: [] };

/** Throws `impossible` for an account that cannot be used. */
export function requireAccount(kind: Kind, { apiKey, account }: ProviderSecrets): void {
  const problem = accountProblem(kind, account, { hasKey: apiKey !== undefined, ownsMachine: false });
  if (problem !== null)
    throw impossibleField(`/account/${problem.field}`, `The field ${problem.field} ${problem.detail}.`);
  const use = accountUseProblem({ kind, ...(apiKey !== undefined && { apiKey }), account, guard: ADDED });
  if (use !== null) throw impossibleField('/account/service_account', use);
}

/** Separates the fields of an account that may be shown from the secret ones. */
export function splitAccount(kind: Kind, account: Account): { shown: Account; secret: Account } {
  const isSecret = (name: string) =>
    accountFields(kind).some((field) => field.name === name && field.isSecret);
  const entries = Object.entries(account);
  return {
    shown: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    secret: Object.fromEntries(entries.filter(([name]) => isSecret(name))),
  };
}

/** The fields that an account keeps if an API key replaces its group of keys. */
export const withoutKeyGroup = (kind: Kind, account: Account): Account =>
  Object.fromEntries(
    Object.entries(account).filter(
      ([name]) => !accountFields(kind).some((field) => field.name === name && field.need === 'key_group'),
    ),
  );

/** The text to encrypt: the key, or all secrets of a kind with an account; null if there is none. */
export function toSecretText(kind: Kind, { apiKey, account }: ProviderSecrets): string | null {
  if (accountFields(kind).length === 0) return apiKey ?? null;
  const { secret } = splitAccount(kind, account);
  return apiKey === undefined && Object.keys(secret).length === 0
    ? null
    : JSON.stringify({ ...(apiKey !== undefined && { api_key: apiKey }), account: secret });
}

/** Parses the text that `toSecretText` made. */
export function fromSecretText(kind: Kind, text: string): ProviderSecrets {
  if (accountFields(kind).length === 0) return { apiKey: text, account: {} };
  const { api_key: apiKey, account } = JSON.parse(text) as { api_key?: string; account: Account };
  return { ...(apiKey !== undefined && { apiKey }), account };
}
