import { AppError } from '../../kernel/errors.ts';
import { isLoopback, withoutBrackets } from '../../kernel/loopback.ts';
import type { Credentials } from './credentials.ts';

/** Where the service listens, and the names it accepts besides loopback ones. */
export interface HostSettings {
  /** The address or name listened on. */
  boundHost: string;
  /** `host` or `host:port`, lower case. */
  allowedHosts: readonly string[];
  publicUrl: URL | null;
}

/** Whether the service is reachable from other machines: it then always needs a key. */
export function isServedToOthers({ boundHost, publicUrl }: HostSettings): boolean {
  return !isLoopback(boundHost) || (publicUrl !== null && !isLoopback(plainHostname(publicUrl.hostname)));
}

/**
 * The Host header must be a name of this service. A page on another site can point its own name at 127.0.0.1 (DNS
 * rebinding), but it cannot make the browser send another Host. If the service listens on the network and no name is
 * configured, any Host is accepted: the service then needs a key, which such a page does not have.
 */
export function checkHost({ host }: Credentials, hosts: HostSettings): void {
  const { allowedHosts, publicUrl, boundHost } = hosts;
  if (allowedHosts.length === 0 && publicUrl === null && !isLoopback(boundHost)) return;
  const name = parseHost(host);
  if (name === null || host === undefined || !isKnownHost(name, host.toLowerCase(), hosts)) {
    throw new AppError(
      'host_not_allowed',
      'This Host is not allowed; add it to ALLOWED_HOSTS or PUBLIC_URL.',
    );
  }
}

function isKnownHost(
  name: string,
  host: string,
  { allowedHosts, publicUrl, boundHost }: HostSettings,
): boolean {
  // The bound address is not a name that another site could point here.
  if (isLoopback(name) || name === boundHost.toLowerCase()) return true;
  const known = [...allowedHosts, publicUrl?.host, publicUrl && plainHostname(publicUrl.hostname)];
  return known.includes(host) || known.includes(name);
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The name or address of a Host header, without port, brackets and trailing dot; null if it is invalid. */
function parseHost(host: string | undefined): string | null {
  if (host === undefined || !HOST.test(host)) return null;
  const url = URL.parse(`http://${host}`);
  return url && plainHostname(url.hostname);
}

function plainHostname(hostname: string): string {
  return withoutBrackets(hostname).replace(/\.$/, '').toLowerCase();
}

/**
 * Whether an open service may answer: the request comes from this machine by a loopback name and not through a proxy.
 */
export function isFromThisMachine({ host, forwarded }: Credentials): boolean {
  const name = parseHost(host);
  return name !== null && isLoopback(name) && !forwarded;
}

/**
 * Refuses what a browser sends on behalf of another site. Programs other than browsers send neither Origin nor
 * Sec-Fetch-Site and pass. `Origin: null` (a sandboxed frame, a local file) is another site.
 */
export function checkOrigin({ origin, fetchSite, host }: Credentials, hosts: HostSettings): void {
  const isOwnSite = fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  if (origin === undefined ? isOwnSite : isSameOrigin(origin, host, hosts)) return;
  throw new AppError('origin_not_allowed', 'Pages of other origins cannot use this service.');
}

/**
 * Whether the browser says that a page of this service sent the request; `checkOrigin` has checked the origin of the
 * page.
 */
export function isOfOwnPage({ origin, fetchSite }: Credentials): boolean {
  return origin !== undefined && fetchSite === 'same-origin';
}

/** A change with a session cookie needs the Origin header, which browsers always send with it. */
export function checkCookieOrigin(credentials: Credentials, hosts: HostSettings): void {
  checkOrigin(credentials, hosts);
  if (credentials.unsafe && credentials.origin === undefined) {
    throw new AppError(
      'origin_not_allowed',
      'A change with a session cookie requires the Origin of this service.',
    );
  }
}

/** Whether the page was served by this service: by scheme, name and port, not by name alone. */
function isSameOrigin(origin: string, host: string | undefined, { publicUrl }: HostSettings): boolean {
  if (publicUrl !== null && origin === publicUrl.origin) return true;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin || host === undefined || !HOST.test(host)) return false;
  if (url.host !== URL.parse(`${url.protocol}//${host}`)?.host) return false;
  // TLS ends at a proxy. Without PUBLIC_URL the forwarded Host is all that is known; on this machine an https page of
  // the same name belongs to another program.
  return url.protocol === 'http:' || (publicUrl === null && !isLoopback(plainHostname(url.hostname)));
}
