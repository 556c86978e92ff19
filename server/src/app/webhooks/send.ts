import { AddressRefused, type AddressRules, checkUrl } from '../../kernel/address-guard.ts';
import { connectErrorCode, findCause } from '../../kernel/connect-errors.ts';
import type { Lookup } from '../../kernel/guarded-connect.ts';
import { retryAfterMs } from '../../kernel/retry-after.ts';

/** Outcome of one request. */
export interface SendResult {
  /** Null: no response arrived. */
  status: number | null;
  /** Why the message was not delivered, as a sentence; null if it was. */
  error: string | null;
  /** The pause that the receiver requests; null if it requests none. */
  retryAfterMs: number | null;
}

export interface Sender {
  /** Never throws except for the reason of the signal. Redirects are not followed. */
  send(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<SendResult>;
  stop(): Promise<void>;
}

export interface SenderOptions {
  rules: AddressRules;
  userAgent: string;
  /** From the connection to the last response header. */
  timeoutMs?: number;
  /** Default: the system's resolver. */
  lookup?: Lookup;
}

const TIMEOUT_MS = 15_000;
const CONNECT_MS = 5000;
const MAX_HEADER_BYTES = 16_384;
/** Bytes of a response body that are read and discarded, so that a well-behaved receiver is not disconnected. */
const BODY_BYTES = 16_384;
const BODY_MS = 2000;

/**
 * Posts messages. The address is checked when the connection is made, so that a name cannot later resolve into a
 * private network.
 */
export function createSender({ rules, userAgent, timeoutMs = TIMEOUT_MS, lookup }: SenderOptions): Sender {
  let client: ReturnType<typeof loadClient> | null = null;

  // Loaded with the first message, because most services never send one.
  async function loadClient() {
    const { Agent, request } = await import('undici');
    const { createGuardedConnect } = await import('../../kernel/guarded-connect.ts');
    const agent = new Agent({
      connect: createGuardedConnect(rules, Math.min(CONNECT_MS, timeoutMs), lookup),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
    });
    return { agent, request };
  }

  return {
    async send(url, headers, body, signal) {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        client ??= loadClient();
        const { agent, request } = await client;
        const answer = await request(checkUrl(url, rules), {
          dispatcher: agent,
          method: 'POST',
          headers: { 'user-agent': userAgent, 'content-type': 'application/json', ...headers },
          body,
          signal: AbortSignal.any([signal, deadline]),
          reset: true,
        });
        const end = AbortSignal.any([signal, AbortSignal.timeout(BODY_MS)]);
        await answer.body.dump({ limit: BODY_BYTES, signal: end }).catch(() => {});
        answer.body.on('error', () => {}).destroy();
        return sentOf(answer.statusCode, answer.headers['retry-after']);
      } catch (error) {
        signal.throwIfAborted();
        const sentence = deadline.aborted
          ? `The receiver did not respond within ${timeoutMs / 1000} s.`
          : sentenceOf(error);
        return { status: null, error: sentence, retryAfterMs: null };
      }
    },
    stop: async () => (await client)?.agent.destroy(),
  };
}

function sentOf(status: number, retryAfter: string | string[] | undefined): SendResult {
  if (status >= 200 && status < 300) return { status, error: null, retryAfterMs: null };
  const error =
    status >= 300 && status < 400
      ? `The receiver responded with a redirect (${status}). Redirects are not followed; use the final address.`
      : `The receiver responded with status ${status}.`;
  return { status, error, retryAfterMs: retryAfterMs(retryAfter, Date.now()) ?? null };
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ENOTFOUND: 'The host name has no address.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ECONNRESET: 'The receiver closed the connection without a response.',
  UND_ERR_SOCKET: 'The receiver closed the connection without a response.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection to the receiver timed out.',
  UND_ERR_HEADERS_TIMEOUT: 'The receiver did not respond in time.',
  UND_ERR_HEADERS_OVERFLOW: `The headers of the response exceed ${MAX_HEADER_BYTES / 1024} kB.`,
  HPE_HEADER_OVERFLOW: `The headers of the response exceed ${MAX_HEADER_BYTES / 1024} kB.`,
};

function sentenceOf(error: unknown): string {
  const refused = findCause(error, (one) => one instanceof AddressRefused);
  if (refused !== null) {
    if (refused.code === 'host_not_found') return 'The host name has no address.';
    return 'The address is not allowed, because it is in a private network or uses another port (ALLOW_PRIVATE_NETWORKS, FETCH_ALLOW_HOSTS).';
  }
  const code = connectErrorCode(error);
  // Some errors of the parser have a code.
  if (SENTENCES[code] === undefined && error instanceof Error && error.name === 'HTTPParserError')
    return 'The receiver’s response is not HTTP.';
  return SENTENCES[code] ?? `The connection failed${code === '' ? '' : ` (${code})`}.`;
}
