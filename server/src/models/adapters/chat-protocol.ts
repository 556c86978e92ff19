import type { AddressRules } from '../../kernel/address-guard.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Call, CallOptions, ChatRequest } from '../contract/chat.ts';
import type { ModelQuirks } from '../contract/quirks.ts';
import type { StreamTimings } from '../contract/stream-timings.ts';
import { attemptChat, type FailedChat, type ParsedAnswer } from './http/attempt-chat.ts';
import { type Authorization, openAccountTransport } from './http/authorization.ts';
import type { Deadline } from './http/deadline.ts';
import { gatewayFallback } from './http/gateway-fallback.ts';
import { createAccountRedaction, type Redaction } from './http/redaction.ts';
import { readStream, type StreamedBody, type StreamFormat } from './http/stream-body.ts';
import type { HttpPost, Transport } from './http/transport.ts';
import { isAnswered, readWholeBody } from './http/whole-body.ts';

/** An account at a server, for all adapters without a package. */
export interface AccountOptions {
  /** Includes the version path, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey?: string;
  headers?: Record<string, string>;
  /** How requests are authorized if not by a key in a header. */
  authorization?: Authorization | undefined;
  /** Further secrets of the account. */
  secrets?: readonly string[];
  /** The addresses it may connect to; default: any. */
  guard?: AddressRules;
}

/** How one protocol writes a request and reads the response. */
export interface ChatProtocol {
  write(modelId: string, request: ChatRequest, isStreamed: boolean, quirks: ModelQuirks): WrittenCall;
  /** Parses a body. A sentence describes what is wrong with it; `error` is an error that a gateway reports in it. */
  read(body: unknown): ParsedAnswer | string | { error: unknown };
  createStream(told: Pick<CallOptions, 'onText' | 'onFirstToken'>): ChatStream;
  format?: StreamFormat;
}

interface WrittenCall {
  /** The path below the address of the account. */
  path: string;
  body: object;
  /** The parameters in the body, as they are recorded. */
  parameters: Readonly<Record<string, unknown>>;
}

/** Assembles a streamed response. */
export interface ChatStream {
  /** Processes one event and the time it arrived. Throws `FailedStreamEvent` if it does not belong to the protocol. */
  onEvent(data: string, at: number, name?: string): void;
  /** The text so far. */
  text(): string;
  /** Whether the server reported the end of the response; a stream that ends before was interrupted. */
  isFinished(): boolean;
  result(calledAt: number, body: StreamedBody): ParsedAnswer & { timings: StreamTimings };
}

/** The connections of an account, opened at the first call. */
export function openAccount(options: AccountOptions) {
  const { guard, authorization } = options;
  let opening: Promise<Transport> | undefined;
  return {
    transport: () => {
      opening ??= openAccountTransport({ authorization, ...(guard && { guard }) });
      return opening;
    },
    redact: createAccountRedaction(options),
    stop: async () => (await opening)?.stop(),
  };
}

export interface ChatConnection {
  transport: () => Promise<Transport>;
  redact: Redaction;
  toRequest: (path: string, body: object) => HttpPost;
}

export function connectChat(
  { transport, redact, toRequest }: ChatConnection,
  protocol: ChatProtocol,
  modelId: string,
  quirks: ModelQuirks,
): Call {
  return async (request, options) => {
    const http = await transport();
    return attemptChat(
      options,
      redact,
      async (deadline, calledAt, told) => {
        const isStreamed = options.stream === true;
        const { path, body, parameters: sent } = protocol.write(modelId, request, isStreamed, quirks);
        const post = toRequest(path, body);
        const parsed = await (isStreamed
          ? stream(protocol, http, post, deadline, calledAt, told)
          : whole(protocol, http, post, deadline));
        if (!('text' in parsed)) return { ...parsed, sent };
        return { ok: true, ...parsed, sent, latencyMs: performance.now() - calledAt };
      },
      { ready: http.ready },
    );
  };
}

async function whole(
  { read }: ChatProtocol,
  http: Transport,
  post: HttpPost,
  { signal }: Deadline,
): Promise<ParsedAnswer | FailedChat> {
  const result = await readWholeBody(http, post, signal);
  if (!isAnswered(result)) return result;
  const parsed = read(parseJson(result.body));
  if (typeof parsed === 'string') return { ...result, unreadable: parsed };
  return 'error' in parsed
    ? { ...result, body: JSON.stringify(parsed) }
    : { ...gatewayFallback(result.headers), ...parsed };
}

async function stream(
  { createStream, format }: ChatProtocol,
  http: Transport,
  post: HttpPost,
  deadline: Deadline,
  calledAt: number,
  told: Pick<CallOptions, 'onText' | 'onFirstToken'>,
): Promise<ParsedAnswer | FailedChat> {
  const chat = createStream(told);
  const result = await readStream(http, post, deadline, chat.onEvent, format);
  if (!('doneAt' in result)) return { ...result, partial: chat.text() };
  if (chat.isFinished()) return { ...gatewayFallback(result.headers), ...chat.result(calledAt, result) };
  return { ...result, broken: new Error('the stream ended without a finish reason') };
}

/** Requests below the address of an account; the parts that do not change are computed once. */
export function requestsBelow(options: AccountOptions): ChatConnection['toRequest'] {
  const url = new URL(options.baseUrl);
  const headers = {
    'content-type': 'application/json',
    // Uncompressed: bodies are small and mostly local, and only the arrival of uncompressed bytes can be timed.
    'accept-encoding': 'identity',
    ...accountHeaders(options),
  };
  const below = url.pathname.replace(/\/$/, '');
  return (path, body) => ({
    origin: url.origin,
    path: below + path + url.search,
    headers,
    body: JSON.stringify(body),
  });
}

export const accountHeaders = ({ apiKey, headers }: Pick<AccountOptions, 'apiKey' | 'headers'>) => ({
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ...headers,
});
