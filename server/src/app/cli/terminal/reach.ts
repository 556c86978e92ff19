/**
 * `fetch` for the service at `url`. Without a response, the error names the address and the reason, which Node's own
 * error does not; it is a TypeError too.
 */
export function fetchFrom(url: string, signal: () => AbortSignal): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await fetch(request, { signal: signal() });
    } catch (error) {
      if (!(error instanceof TypeError && error.cause instanceof Error)) throw error;
      throw new TypeError(
        `The service at ${withoutUser(url)} cannot be reached: ${networkFailureReason(error.cause)}. Check that it runs and that its address is right.`,
      );
    }
  };
}

function withoutUser(url: string): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  return address.href.replace(/\/$/, '');
}

/** The reason of a network error; a host name can have several addresses, each with its own reason. */
export function networkFailureReason(cause: Error): string {
  const all = cause instanceof AggregateError ? cause.errors.filter((one) => one instanceof Error) : [];
  const said = (all.length > 0 ? all : [cause]).map(
    (one) => one.message || ((one as NodeJS.ErrnoException).code ?? one.name),
  );
  return [...new Set(said)].join(', ').replace(/\.$/, '');
}
