import type { FailureClass, FailureReason, RefusalScope } from './outcome.ts';
import type { ChatUsage } from './usage.ts';

/** A call that brought no answer. */
export interface CallFailure {
  ok: false;
  class: FailureClass;
  reason: FailureReason;
  /** Scope of a refusal; only with the outcome `refused`. */
  scope?: RefusalScope;
  /** A sentence for people, with the status and the server’s own words where it said any; never a key or another secret. */
  message: string;
  /** The HTTP status; absent where no answer began. A body or a stream of status 200 may report an error all the same. */
  status?: number;
  /**
   * What the server said, and nothing else: one line of at most 400 characters, without control characters, markup or
   * secrets, such as `Incorrect API key provided`. Absent where it said nothing that a person can read.
   */
  words?: string;
  /** The parameter that was refused, or is missing, where the server names one. */
  parameter?: RefusedParameter;
  /** By which the provider finds the call in its logs; there where it names one. */
  requestId?: string;
  /** What the server counted all the same, as of an empty completion. */
  usage?: ChatUsage;
  /** What the server asked us to wait, when it said so. */
  retryAfterMs?: number;
  /** From the call to its end, by the monotonic clock. */
  latencyMs: number;
}

/** A parameter that a server names in a refusal. The messages of a request are none. */
export interface RefusedParameter {
  /** Under its name on the wire, with dots between levels: `temperature`, `max_tokens`, `response_format.type`. */
  name: string;
  /** `unsupported`: it is not taken at all. `missing`: it is required. `value`: it is taken, but not with this value. */
  problem: 'unsupported' | 'missing' | 'value';
  /** The name that the server says to use in its place, such as `max_completion_tokens`. */
  instead?: string;
}
