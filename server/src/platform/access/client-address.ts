import { type BlockList, isIP } from 'node:net';

const FAMILY = { 4: 'ipv4', 6: 'ipv6' } as const;
/** The number of addresses that are read, from the right: each proxy on the way adds one. */
const MAX_HOPS = 20;

/**
 * The address of the client: that of the connection or, if that is a trusted proxy, the right-most address in
 * `X-Forwarded-For` that is not a trusted proxy. Addresses further left are claims of the client. If a trusted proxy
 * names something that is not an address, the client is that proxy.
 */
export function clientAddress(
  connection: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let client = plainAddress(connection) ?? connection;
  for (const hop of (forwardedFor ?? '').split(',').slice(-MAX_HOPS).reverse()) {
    const version = isIP(client);
    if (version === 0 || !trusted.check(client, FAMILY[version as 4 | 6])) return client;
    const before = plainAddress(hop.trim());
    if (before === null) return client;
    client = before;
  }
  return client;
}

/** Without brackets, port and zone; IPv4 in IPv6 becomes IPv4. Null if it is not an address. */
function plainAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '').toLowerCase();
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(address) ?? [];
  const plain = mapped ?? address;
  return isIP(plain) === 0 ? null : plain;
}
