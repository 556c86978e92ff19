import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefused, type AddressRules, requireAllowedAddress } from './address-guard.ts';
import { withoutBrackets } from './loopback.ts';

export type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A connector for undici that checks the address rules three times: for an address literal, for every address to which
 * the name resolves, and for the address the socket is connected to. Checking only DNS look-ups is not enough: Node
 * does not look up literals, so 11 of 13 spellings of loopback passed.
 */
export function createGuardedConnect(
  rules: AddressRules,
  connectTimeoutMs: number,
  lookup: Lookup = dnsLookup,
): buildConnector.connector {
  return (options, done) => {
    const host = withoutBrackets(options.hostname);
    const port = options.port === '' ? (options.protocol === 'https:' ? '443' : '80') : options.port;
    const pair = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    try {
      if (isIP(host) !== 0) requireAllowedAddress(host, pair, rules);
    } catch (error) {
      done(error as Error, null);
      return;
    }
    const connect = buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: guardLookup(lookup, pair, rules),
    });
    connect(options, (...[error, socket]) => {
      const refused = socket ? refusal(socket, pair, rules) : null;
      if (refused) {
        socket?.destroy();
        done(refused, null);
      } else if (socket) done(null, socket);
      else done(error ?? new Error('There is no connection.'), null);
    });
  };
}

function refusal(socket: Socket, pair: string, rules: AddressRules): Error | null {
  try {
    requireAllowedAddress(socket.remoteAddress ?? '', pair, rules);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** One forbidden address among several refuses all of them, because undici chooses the one it connects to. */
function guardLookup(lookup: Lookup, pair: string, rules: AddressRules) {
  return (
    host: string,
    options: { all?: boolean | undefined },
    done: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const first = addresses[0];
      if (!first) return done(new AddressRefused('host_not_found', host), []);
      try {
        for (const { address } of addresses) requireAllowedAddress(address, pair, rules);
      } catch (refused) {
        return done(refused as Error, []);
      }
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
