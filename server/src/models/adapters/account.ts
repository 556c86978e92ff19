import type { AddressRules } from '../../kernel/address-guard.ts';
import { hostAndPort } from '../../kernel/address-guard.ts';
import { isPlainHttpToOthers } from '../../kernel/loopback.ts';
import type { ProviderSettings } from '../../platform/config-providers.ts';
import { accountFields } from '../../platform/provider-presets.ts';
import {
  AWS_CREDENTIALS,
  type AwsAccount,
  createAwsAuthorization,
  needsAwsCredentials,
} from './authorization/aws.ts';
import { createEntraAuthorization, type EntraAccount, entraTokenUrl } from './authorization/entra.ts';
import {
  createGoogleAuthorization,
  createMachineAuthorization,
  GOOGLE_AUTH,
  googleTokenUrl,
  needsGoogleAuth,
  readGoogleCredentials,
} from './authorization/google.ts';
import { packageProblem } from './authorization/optional-package.ts';
import type { Authorization } from './http/authorization.ts';

type Settings = Pick<ProviderSettings, 'kind' | 'apiKey' | 'account' | 'guard'>;

/** How the requests of a provider are authorized if not by a key in a header, and which values of that are secret. */
export function accountOf(settings: Settings): {
  authorization: Authorization | undefined;
  secrets: string[];
} {
  const { kind, account = {} } = settings;
  const secret = accountFields(kind).filter(({ isSecret, isFile }) => isSecret && !isFile);
  const secrets = secret.flatMap(({ name }) => account[name] ?? []);
  return { authorization: authorizationOf(settings), secrets };
}

/** An account that cannot be used is never called. */
function authorizationOf(settings: Settings): Authorization | undefined {
  const { kind, apiKey, account = {}, guard } = settings;
  if (apiKey !== undefined || accountUseProblem(settings) !== null) return undefined;
  if (kind === 'bedrock') return createAwsAuthorization(account as unknown as AwsAccount, 'bedrock');
  if (kind === 'azure' && account.client_secret !== undefined) {
    const entra = account as unknown as EntraAccount;
    return createEntraAuthorization(entra, guardAt(guard, entraTokenUrl(entra)));
  }
  if (kind !== 'vertex') return undefined;
  const text = account.service_account;
  if (text === undefined) return createMachineAuthorization();
  return createGoogleAuthorization(text, guardAt(guard, googleTokenUrl(readGoogleCredentials(text))));
}

/** The address rules for a provider's token server. */
const guardAt = (guard: AddressRules | undefined, url: string): AddressRules | undefined =>
  guard && { ...guard, only: [hostAndPort(new URL(url))] };

const FOR_OPERATORS =
  'The service account must be the JSON of a key of a service account or of a user. The operator can configure other kinds of credentials in the settings of the service.';

/** Why the account of a provider cannot be used here, such as a missing package; null if it can. */
export function accountUseProblem({ kind, apiKey, account = {}, guard }: Settings): string | null {
  if (apiKey !== undefined) return null;
  if (kind === 'bedrock') return needsAwsCredentials(account) ? packageProblem(AWS_CREDENTIALS) : null;
  if (kind !== 'vertex' || account.service_account === undefined) return null;
  try {
    const credentials = readGoogleCredentials(account.service_account);
    if (needsGoogleAuth(credentials)) {
      // The package reads files and addresses of this machine that the credentials name.
      return guard === undefined ? packageProblem(GOOGLE_AUTH) : FOR_OPERATORS;
    }
    const url = URL.parse(googleTokenUrl(credentials));
    if (url === null) return 'The token_uri of the service account is no address.';
    return isPlainHttpToOthers(url) ? 'The token_uri of the service account must be https.' : null;
  } catch (error) {
    return `The service account cannot be used: ${(error as Error).message}.`;
  }
}
