/** How often and how soon a failed attempt is repeated. */
export interface Retry {
  /** Attempts in all; the last one that fails fails the job for good. */
  most: number;
  backoff: {
    /** Milliseconds before the second attempt; doubled for each one after it. */
    firstMs: number;
    /** No wait is longer, but for the quarter that chance adds. */
    ceilingMs: number;
  };
}

export const DEFAULT_RETRY: Retry = { most: 5, backoff: { firstMs: 1000, ceilingMs: 300_000 } };

/**
 * Milliseconds to wait after the `attempts`th failure: min(ceiling, first × 2^(attempts − 1)) and up to a quarter
 * more by chance, so that jobs that failed together do not all come back together.
 */
export function backoffMs(
  { firstMs, ceilingMs }: Retry['backoff'],
  attempts: number,
  chance: number,
): number {
  const wait = Math.min(ceilingMs, firstMs * 2 ** (attempts - 1));
  return Math.round(wait * (1 + chance / 4));
}
