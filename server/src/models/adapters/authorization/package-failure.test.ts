import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCallFailure } from '../http/failures.ts';
import { createAccountRedaction } from '../http/redaction.ts';
import { packageFailure } from './package-failure.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error('It failed.'), { name, ...more });
const BEFORE = { wasFound: true };
const NEVER = { wasFound: false };

const failures: [what: string, error: Error, found: { wasFound: boolean }, reason: string][] = [
  ['nothing that has credentials', named('CredentialsProviderError'), NEVER, 'unauthorized'],
  ['nothing that has them any more', named('CredentialsProviderError'), BEFORE, 'server_error'],
  ['a role that may not be assumed', named('AccessDenied', metadata(403)), BEFORE, 'unauthorized'],
  ['throttling by AWS', named('ThrottlingException', metadata(400)), NEVER, 'server_error'],
  ['an overloaded token server of AWS', named('InternalFailure', metadata(503)), NEVER, 'server_error'],
  ['a metadata server that is late', named('TimeoutError'), NEVER, 'server_error'],
  [
    'a refused grant of Google',
    named('Error', { code: '400', response: { status: 400 } }),
    BEFORE,
    'unauthorized',
  ],
  [
    'an overloaded token server of Google',
    named('Error', { response: { status: 503 } }),
    NEVER,
    'server_error',
  ],
  [
    'a name that is not resolved',
    new Error('It failed.', { cause: named('Error', { code: 'ENOTFOUND' }) }),
    NEVER,
    'server_error',
  ],
  ['a file that is not there', named('Error', { code: 'ENOENT' }), NEVER, 'unauthorized'],
];
for (const [what, error, found, reason] of failures) {
  test(`${what} is reported as ${reason}`, async () => {
    const broken = packageFailure('The credentials could not be read', error, found);
    const failure = await toCallFailure({ broken }, createAccountRedaction({ baseUrl: 'https://x.example' }));
    assert.deepEqual(
      [failure.reason, failure.message],
      [reason, 'The credentials could not be read: It failed.'],
    );
    assert.equal(failure.scope, reason === 'unauthorized' ? 'account' : undefined);
  });
}

function metadata(httpStatusCode: number) {
  return { $metadata: { httpStatusCode } };
}
