import ipaddr from 'ipaddr.js';
import { withoutBrackets } from './loopback.ts';

/** Which addresses may be connected to in addition to the public ones. */
export interface AddressRules {
  /**
   * Also allows loopback, private, unique local and carrier-grade ranges, but no other ports and no link-local
   * addresses.
   */
  allowPrivateNetworks: boolean;
  /** Exact `host:port` pairs in lower case, allowed in any range and on any port, but never link-local. */
  allowHosts: readonly string[];
  /** If given, only these `host:port` pairs may be connected to, also after redirects. */
  only?: readonly string[];
}

/** Why an address must not be connected to. `detail` is the address or host and contains no secret. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code:
    | 'invalid_url'
    | 'credentials_in_url'
    | 'address_not_allowed'
    | 'port_not_allowed'
    | 'host_not_found';
  readonly detail: string;

  constructor(code: AddressRefused['code'], detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);
const PORTS = new Set([80, 443]);
const MAX_URL = 4096;

/**
 * Metadata services of clouds outside the link-local range. No rule can allow them, as none can allow 169.254.169.254.
 */
const METADATA = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']);

/** The `host:port` of an address: always with a port, with brackets for IPv6, without a trailing dot. */
export function hostAndPort(url: URL): string {
  return `${url.hostname.replace(/\.+$/, '')}:${portOf(url)}`;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/**
 * The address to request, without fragment and trailing dot. Checks everything that needs no DNS look-up: scheme,
 * credentials, port, and address literals in every spelling (the URL parser has normalised them).
 *
 * @throws AddressRefused
 */
export function checkUrl(text: string, rules: AddressRules): URL {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new AddressRefused('invalid_url');
  if (url.username !== '' || url.password !== '') throw new AddressRefused('credentials_in_url');
  const host = url.hostname.replace(/\.+$/, '');
  if (host === '') throw new AddressRefused('invalid_url');
  url.hostname = host;
  url.hash = '';
  const pair = hostAndPort(url);
  if (rules.only && !rules.only.includes(pair)) throw new AddressRefused('address_not_allowed', pair);
  if (!PORTS.has(portOf(url)) && !rules.allowHosts.includes(pair)) {
    throw new AddressRefused('port_not_allowed', pair);
  }
  const literal = withoutBrackets(host);
  if (ipaddr.isValid(literal)) requireAllowedAddress(literal, pair, rules);
  return url;
}

/** @throws AddressRefused unless a connection to this IP address, requested as `pair`, is allowed */
export function requireAllowedAddress(address: string, pair: string, rules: AddressRules): void {
  if (!isAllowed(address, pair, rules)) throw new AddressRefused('address_not_allowed', pair);
}

function isAllowed(address: string, pair: string, rules: AddressRules): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` turns ::ffff:127.0.0.1 into 127.0.0.1. Most other forms that embed IPv4 have a range of their own or are
  // not global.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'linkLocal' || METADATA.has(parsed.toString())) return false;
  const isPublic = range === 'unicast' && (parsed.kind() === 'ipv4' || isGlobal(parsed as ipaddr.IPv6));
  if (isPublic || rules.allowHosts.includes(pair)) return true;
  return rules.allowPrivateNetworks && PRIVATE_RANGES.has(range);
}

const GLOBAL_IPV6_RANGE = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a public IPv6 host can have this address: all are in 2000::/3 (RFC 4291, 2.4; ::127.0.0.1 is not). ISATAP
 * addresses (RFC 5214) are excluded because they forward to the IPv4 address inside.
 */
function isGlobal(address: ipaddr.IPv6): boolean {
  const [, , , , zone = 0, isatap] = address.parts;
  return address.match(GLOBAL_IPV6_RANGE) && !(isatap === 0x5efe && (zone & 0xfdff) === 0);
}
