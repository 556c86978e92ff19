/**
 * Finds the first error among an error and its causes that passes `is`: undici throws a connector's error as it is,
 * as a cause, or as one of several.
 */
export function findCause<T extends Error>(error: unknown, is: (error: Error) => error is T): T | null {
  if (error instanceof Error && is(error)) return error;
  if (error instanceof AggregateError) return findCause(error.errors[0], is);
  return error instanceof Error && error.cause !== undefined ? findCause(error.cause, is) : null;
}

/** The code of an error of the network, of several that of the first; empty where it has none. */
export function connectErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return connectErrorCode(error.errors[0]);
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
