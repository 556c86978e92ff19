import { AddressRefused, type AddressRules, checkUrl, hostAndPort } from '../../kernel/address-guard.ts';
import { impossibleField } from '../../kernel/errors.ts';

const WHAT_IS_TAKEN =
  'Use an address such as https://hooks.example.com/touchstone. Ports other than 443, private addresses and http need FETCH_ALLOW_HOSTS with host:port, or ALLOW_PRIVATE_NETWORKS';

const REFUSAL_REASONS: Readonly<Record<AddressRefused['code'], string>> = {
  invalid_url: 'The address is not that of a web server.',
  credentials_in_url: 'The address must not contain a user or password; the signature identifies the sender.',
  address_not_allowed: 'The address is in a private network.',
  port_not_allowed: 'The port is not allowed.',
  host_not_found: 'The host name has no address.',
};

/**
 * The normalised address. Throws `impossible` with the pointer `/url`. The addresses of its host are checked when the
 * connection is made.
 */
export function requireWebhookUrl(text: string, rules: AddressRules): string {
  let url: URL;
  try {
    url = checkUrl(text, rules);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw impossibleField('/url', `${REFUSAL_REASONS[error.code]} ${WHAT_IS_TAKEN}.`);
  }
  const isNamed = rules.allowHosts.includes(hostAndPort(url));
  if (url.protocol === 'http:' && !isNamed && !rules.allowPrivateNetworks)
    throw impossibleField('/url', `Messages sent over http can be read in transit. ${WHAT_IS_TAKEN}.`);
  return url.href;
}
