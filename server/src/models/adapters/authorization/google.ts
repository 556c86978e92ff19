import { createPrivateKey, sign } from 'node:crypto';
import type { AddressRules } from '../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../kernel/json.ts';
import type { Authorization } from '../http/authorization.ts';
import type { HttpPost } from '../http/transport.ts';
import { importOptional, type OptionalPackage } from './optional-package.ts';
import { packageFailure } from './package-failure.ts';
import { createTokenAuthorization, formPost } from './token.ts';

/** The package that reads other kinds of credentials, such as those of federated identities. */
export const GOOGLE_AUTH: OptionalPackage = {
  name: 'google-auth-library',
  purpose: 'Credentials of Google that are neither a service account nor a user',
};

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
/** The longest lifetime that Google accepts. */
const ASSERTION_SECONDS = 3600;

/** The credentials of a Google account, in the file format of Google's programs. */
export interface GoogleCredentials {
  type: string;
  fields: Readonly<Record<string, string>>;
}

/** Throws an error with a sentence if the text is not valid. */
export function readGoogleCredentials(text: string): GoogleCredentials {
  const read = parseJson(text);
  if (!isObject(read) || typeof read.type !== 'string')
    throw new Error('it must be the JSON of a key of a service account, as Google Cloud gives it out');
  const named = Object.entries(read).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { type: read.type, fields: Object.fromEntries(named) };
}

/** Whether it needs `GOOGLE_AUTH`. */
export const needsGoogleAuth = ({ type }: GoogleCredentials) =>
  type !== 'service_account' && type !== 'authorized_user';

/** The address of the token server for these credentials. */
export const googleTokenUrl = ({ type, fields }: GoogleCredentials) =>
  (type === 'service_account' ? fields.token_uri : undefined) ?? TOKEN_URL;

/** Tokens for a service account or user; other kinds need the optional package. */
export function createGoogleAuthorization(text: string, guard: AddressRules | undefined): Authorization {
  const credentials = readGoogleCredentials(text);
  if (needsGoogleAuth(credentials)) return fromPackage(text);
  return createTokenAuthorization({ request: () => tokenRequest(credentials), guard });
}

function tokenRequest(credentials: GoogleCredentials): HttpPost {
  const url = googleTokenUrl(credentials);
  const { type, fields } = credentials;
  if (type === 'service_account')
    return formPost(url, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(fields, url),
    });
  const { client_id = '', client_secret = '', refresh_token = '' } = fields;
  return formPost(url, { grant_type: 'refresh_token', client_id, client_secret, refresh_token });
}

/** https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests */
function assertionOf(fields: GoogleCredentials['fields'], audience: string): string {
  const { client_email, private_key = '', private_key_id } = fields;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: client_email, scope: SCOPE, aud: audience, iat: now, exp: now + ASSERTION_SECONDS };
  const head = { alg: 'RS256', typ: 'JWT', kid: private_key_id };
  const signed = [head, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey(private_key)).toString('base64url')}`;
}

function privateKey(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('The private_key of the service account is no key in PEM');
  }
}

/** The identity of a machine in Google Cloud, from its metadata server. */
export function createMachineAuthorization(): Authorization {
  return createTokenAuthorization({
    request: () => ({
      method: 'GET',
      origin: 'http://metadata.google.internal',
      path: `/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(SCOPE)}`,
      headers: { 'metadata-flavor': 'Google' },
      body: null,
    }),
  });
}

interface GoogleAuthLibrary {
  GoogleAuth: new (options: {
    credentials: unknown;
    scopes: string;
  }) => {
    getAccessToken(): Promise<string | null | undefined>;
  };
}

function fromPackage(text: string): Authorization {
  let opening: Promise<InstanceType<GoogleAuthLibrary['GoogleAuth']>> | undefined;
  let wasFound = false;
  return {
    async apply(request) {
      try {
        opening ??= importOptional<GoogleAuthLibrary>(GOOGLE_AUTH).then(
          ({ GoogleAuth }) => new GoogleAuth({ credentials: JSON.parse(text), scopes: SCOPE }),
        );
        const value = await (await opening).getAccessToken();
        wasFound = true;
        return { request: { ...request, headers: { ...request.headers, authorization: `Bearer ${value}` } } };
      } catch (error) {
        throw packageFailure('The credentials of Google could not be used', error, { wasFound });
      }
    },
    async stop() {},
  };
}
