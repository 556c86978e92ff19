import type { AddressRules } from '../../../kernel/address-guard.ts';
import type { Authorization } from '../http/authorization.ts';
import { createTokenAuthorization, formPost } from './token.ts';

export interface EntraAccount {
  tenant_id: string;
  client_id: string;
  client_secret: string;
  /** The address of the authority; default: that of the public cloud. */
  authority?: string;
  scope?: string;
}

const AUTHORITY = 'https://login.microsoftonline.com';
const SCOPE = 'https://cognitiveservices.azure.com/.default';

/** The address at which an application gets its tokens. */
export const entraTokenUrl = ({ tenant_id, authority = AUTHORITY }: EntraAccount) =>
  `${authority.replace(/\/$/, '')}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`;

/** Tokens for an application of Entra ID, by its client secret. */
export function createEntraAuthorization(
  account: EntraAccount,
  guard: AddressRules | undefined,
): Authorization {
  const { client_id, client_secret, scope = SCOPE } = account;
  const fields = { grant_type: 'client_credentials', client_id, client_secret, scope };
  return createTokenAuthorization({ request: () => formPost(entraTokenUrl(account), fields), guard });
}
