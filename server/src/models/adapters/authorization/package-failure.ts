import { connectErrorCode, findCause } from '../../../kernel/connect-errors.ts';
import { isObject } from '../../../kernel/json.ts';
import { CredentialsFailed } from '../http/failures.ts';

/** Names of AWS SDK errors after which a retry may succeed. */
const PASSING_NAME = /throttl|TooManyRequests|SlowDown|timeout|ServiceUnavailable/i;
/** Network error codes, such as ECONNRESET. */
const NETWORK_CODE = /^(?:E(?:CONN\w+|HOST\w+|NET\w+|AI_AGAIN|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_\w+)$/;

/**
 * Converts the error of a credentials package. It counts as a refusal of the account, unless the error is temporary or
 * credentials were found before.
 */
export function packageFailure(says: string, error: unknown, { wasFound }: { wasFound: boolean }) {
  const message = `${says}: ${(error as Error).message}`;
  return isPassing(error, wasFound)
    ? new CredentialsFailed(message, { ended: message })
    : new CredentialsFailed(message);
}

function isPassing(error: unknown, wasFound: boolean): boolean {
  const isNetworkError = (one: Error): one is Error => NETWORK_CODE.test(connectErrorCode(one));
  if (findCause(error, isNetworkError) !== null) return true;
  if (PASSING_NAME.test((error as Error).name)) return true;
  const status = statusOf(error);
  return status === undefined ? wasFound : status === 429 || status >= 500;
}

/** Where the AWS and Google packages store the status of a response. */
function statusOf(error: unknown): number | undefined {
  if (!isObject(error)) return undefined;
  const { $metadata, response } = error;
  const status = [
    isObject($metadata) && $metadata.httpStatusCode,
    isObject(response) && response.status,
    error.status,
  ].find((one) => typeof one === 'number');
  return status === undefined ? undefined : Number(status);
}
