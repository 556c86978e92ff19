import type { Authorization } from '../http/authorization.ts';
import { type AwsKeys, signAwsRequest } from './aws-signature.ts';
import { importOptional, type OptionalPackage } from './optional-package.ts';
import { packageFailure } from './package-failure.ts';

/**
 * The package that reads profiles, single sign-on, roles, web identities and the machine's identity, as all AWS
 * programs do.
 */
export const AWS_CREDENTIALS: OptionalPackage = {
  name: '@aws-sdk/credential-providers',
  purpose: 'Profiles and roles of AWS',
};

interface CredentialProviders {
  fromNodeProviderChain(options: { profile?: string }): () => Promise<AwsKeys>;
}

export interface AwsAccount {
  region: string;
  access_key_id?: string;
  secret_access_key?: string;
  session_token?: string;
  profile?: string;
}

/** Whether it needs `AWS_CREDENTIALS`. */
export const needsAwsCredentials = ({ access_key_id, secret_access_key }: Partial<AwsAccount>) =>
  access_key_id === undefined || secret_access_key === undefined;

/** Signs requests of an AWS account with its keys, or with those that the optional package finds. */
export function createAwsAuthorization(account: AwsAccount, service: string): Authorization {
  let providing: Promise<() => Promise<AwsKeys>> | undefined;
  let wasFound = false;
  const keys = async (): Promise<AwsKeys> => {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token } = account;
    if (accessKeyId !== undefined && secretAccessKey !== undefined)
      return { accessKeyId, secretAccessKey, sessionToken: session_token };
    providing ??= importOptional<CredentialProviders>(AWS_CREDENTIALS).then(({ fromNodeProviderChain }) =>
      fromNodeProviderChain(account.profile === undefined ? {} : { profile: account.profile }),
    );
    return (await providing)();
  };
  return {
    async apply(request) {
      let found: AwsKeys;
      try {
        found = await keys();
        wasFound = true;
      } catch (error) {
        throw packageFailure('AWS credentials could not be read', error, { wasFound });
      }
      return {
        request: signAwsRequest(request, found, { region: account.region, service, now: new Date() }),
      };
    },
    async stop() {},
  };
}
