import type { Actor } from '../kernel/actor.ts';
import { AppError } from '../kernel/errors.ts';
import { isLoopback } from '../kernel/loopback.ts';

/** Facts of a request that access is decided by. */
export interface Credentials {
  authorization: string | undefined;
  sessionCookie: string | undefined;
  host: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  /** Whether a proxy says that it passed the request on for someone (`Forwarded`, `X-Forwarded-For`, `Via` …). */
  forwarded: boolean;
  /** Whether the method may change something. */
  unsafe: boolean;
}

/** Where the service listens and by which names it may be reached besides loopback ones. */
export interface Reach {
  /** The address or name listened on. */
  boundHost: string;
  /** `host` or `host:port`, lower case. */
  allowedHosts: readonly string[];
  publicUrl: URL | null;
}

/** Whether others than this machine are meant to reach the service: then it never is without a key. */
export function isExposed({ boundHost, publicUrl }: Reach): boolean {
  return !isLoopback(boundHost) || (publicUrl !== null && !isLoopback(bare(publicUrl.hostname)));
}

/**
 * The Host header must be a name this service answers to. A page on another site can point its own name
 * at 127.0.0.1 (DNS rebinding), but it cannot make the browser send another Host. Where the service is bound to
 * the network and no name is configured, any is taken: it then needs a key, which such a page does not have.
 */
export function checkHost({ host }: Credentials, reach: Reach): void {
  const { allowedHosts, publicUrl, boundHost } = reach;
  if (allowedHosts.length === 0 && publicUrl === null && !isLoopback(boundHost)) return;
  const name = hostName(host);
  if (name === null || host === undefined || !isKnownHost(name, host.toLowerCase(), reach)) {
    throw new AppError(
      'host_not_allowed',
      'This Host is not one the service answers to; name it in ALLOWED_HOSTS or PUBLIC_URL.',
    );
  }
}

function isKnownHost(name: string, host: string, { allowedHosts, publicUrl, boundHost }: Reach): boolean {
  // An address that is listened on is no name that anyone can point elsewhere.
  if (isLoopback(name) || name === boundHost.toLowerCase()) return true;
  const known = [...allowedHosts, publicUrl?.host, publicUrl && bare(publicUrl.hostname)];
  return known.includes(host) || known.includes(name);
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The name or address of a Host header without port, brackets and the dot of the root; null when it is none. */
function hostName(host: string | undefined): string | null {
  if (host === undefined || !HOST.test(host)) return null;
  const url = URL.parse(`http://${host}`);
  return url && bare(url.hostname);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
}

/** Whether an open service may answer: this machine asks by a loopback name and not through a proxy. */
export function isFromThisMachine({ host, forwarded }: Credentials): boolean {
  const name = hostName(host);
  return name !== null && isLoopback(name) && !forwarded;
}

/**
 * Refuses what a browser sends on behalf of another site. Programs that are no browsers send neither
 * Origin nor Sec-Fetch-Site and pass. `Origin: null` (a sandboxed frame, a local file) is another site.
 */
export function checkOrigin({ origin, fetchSite, host }: Credentials, reach: Reach): void {
  const isOwnSite = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined ? isOwnSite : isSameOrigin(origin, host, reach)) return;
  throw new AppError('origin_not_allowed', 'A page of another origin may not use this service.');
}

/** With a session cookie a change needs the Origin that browsers always send with one. */
export function checkCookieOrigin(credentials: Credentials, reach: Reach): void {
  checkOrigin(credentials, reach);
  if (credentials.unsafe && credentials.origin === undefined) {
    throw new AppError(
      'origin_not_allowed',
      'A change with a session cookie needs the Origin of this service.',
    );
  }
}

/** Whether the page that asks was served by this service: scheme, name and port, not the name alone. */
function isSameOrigin(origin: string, host: string | undefined, { publicUrl }: Reach): boolean {
  if (publicUrl !== null && origin === publicUrl.origin) return true;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin || host === undefined || !HOST.test(host)) return false;
  if (url.host !== URL.parse(`${url.protocol}//${host}`)?.host) return false;
  // TLS is a proxy's. Without PUBLIC_URL the Host it passes on is all there is; on this machine an https page
  // of the same name is another program's.
  return url.protocol === 'http:' || (publicUrl === null && !isLoopback(bare(url.hostname)));
}

/** The bearer token of an Authorization header; null when there is no header. Throws `unauthenticated`. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null;
  const match = /^Bearer +([\w.~+/=-]{1,500})$/i.exec(authorization);
  if (!match) throw unauthenticated('The Authorization header must read: Bearer ts_…');
  return match[1] ?? null;
}

export function unauthenticated(detail: string): AppError {
  return new AppError('unauthenticated', detail);
}

/** The id of whoever asks while the service is open. */
export const OPEN_ACTOR_ID = 'open';

export const openActor: Actor = { id: OPEN_ACTOR_ID, role: 'admin', workspaces: null };
