import { AddressRefused, type AddressRules, checkUrl, hostAndPort } from '../../kernel/address-guard.ts';
import { impossibleField } from '../../kernel/errors.ts';

const WHAT_IS_TAKEN =
  'Give an address such as https://hooks.example.com/touchstone. Other ports than 443, private addresses and http take FETCH_ALLOW_HOSTS with host:port, or ALLOW_PRIVATE_NETWORKS';

const REFUSAL_REASONS: Readonly<Record<AddressRefused['code'], string>> = {
  invalid_url: 'It is no address of a web server.',
  credentials_in_url: 'A user or password in an address is not taken; the signature says who sends.',
  address_not_allowed: 'It is an address of a private network.',
  port_not_allowed: 'Its port is not allowed here.',
  host_not_found: 'Its host name has no address.',
};

/** The address as it is kept. Throws `impossible` with the pointer `/url`. What its name resolves to is checked when it is connected to. */
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
    throw impossibleField('/url', `Over http anyone on the way can read it. ${WHAT_IS_TAKEN}.`);
  return url.href;
}
