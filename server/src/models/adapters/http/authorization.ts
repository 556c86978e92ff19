import { type HttpPost, openTransport, type Transport, type TransportOptions } from './transport.ts';

/** Adds to every request what proves whose it is, where that is no fixed header. */
export interface Authorization {
  /** Rejects with `CredentialsFailed` where nothing can be proven. */
  apply(request: HttpPost): Promise<AuthorizedRequest>;
  /** Closes what it opened. */
  stop(): Promise<void>;
}

export interface AuthorizedRequest {
  request: HttpPost;
  /** Drops a token that was kept from an earlier request, for when it is refused; absent for a new one. */
  renew?(): void;
}

export interface AccountTransportOptions extends TransportOptions {
  authorization?: Authorization | undefined;
}

/** A transport whose requests are authorized. A request whose kept token is refused with 401 is sent once more with a new one. */
export async function openAccountTransport({
  authorization,
  ...options
}: AccountTransportOptions): Promise<Transport> {
  const transport = await openTransport(options);
  if (authorization === undefined) return transport;
  return {
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
