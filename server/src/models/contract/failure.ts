import type { FailureClass, FailureReason, RefusalScope } from './outcome.ts';
import type { ChatUsage } from './usage.ts';

/** A call without a response. */
export interface CallFailure {
  ok: false;
  class: FailureClass;
  reason: FailureReason;
  /** Scope of a refusal; only with the outcome `refused`. */
  scope?: RefusalScope;
  /**
   * A sentence for people, with the status and the server’s own words if there are any; never contains a key or another
   * secret.
   */
  message: string;
  /** The HTTP status; absent if no response began. A body or a stream with status 200 may also report an error. */
  status?: number;
  /**
   * The server's own message: one line of at most 400 characters, without control characters, markup or secrets, such
   * as `Incorrect API key provided`. Absent if it has no readable message.
   */
  words?: string;
  /** The parameter that was refused or is missing, if the server names one. */
  parameter?: RefusedParameter;
  /** The id by which the provider finds the call in its logs, if it returned one. */
  requestId?: string;
  /** Tokens that the server counted anyway, for example for an empty completion. */
  usage?: ChatUsage;
  /** The wait that the server asked for, if any. */
  retryAfterMs?: number;
  /** From the call to its end, by the monotonic clock. */
  latencyMs: number;
}

/** A parameter that a server names in a refusal; never the messages of a request. */
export interface RefusedParameter {
  /** Its name on the wire, with dots between levels: `temperature`, `max_tokens`, `response_format.type`. */
  name: string;
  /**
   * `unsupported`: it is not accepted at all. `missing`: it is required. `value`: it is accepted, but not with this
   * value.
   */
  problem: 'unsupported' | 'missing' | 'value';
  /** The name to use instead according to the server, such as `max_completion_tokens`. */
  instead?: string;
}
