/** Where the time comes from; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339, UTC, milliseconds, `Z`. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** `toTimestamp`, with null kept for "not yet". */
export function toTimestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds);
}
