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
  /** Whether the method may change something. */
  unsafe: boolean;
}

/** How the service may be reached, besides by loopback names: `host` or `host:port`, lower case. */
export interface Reach {
  boundToLoopback: boolean;
  allowedHosts: readonly string[];
  publicUrl: URL | null;
}

/**
 * The Host header must be a name this service answers to. A page on another site can point its own name
 * at 127.0.0.1 (DNS rebinding), but it cannot make the browser send another Host.
 */
export function checkHost({ host }: Credentials, reach: Reach): void {
  if (reach.allowedHosts.length === 0 && reach.publicUrl === null && !reach.boundToLoopback) return;
  const name = hostName(host);
  const known =
    (name !== null && isLoopback(name)) ||
    (host !== undefined &&
      [...reach.allowedHosts, reach.publicUrl?.host, reach.publicUrl?.hostname].includes(
        host.toLowerCase(),
      )) ||
    (name !== null && reach.allowedHosts.includes(name));
  if (!known) {
    throw new AppError(
      'host_not_allowed',
      'This Host is not one the service answers to; name it in ALLOWED_HOSTS or PUBLIC_URL.',
    );
  }
}

function hostName(host: string | undefined): string | null {
  if (host === undefined) return null;
  const url = URL.parse(`http://${host}`);
  return url ? url.hostname.replace(/^\[|\]$/g, '').toLowerCase() : null;
}

/**
 * Refuses what a browser sends on behalf of another site. Programs that are no browsers send neither
 * Origin nor Sec-Fetch-Site and pass.
 */
export function checkOrigin(credentials: Credentials, reach: Reach): void {
  const { origin, fetchSite, host } = credentials;
  const same = origin === undefined || sameOrigin(origin, host, reach);
  const site = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (!same || (!site && origin === undefined)) {
    throw new AppError('origin_not_allowed', 'A page of another origin may not use this service.');
  }
}

/** A change with a session cookie needs the Origin that browsers always send with one. */
export function checkCookieOrigin(credentials: Credentials, reach: Reach): void {
  if (!credentials.unsafe) return;
  const { origin, host } = credentials;
  if (origin === undefined || !sameOrigin(origin, host, reach)) {
    throw new AppError(
      'origin_not_allowed',
      'A change with a session cookie needs the Origin of this service.',
    );
  }
}

function sameOrigin(origin: string, host: string | undefined, { publicUrl }: Reach): boolean {
  if (publicUrl !== null && origin === publicUrl.origin) return true;
  const url = URL.parse(origin);
  return url !== null && host !== undefined && url.host === URL.parse(`${url.protocol}//${host}`)?.host;
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

export const openActor: Actor = { id: 'open', role: 'admin', workspaces: null };
