import { type HttpPost, openTransport, type Transport, type TransportOptions } from './transport.ts';

/** Adds the authorization to every request, if it is not a fixed header. */
export interface Authorization {
  /** Rejects with `CredentialsFailed` if there are no valid credentials. */
  apply(request: HttpPost): Promise<AuthorizedRequest>;
  /** Closes its connections. */
  stop(): Promise<void>;
}

export interface AuthorizedRequest {
  request: HttpPost;
  /** Discards a token that was reused from an earlier request, after it was refused; absent for a new token. */
  renew?(): void;
}

export interface AccountTransportOptions extends TransportOptions {
  authorization?: Authorization | undefined;
}

/**
 * A transport that authorizes its requests. If a reused token is refused with 401, the request is sent once more with a
 * new one.
 */
export async function openAccountTransport({
  authorization,
  ...options
}: AccountTransportOptions): Promise<Transport> {
  const transport = await openTransport(options);
  if (authorization === undefined) return transport;
  return {
    async ready(signal) {
      await authorize(authorization, ANY_REQUEST, signal);
    },
    async post(request, receiver, signal) {
      const first = await authorize(authorization, request, signal);
      const { renew } = first;
      if (renew === undefined) return transport.post(first.request, receiver, signal);
      let isRefused = false;
      const watched: typeof receiver = {
        ...receiver,
        onHead(status, headers) {
          isRefused = status === 401;
          if (!isRefused) receiver.onHead(status, headers);
        },
        onData(chunk, flow) {
          if (!isRefused) receiver.onData(chunk, flow);
        },
      };
      await transport.post(first.request, watched, signal);
      if (!isRefused) return;
      renew();
      const { request: again } = await authorize(authorization, request, signal);
      await transport.post(again, receiver, signal);
    },
    async stop() {
      await Promise.all([transport.stop(), authorization.stop()]);
    },
  };
}

const ANY_REQUEST: HttpPost = { origin: 'https://localhost', path: '/', headers: {}, body: '' };

/** Rejects with the reason of the signal as soon as it is aborted. */
async function authorize(
  authorization: Authorization,
  request: HttpPost,
  signal: AbortSignal,
): Promise<AuthorizedRequest> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([authorization.apply(request), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
