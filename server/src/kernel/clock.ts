/** The source of the current time; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339, UTC, milliseconds, `Z`. */
export function toTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The UTC date of a time: `2026-09-01`. */
export function utcDay(milliseconds: number): string {
  return toTimestamp(milliseconds).slice(0, 10);
}

/** `toTimestamp` that keeps null. */
export function toTimestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toTimestamp(milliseconds);
}

/** Milliseconds on a clock that never goes back and is the same for all threads of a process. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
