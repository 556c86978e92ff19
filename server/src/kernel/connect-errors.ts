/**
 * Finds the first error that passes `is`, among an error and its causes: undici throws a connector's error directly, as
 * a cause, or as one of several.
 */
export function findCause<T extends Error>(error: unknown, is: (error: Error) => error is T): T | null {
  if (error instanceof Error && is(error)) return error;
  if (error instanceof AggregateError) return findCause(error.errors[0], is);
  return error instanceof Error && error.cause !== undefined ? findCause(error.cause, is) : null;
}

/** The code of a network error, or of the first of several; empty if it has none. */
export function connectErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return connectErrorCode(error.errors[0]);
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
