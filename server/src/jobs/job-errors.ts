/** Thrown by a handler: try again after this time; it was nobody's fault, so no attempt is spent. */
export class RetryAfter extends Error {
  override readonly name = 'RetryAfter';
  readonly delayMs: number;
  constructor(delayMs: number, why: string) {
    super(why);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler: trying again would not help, so the job fails at once, whatever its retry says. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/**
 * Why a running job's signal was aborted: `stopping` (this worker stops and the job goes on elsewhere or after the
 * next start), `cancelled` (the job was taken back), `lease_lost` (another worker has it), `stalled` (no heartbeat).
 */
export type AbortCause = 'stopping' | 'cancelled' | 'lease_lost' | 'stalled';

/** The `reason` of a job's signal. */
export class JobAborted extends Error {
  override readonly name = 'JobAborted';
  override readonly cause: AbortCause;
  constructor(cause: AbortCause) {
    super(`The job was aborted: ${cause}`);
    this.cause = cause;
  }
}

/** How a failed-for-good job is remembered. */
export interface JobFailure {
  /** `failed`, `stalled` (it made no progress) or `lapsed` (its process ended again and again). */
  code: 'failed' | 'stalled' | 'lapsed';
  message: string;
}
