/**
 * Why a call failed, which alone decides whether it is tried again:
 * `rate_limit` a 429 that passes; `transient` 5xx, a lost connection, an unreadable body; `timeout` our
 * own deadline; `quota` the account is exhausted; `deterministic` the same call would fail again.
 */
export type FailureClass = 'rate_limit' | 'transient' | 'timeout' | 'quota' | 'deterministic';

/** What happened, more exactly than the class; the same words for every adapter. */
export type FailureReason =
  | 'rate_limited'
  | 'quota'
  /** 5xx, 408 or 425. */
  | 'server_error'
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke before the answer began. */
  | 'connection_lost'
  /** The answer began and broke off. */
  | 'truncated'
  /** The answer is whole and is not what the protocol says. */
  | 'malformed'
  /** The answer can be read, and does not hold what the endpoint’s paths name. */
  | 'unexpected'
  | 'too_large'
  /** No whole answer within `timeoutMs`. */
  | 'deadline'
  /** A stream that sent nothing for `idleTimeoutMs`. */
  | 'stalled'
  /** 401 or 403: the key. */
  | 'unauthorized'
  /** Any other 3xx or 4xx. */
  | 'rejected';

export interface CallFailure {
  ok: false;
  class: FailureClass;
  reason: FailureReason;
  /** A sentence for people; never a key or another secret. */
  message: string;
  /** What the server asked us to wait, when it said so. */
  retryAfterMs?: number;
  /** From the call to its end, by the monotonic clock. */
  latencyMs: number;
}
