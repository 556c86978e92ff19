import type { AddressRules } from '../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../kernel/json.ts';
import type { Authorization } from '../http/authorization.ts';
import { CredentialsFailed } from '../http/failures.ts';
import { addressWithoutQuery, type HttpPost, openTransport, type Transport } from '../http/transport.ts';
import { isAnswered, readWholeBody } from '../http/whole-body.ts';

interface Token {
  value: string;
  /** By `performance.now()`: from when on calls have it replaced, while they still use it. */
  renewAt: number;
  /** By `performance.now()`: from when on no call uses it. */
  expiresAt: number;
}

/** The deadline of a request for a token. */
const WITHIN_MS = 15_000;
/** How long before it expires a token is replaced. */
const RENEW_EARLY_MS = 120_000;
/** How long before it expires a token is no longer used, for clocks and networks that are slow. */
const EXPIRE_EARLY_MS = 15_000;
const USUAL_SECONDS = 300;

/**
 * Bearer tokens of an OAuth 2 server, each used until shortly before it expires. Calls that come together wait for the
 * same one; while an old one is valid, they use it and wait for none.
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
    const expires = performance.now() + lasts;
    token = {
      value,
      renewAt: expires - Math.min(RENEW_EARLY_MS, lasts / 2),
      expiresAt: expires - Math.min(EXPIRE_EARLY_MS, lasts / 4),
    };
    return token;
  }

  function replaced(): Promise<Token> {
    asking ??= ask().finally(() => (asking = null));
    return asking;
  }

  /** One that fails is tried again after a while; the calls fail only when the kept token has expired. */
  function replaceInBackground(kept: Token): void {
    kept.renewAt = performance.now() + WITHIN_MS;
    replaced().catch(() => {});
  }

  return {
    async apply(post) {
      const now = performance.now();
      const kept = token !== null && token.expiresAt > now ? token : null;
      if (kept !== null && kept.renewAt <= now) replaceInBackground(kept);
      const { value } = kept ?? (await replaced());
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
