import type { ChatUsage } from './chat.ts';
import type { FailureClass, FailureReason, RefusalScope } from './outcome.ts';

/** A call that brought no answer. */
export interface CallFailure {
  ok: false;
  class: FailureClass;
  reason: FailureReason;
  /** How far a refusal reaches; there with the outcome `refused` alone. */
  scope?: RefusalScope;
  /** A sentence for people, with the status and the server’s own words where it said any; never a key or another secret. */
  message: string;
  /** By which the provider finds the call in its logs; there where it names one. */
  requestId?: string;
  /** What the server counted all the same, as of an empty completion. */
  usage?: ChatUsage;
  /** What the server asked us to wait, when it said so. */
  retryAfterMs?: number;
  /** From the call to its end, by the monotonic clock. */
  latencyMs: number;
}
