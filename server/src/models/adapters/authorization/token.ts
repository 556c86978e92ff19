import type { AddressRules } from '../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../kernel/json.ts';
import type { Authorization } from '../http/authorization.ts';
import { CredentialsFailed } from '../http/failures.ts';
import { addressWithoutQuery, type HttpPost, openTransport, type Transport } from '../http/transport.ts';
import { isAnswered, readWholeBody } from '../http/whole-body.ts';

interface Token {
  value: string;
  /** By `performance.now()`. */
  expiresAt: number;
}

/** The deadline of a request for a token. */
const WITHIN_MS = 15_000;
/** A token is replaced so long before it expires, as a call may take. */
const EARLY_MS = 120_000;
const USUAL_SECONDS = 300;

/**
 * Bearer tokens of an OAuth 2 server, each used until shortly before it expires. Calls that come together wait for the same
 * one.
 */
export function createTokenAuthorization(options: {
  /** The request for a token, made anew for each. Throws what is wrong with the account. */
  request(): HttpPost;
  guard?: AddressRules | undefined;
}): Authorization {
  const { request, guard } = options;
  let opening: Promise<Transport> | undefined;
  let token: Token | null = null;
  let asking: Promise<Token> | null = null;

  async function ask(): Promise<Token> {
    opening ??= openTransport(guard ? { guard } : {});
    const asked = made(request);
    const who = `The token server ${addressWithoutQuery(asked)}`;
    const result = await readWholeBody(await opening, asked, AbortSignal.timeout(WITHIN_MS));
    if (!isAnswered(result)) throw new CredentialsFailed(who, result, who);
    const body = parseJson(result.body);
    const { access_token: value, expires_in: seconds } = isObject(body) ? body : {};
    if (typeof value !== 'string' || value === '')
      throw new CredentialsFailed(who, { ...result, unreadable: 'it holds no access_token' }, who);
    const lasts = Number.isFinite(Number(seconds)) ? Number(seconds) * 1000 : USUAL_SECONDS * 1000;
    token = { value, expiresAt: performance.now() + lasts - Math.min(EARLY_MS, lasts / 2) };
    return token;
  }

  return {
    async apply(post, signal) {
      const kept = token !== null && token.expiresAt > performance.now() ? token : null;
      asking ??= kept === null ? ask().finally(() => (asking = null)) : null;
      const { value } = kept ?? (await unlessAborted(asking as Promise<Token>, signal));
      const headers = { ...post.headers, authorization: `Bearer ${value}` };
      return {
        request: { ...post, headers },
        ...(kept !== null && {
          renew() {
            if (token === kept) token = null;
          },
        }),
      };
    },
    stop: async () => (await opening)?.stop(),
  };
}

/** A form, as token servers take it. */
export function formPost(url: string, fields: Readonly<Record<string, string>>): HttpPost {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'identity' },
    body: new URLSearchParams(fields).toString(),
  };
}

function made(request: () => HttpPost): HttpPost {
  try {
    return request();
  } catch (error) {
    throw new CredentialsFailed((error as Error).message);
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
