import { isIP } from 'node:net';

/** Whether a host name or address literal means this machine: localhost, 127.0.0.0/8, ::1. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** The host of a URL without brackets: `::1` for `[::1]`. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether others on the network could read what is sent to this address: plain HTTP to another machine. */
export function isPlainHttpToOthers(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(withoutBrackets(url.hostname));
}
