import type { AddressRules } from '../../../kernel/address-guard.ts';
import { parseJson } from '../../../kernel/json.ts';
import { BatchUnreadable } from '../../contract/batches.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { attemptCall } from '../http/attempt.ts';
import { type Authorization, openAccountTransport } from '../http/authorization.ts';
import { toCallFailure } from '../http/failures.ts';
import { readLines } from '../http/read-lines.ts';
import type { Redaction } from '../http/redaction.ts';
import type { Transport } from '../http/transport.ts';
import { isAnswered, readWholeBody } from '../http/whole-body.ts';

export interface ExchangeOptions {
  /** With the version path. */
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Removes secrets from reported failures. */
  redact: Redaction;
  /** The addresses it may connect to; default: any. */
  guard?: AddressRules;
  authorization?: Authorization | undefined;
}

/** A request apart from its path. */
export interface SentRequest {
  contentType: string;
  body: string;
}

/** JSON and line requests over HTTP, with one provider account. */
export type Exchange = ReturnType<typeof createBatchExchange>;

/** Time limit of a short request with a short response. */
const TIMEOUT_MS = 60_000;
/** Time limit for sending a file: 256 MB on a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000;
/** Maximum size of the results: as long as 100,000 responses. */
const MAX_BYTES = 4 * 1024 ** 3;

export function createBatchExchange({ baseUrl, headers, redact, guard, authorization }: ExchangeOptions) {
  const account = { authorization, ...(guard && { guard }) };
  // Results are read line by line; all other responses are read whole, within the size limit of a call.
  let opening: Promise<Transport> | undefined;
  let openingLong: Promise<Transport> | undefined;
  const url = new URL(baseUrl);
  const toRequest = (method: 'GET' | 'POST', path: string, sent?: SentRequest) => ({
    method,
    origin: url.origin,
    path: url.pathname.replace(/\/$/, '') + withQuery(path, url.search),
    headers: {
      'accept-encoding': 'identity',
      ...(sent && { 'content-type': sent.contentType }),
      ...headers,
    },
    body: sent?.body ?? null,
  });

  return {
    /** The JSON of the response; undefined is a separate failure. */
    async ask(
      method: 'GET' | 'POST',
      path: string,
      { signal, sent }: { signal: AbortSignal; sent?: SentRequest },
    ): Promise<{ ok: true; value: unknown } | CallFailure> {
      opening ??= openAccountTransport(account);
      const http = await opening;
      const timeoutMs = sent === undefined ? TIMEOUT_MS : UPLOAD_TIMEOUT_MS;
      return attemptCall({ signal, timeoutMs }, redact, async (deadline) => {
        const result = await readWholeBody(http, toRequest(method, path, sent), deadline.signal);
        if (!isAnswered(result)) return result;
        const value = parseJson(result.body);
        if (value === undefined) return { ...result, unreadable: 'the body is not JSON' };
        return { ok: true as const, value };
      });
    },
    /** The lines of a body of any length. Throws `BatchUnreadable`. */
    async *lines(path: string, signal: AbortSignal): AsyncGenerator<string> {
      try {
        openingLong ??= openAccountTransport({ ...account, mostBytes: MAX_BYTES });
        const answer = await readLines(await openingLong, toRequest('GET', path), signal);
        if (answer.status >= 200 && answer.status < 300) {
          yield* answer.lines;
          return;
        }
        const body = (await Array.fromAsync(answer.lines)).join('\n');
        const { status, headers: said } = answer;
        throw new BatchUnreadable({
          ok: false,
          ...(await toCallFailure({ status, headers: said, body }, redact)),
          latencyMs: 0,
        });
      } catch (broken) {
        signal.throwIfAborted();
        if (broken instanceof BatchUnreadable) throw broken;
        throw new BatchUnreadable({
          ok: false,
          ...(await toCallFailure({ status: 200, broken }, redact)),
          latencyMs: 0,
        });
      }
    },
    async stop(): Promise<void> {
      await Promise.all([opening, openingLong].map(async (one) => (await one)?.stop()));
    },
  };
}

/** A path with its own query and that of the configured address, such as an API version. */
function withQuery(path: string, search: string): string {
  return search === '' || !path.includes('?') ? path + search : `${path}&${search.slice(1)}`;
}
