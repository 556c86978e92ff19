import type { AddressRules } from '../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../kernel/json.ts';
import type { Authorization } from '../http/authorization.ts';
import { CredentialsFailed } from '../http/failures.ts';
import { addressWithoutQuery, type HttpPost, openTransport, type Transport } from '../http/transport.ts';
import { isAnswered, readWholeBody } from '../http/whole-body.ts';

interface Token {
  value: string;
  /** By `performance.now()`: from this time calls have the token replaced but may still use it. */
  renewAt: number;
  /** By `performance.now()`: from this time no call uses the token. */
  expiresAt: number;
}

/** The timeout of a token request. */
const WITHIN_MS = 15_000;
/** How long before its expiry a token is replaced. */
const RENEW_EARLY_MS = 120_000;
/** How long before its expiry a token is no longer used, to allow for clock differences and slow networks. */
const EXPIRE_EARLY_MS = 15_000;
const USUAL_SECONDS = 300;

/**
 * Bearer tokens of an OAuth 2 server, each used until shortly before it expires. Simultaneous calls share one token
 * request; while the old token is valid, they use it without waiting.
 */
export function createTokenAuthorization(options: {
  /** Makes a new token request. Throws what is wrong with the account. */
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

  /** A failed replacement is retried later; calls fail only when the current token has expired. */
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

/** A POST with a form, the format of token servers. */
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
