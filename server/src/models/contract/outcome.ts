/**
 * The outcome of a call to a model or an application. Every figure that counts calls (quality, load, availability,
 * capacity, tasks, retrieval, judges, embeddings, conversations) uses this list and `callOutcomeOf`.
 *
 * - `answered`: a completion arrived whole: text, reasoning, or tool calls. One that the token limit cut counts too.
 * - `refused`: the server understood the request and will refuse it again, or all similar ones (see `RefusalScope`).
 * - `rate_limited`: a 429 that passes.
 * - `failed`: no whole completion came, for any other reason.
 * - `filtered`: a content filter of the provider withheld or cut the completion.
 * - `not_sent`: the call was never made, or was aborted by this service; no figure counts it.
 */
export const CALL_OUTCOMES = [
  'answered',
  'refused',
  'rate_limited',
  'failed',
  'filtered',
  'not_sent',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Scope of a refusal: every call with this account, every call to this model, or this request alone. */
export const REFUSAL_SCOPES = ['account', 'model', 'request'] as const;
export type RefusalScope = (typeof REFUSAL_SCOPES)[number];

/**
 * How a failed call is retried: `rate_limit` a temporary 429; `transient` 5xx, a lost connection, an unreadable body;
 * `timeout` a time limit of this service; `quota` the account is exhausted; `deterministic` the same call would fail
 * again.
 */
export type FailureClass = 'rate_limit' | 'transient' | 'timeout' | 'quota' | 'deterministic';

/** Every cause of a call without a response, with its outcome and how it is retried. */
const CAUSES = {
  rate_limited: { outcome: 'rate_limited', class: 'rate_limit' },
  /** The account is exhausted, whatever the status. */
  quota: { outcome: 'refused', class: 'quota' },
  /** 5xx, 408 or 425. */
  server_error: { outcome: 'failed', class: 'transient' },
  /** No connection could be made. */
  unreachable: { outcome: 'failed', class: 'transient' },
  /** The connection broke before the response began. */
  connection_lost: { outcome: 'failed', class: 'transient' },
  /** The response began and was interrupted, including a stream without its end. */
  truncated: { outcome: 'failed', class: 'transient' },
  /** The response is complete and violates the protocol. */
  malformed: { outcome: 'failed', class: 'transient' },
  /** Status 2xx with something other than a completion: an HTML page, a login form. */
  not_a_completion: { outcome: 'failed', class: 'transient' },
  /** A completion without text, reasoning, tool calls, or a reason for having none. */
  empty: { outcome: 'failed', class: 'transient' },
  /** The response can be parsed but lacks what the endpoint’s paths name, or the request could not be made. */
  unexpected: { outcome: 'failed', class: 'deterministic' },
  too_large: { outcome: 'failed', class: 'deterministic' },
  /** No complete response within `timeoutMs`. */
  deadline: { outcome: 'failed', class: 'timeout' },
  /** A stream that sent nothing for `idleTimeoutMs`. */
  stalled: { outcome: 'failed', class: 'timeout' },
  /** 401 or 403: the key or its permissions. */
  unauthorized: { outcome: 'refused', class: 'deterministic' },
  /** A redirect, which is never followed. */
  redirected: { outcome: 'refused', class: 'deterministic' },
  /** Any other 4xx; `scope` has its scope. */
  rejected: { outcome: 'refused', class: 'deterministic' },
  /** A content filter of the provider. */
  filtered: { outcome: 'filtered', class: 'deterministic' },
} as const satisfies Record<string, { outcome: CallOutcome; class: FailureClass }>;

/** Why a call had no response; the same words for every adapter. */
export type FailureReason = keyof typeof CAUSES;

export const FAILURE_REASONS = Object.keys(CAUSES) as FailureReason[];

/** How a failure with this cause is retried. */
export const failureClassOf = (reason: FailureReason): FailureClass => CAUSES[reason].class;

/** The fields of a call's result that determine its outcome. */
type EndedCall =
  | { ok: true; finishReason?: string }
  | { ok: false; reason: FailureReason; scope?: RefusalScope };

/** The outcome of one call; the only place that decides it. */
export function callOutcomeOf(call: EndedCall): CallOutcome {
  if (!call.ok) return CAUSES[call.reason].outcome;
  return call.finishReason === 'content_filter' ? 'filtered' : 'answered';
}

/** Whether all other calls to this model or with this account would be refused too. */
export const failsAllCalls = (cause: FailureReason, scope?: RefusalScope): boolean =>
  cause === 'quota' || scope === 'account' || scope === 'model';

/** Whether a finished call failed for a reason that fails all further calls. */
export const outcomeFailsAllCalls = (call: EndedCall): boolean =>
  !call.ok && failsAllCalls(call.reason, call.scope);
