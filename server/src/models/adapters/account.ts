import type { ProviderSettings } from '../../platform/config-providers.ts';
import { accountFields } from '../../platform/provider-presets.ts';
import {
  AWS_CREDENTIALS,
  type AwsAccount,
  createAwsAuthorization,
  needsAwsCredentials,
} from './authorization/aws.ts';
import { packageProblem } from './authorization/optional-package.ts';
import type { Authorization } from './http/authorization.ts';

type Settings = Pick<ProviderSettings, 'kind' | 'apiKey' | 'account' | 'guard'>;

/** Longer ones are files, which no server repeats. */
const MAX_SECRET = 2048;

/** How the requests of a provider are authorized, where that is no key in a header, and what is secret of that. */
export function accountOf(settings: Settings): {
  authorization: Authorization | undefined;
  secrets: string[];
} {
  const { kind, account = {} } = settings;
  const secret = accountFields(kind).filter(({ isSecret }) => isSecret);
  const secrets = secret
    .flatMap(({ name }) => account[name] ?? [])
    .filter(({ length }) => length <= MAX_SECRET);
  return { authorization: authorizationOf(settings), secrets };
}

function authorizationOf({ kind, apiKey, account = {} }: Settings): Authorization | undefined {
  if (apiKey !== undefined) return undefined;
  if (kind === 'bedrock') return createAwsAuthorization(account as unknown as AwsAccount, 'bedrock');
  return undefined;
}

/** Which package a provider needs that is not installed, as a sentence; null where it needs none. */
export function accountPackageProblem({ kind, apiKey, account = {} }: Settings): string | null {
  if (apiKey !== undefined) return null;
  return kind === 'bedrock' && needsAwsCredentials(account) ? packageProblem(AWS_CREDENTIALS) : null;
}
