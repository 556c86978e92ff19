import type { Dispatcher } from 'undici';
import { type AddressRules, checkUrl } from '../../../kernel/address-guard.ts';
import type { Lookup } from '../../../kernel/guarded-connect.ts';
import type { KeyedSlots } from '../../../kernel/slots.ts';
import { ReadingFailure } from '../failures.ts';
import { decompressAndCount } from './counted-body.ts';
import { networkFailure } from './fetch-failures.ts';

export interface FetchTimes {
  connectMs: number;
  headersMs: number;
  /**
   * The time for all requests of a fetch together, to the last byte of the last response. Waiting for a slot does not
   * count.
   */
  totalMs: number;
}

export const FETCH_TIMES: FetchTimes = { connectMs: 5_000, headersMs: 10_000, totalMs: 30_000 };

export interface FetchDeps {
  rules: AddressRules;
  userAgent: string;
  /** Maximum number of simultaneous requests to one host. */
  slots: KeyedSlots;
  times?: FetchTimes;
  /** Default: the system's resolver. */
  lookup?: Lookup;
}

export interface FetchOptions {
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Called before every request, including that of each redirect. Throws if the address may not be read. */
  allow?: (url: URL, signal: AbortSignal) => Promise<void>;
  /** Replaces the `totalMs` of all requests. */
  totalMs?: number;
  /** False: a redirect is treated as a normal response. Default true. */
  followRedirects?: boolean;
}

/** A response that is being received. It is valid only inside the function that receives it. */
export type Answer = ReturnType<typeof answerOf>;

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers that are not sent to another origin after a redirect. */
const PRIVATE_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

interface Hop {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
}

/** Fetches only allowed addresses. Every redirect is a new address with the same checks. */
export function createGuardedFetch(deps: FetchDeps) {
  const { rules, slots, userAgent, times = FETCH_TIMES } = deps;
  let client: ReturnType<typeof loadClient> | null = null;

  // Created with the first request, because many services never make one.
  async function loadClient() {
    const { Agent, request } = await import('undici');
    const { createGuardedConnect } = await import('../../../kernel/guarded-connect.ts');
    const agent = new Agent({
      connect: createGuardedConnect(rules, times.connectMs, deps.lookup),
      headersTimeout: times.headersMs,
      bodyTimeout: times.headersMs,
      connections: 8,
      allowH2: false,
    });
    return { agent, request };
  }

  /** Makes one request. `use` receives the response while the slot of its host is taken. */
  async function ask<T>(
    hop: Hop,
    signal: AbortSignal,
    deadline: Deadline,
    use: (data: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    client ??= loadClient();
    const { agent, request } = await client;
    const release = await slots.take(hop.url.host, signal);
    const pause = deadline.start();
    try {
      const data = await request(hop.url, {
        dispatcher: agent,
        method: hop.method,
        headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...hop.headers },
        body: hop.body,
        signal: AbortSignal.any([signal, deadline.signal]),
      }).catch((error: unknown) => {
        throw networkFailure(error, hop.url.host);
      });
      try {
        return await use(data);
      } finally {
        data.body.on('error', () => {}).destroy();
      }
    } finally {
      pause();
      release();
    }
  }

  async function follow<T>(
    first: Hop,
    options: FetchOptions,
    deadline: Deadline,
    use: (answer: Answer) => Promise<T>,
  ) {
    let hop = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (redirects > 0) await options.allow?.(hop.url, options.signal);
      const { url } = hop;
      const outcome = await ask(hop, options.signal, deadline, async (data) => {
        const location = REDIRECTS.has(data.statusCode) ? headerOf(data, 'location') : '';
        if (location !== '' && options.followRedirects !== false) {
          return { next: nextHop(hop, data.statusCode, location, rules) };
        }
        return { value: await use(answerOf(url, data)) };
      });
      if ('value' in outcome) return outcome.value;
      hop = outcome.next;
    }
    throw new ReadingFailure('too_many_redirects', first.url.host);
  }

  async function fetchAllowed<T>(
    url: string,
    options: FetchOptions,
    use: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const { method = 'GET', headers = {}, body = null } = options;
    const hop: Hop = { url: requireUrl(url, rules), method, headers, body };
    await options.allow?.(hop.url, options.signal);
    const deadline = createDeadline(options.totalMs ?? times.totalMs);
    try {
      return await follow(hop, options, deadline, use);
    } catch (error) {
      if (options.signal.aborted) throw new ReadingFailure('stopped');
      throw deadline.signal.aborted ? new ReadingFailure('too_slow', hop.url.host) : error;
    }
  }

  return {
    /**
     * Requests an address and passes the response to `use`, which may only receive it: its time counts as the server's,
     * and waiting for another request or a parser could deadlock on this slot. When `use` ends, connection and slot are
     * released.
     * @throws ReadingFailure for every failure of the network, and if the rules forbid the address; and the errors of
     * `use`
     */
    fetch: fetchAllowed,
    stop: async (): Promise<void> => (await client)?.agent.destroy(),
  };
}

type Deadline = ReturnType<typeof createDeadline>;

function createDeadline(ms: number) {
  const aborter = new AbortController();
  let left = ms;
  return {
    /** Aborted when the time is used up. */
    signal: aborter.signal,
    /** Starts the clock; the returned function stops it. */
    start(): () => void {
      const started = performance.now();
      const timer = setTimeout(() => aborter.abort(), left);
      return () => {
        clearTimeout(timer);
        left -= performance.now() - started;
      };
    },
  };
}

function requireUrl(text: string, rules: AddressRules): URL {
  try {
    return checkUrl(text, rules);
  } catch (error) {
    throw networkFailure(error, '');
  }
}

function answerOf(url: URL, data: Dispatcher.ResponseData) {
  return {
    /** The address that responded, after redirects. */
    url,
    status: data.statusCode,
    header: (name: string): string => headerOf(data, name),
    /** The decompressed body. Fails with `too_large` beyond `limit` decompressed bytes. */
    body: (limit: number): AsyncIterable<Uint8Array> =>
      decompressAndCount(data.body, headerOf(data, 'content-encoding'), limit),
  };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(', ') : value) ?? '';
}

function nextHop(hop: Hop, status: number, location: string, rules: AddressRules): Hop {
  const target = URL.parse(location, hop.url);
  if (!target) throw new ReadingFailure('bad_response', 'a redirect leads to no address');
  const url = requireUrl(target.href, rules);
  const keeps = status === 307 || status === 308;
  const sameOrigin = url.origin === hop.url.origin;
  const headers = Object.entries(hop.headers).filter(
    ([name]) => sameOrigin || !PRIVATE_HEADERS.has(name.toLowerCase()),
  );
  return {
    url,
    method: keeps ? hop.method : 'GET',
    headers: Object.fromEntries(headers),
    body: keeps ? hop.body : null,
  };
}
