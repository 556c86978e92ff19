import ipaddr from 'ipaddr.js';
import { ReadingFailure } from '../failures.ts';

/** Which addresses may be read, beside those anybody on the internet could read. */
export interface AddressRules {
  /** Loopback, private, unique local and carrier-grade ranges too; ports and link-local stay as they are. */
  allowPrivateNetworks: boolean;
  /** Exact `host:port` pairs, lower case, for which range and port do not matter; never link-local. */
  allowHosts: readonly string[];
  /** When given, nothing but these `host:port` pairs is read, redirects included. */
  only?: readonly string[];
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);
const PORTS = new Set([80, 443]);
const MAX_URL = 4096;

/** Metadata services of clouds outside link-local: no rule admits them, as it never admits 169.254.169.254. */
const METADATA = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16']);

/** `host:port` of an address, the port spelled out, brackets kept, a trailing dot taken off. */
export function hostPort(url: URL): string {
  return `${url.hostname.replace(/\.+$/, '')}:${portOf(url)}`;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/**
 * The address that will be asked, without fragment and trailing dot. Checks everything that needs no look-up:
 * scheme, credentials, port, address literals in every spelling (the URL parser has normalised them).
 *
 * @throws ReadingFailure
 */
export function checkUrl(text: string, rules: AddressRules): URL {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ReadingFailure('invalid_url');
  if (url.username !== '' || url.password !== '') throw new ReadingFailure('credentials_in_url');
  const host = url.hostname.replace(/\.+$/, '');
  if (host === '') throw new ReadingFailure('invalid_url');
  url.hostname = host;
  url.hash = '';
  const pair = hostPort(url);
  if (rules.only && !rules.only.includes(pair)) throw new ReadingFailure('address_not_allowed', pair);
  if (!PORTS.has(portOf(url)) && !rules.allowHosts.includes(pair)) {
    throw new ReadingFailure('port_not_allowed', pair);
  }
  const literal = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal)) requireAddress(literal, pair, rules);
  return url;
}

/** @throws ReadingFailure unless a connection to this address, asked for as `pair`, is allowed */
export function requireAddress(address: string, pair: string, rules: AddressRules): void {
  if (!isAllowed(address, pair, rules)) throw new ReadingFailure('address_not_allowed', pair);
}

function isAllowed(address: string, pair: string, rules: AddressRules): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns ::ffff:127.0.0.1 into 127.0.0.1; everything else that embeds IPv4 is a range of its own.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'linkLocal' || METADATA.has(parsed.toString())) return false;
  if (range === 'unicast' || rules.allowHosts.includes(pair)) return true;
  return rules.allowPrivateNetworks && PRIVATE_RANGES.has(range);
}
