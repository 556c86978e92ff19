import type { Dispatcher } from 'undici';
import type { AddressRules } from '../../../kernel/address-guard.ts';
import { traceparent } from '../../../kernel/span.ts';

/** One POST of JSON, unless it names another method. */
export interface HttpPost {
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET';
  origin: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Null with GET. */
  body: string | null;
}

/** The address of a request without its query. */
export const addressWithoutQuery = ({ origin, path }: Pick<HttpPost, 'origin' | 'path'>): string =>
  origin + (path.split('?')[0] ?? '');

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Receives the progress of a POST, in the same turn in which the bytes are sent or arrive. */
export interface Receiver {
  /** The request is being written to its connection. */
  onSent?(): void;
  onHead(status: number, headers: HttpHeaders): void;
  onData(chunk: Buffer, flow: Flow): void;
}

/** Pauses and resumes a response while its reader is busy. */
export interface Flow {
  pause(): void;
  resume(): void;
}

export interface Transport {
  /**
   * Resolves when the whole response was passed to the receiver. Rejects with the connection's error, with the
   * receiver's error, or at once with the signal's reason when it is aborted.
   */
  post(request: HttpPost, receiver: Receiver, signal: AbortSignal): Promise<void>;
  /** Resolves when requests can be authorized without waiting for a token; absent if they never wait. */
  ready?(signal: AbortSignal): Promise<void>;
  /** Closes all connections. */
  stop(): Promise<void>;
}

// Responses of chat models are kilobytes; a server that sends more than this is broken or hostile.
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** The connect timeout of a guarded connection. */
const CONNECT_MS = 10_000;

export interface TransportOptions {
  /** The addresses it may connect to; default: any. */
  guard?: AddressRules;
  /** Maximum bytes of one response; default 32 MB. */
  mostBytes?: number;
}

/**
 * HTTP for all adapters: undici's dispatcher without the layers above it, which cost more than the call
 * (bench/model-calls.ts) and deliver bytes later than they arrive. The number of sockets is not limited here, because
 * the limiter decides how many calls are in flight; undici's own timeouts are off, because every call has a deadline of
 * ours. Redirects are never followed: they would send the configured headers to another server.
 */
export async function openTransport({ guard, mostBytes }: TransportOptions = {}): Promise<Transport> {
  const { Agent } = await import('undici');
  const connect = guard && (await guardedConnect(guard));
  const agent = new Agent({
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: mostBytes ?? MAX_RESPONSE_BYTES,
    ...(connect && { connect }),
  });
  return {
    post: (request, receiver, signal) => post(agent, request, receiver, signal),
    stop: () => agent.destroy(),
  };
}

async function guardedConnect(rules: AddressRules) {
  const { createGuardedConnect } = await import('../../../kernel/guarded-connect.ts');
  return createGuardedConnect(rules, CONNECT_MS);
}

function post(agent: Dispatcher, request: HttpPost, receiver: Receiver, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | undefined;
  // A request that waits for its connection has no controller yet: it is rejected now and aborted later.
  const giveUp = () => {
    reject(signal.reason);
    controller?.abort(signal.reason);
  };
  if (signal.aborted) giveUp();
  else {
    signal.addEventListener('abort', giveUp, { once: true });
    agent.dispatch(
      { ...request, method: request.method ?? 'POST', headers: withTrace(request.headers) },
      {
        onRequestStart(started) {
          controller = started;
          if (signal.aborted) started.abort(signal.reason);
          else receiver.onSent?.();
        },
        onResponseStart(_controller, status, headers) {
          if (status >= 200) receiver.onHead(status, headers); // 1xx announces that the head is yet to come
        },
        onResponseData: (flow, chunk) => receiver.onData(chunk, flow),
        onResponseEnd: () => resolve(),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  }
  return promise;
}

/** Passes the trace on to the server (https://www.w3.org/TR/trace-context/); an existing header is kept. */
function withTrace(headers: HttpPost['headers']): HttpPost['headers'] {
  const parent = traceparent();
  return parent === undefined ? headers : { traceparent: parent, ...headers };
}
